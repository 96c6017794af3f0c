/** Which JSON Schema lets an editor complete and check semqrel.config.json? */
import { Argument, type Command, type Option } from "commander";
import { nameOf, takesNoText } from "../options/option-names.ts";
import * as values from "../options/option-values.ts";
import { configurableArguments, configurableCommands } from "./read-configuration.ts";

export type Schema = Readonly<Record<string, unknown>>;

const number = (bounds: Schema): Schema => ({ type: "number", ...bounds });
const numberParsers = new Map<unknown, Schema>([
  [values.count, { type: "integer", minimum: 1 }],
  [values.wholeNumber, { type: "integer", minimum: 0 }],
  [values.unitShare, number({ minimum: 0, maximum: 1 })],
  [values.positive, number({ exclusiveMinimum: 0 })],
  [values.nonNegative, number({ minimum: 0 })],
  [values.shareBetween, number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })],
  [values.similarity, number({ minimum: -1, maximum: 1 })],
]);
const scalar: Schema = { type: ["string", "number"] };
const scalarOrList: Schema = { anyOf: [scalar, { type: "array", items: scalar }] };

/** Of draft 7, the one that editors know best. @param program with every command and its options */
export function configurationSchema(program: Command): Schema {
  const commands = configurableCommands(program);
  const leaves = commands.filter((command) => command.commands.length === 0);
  const ofAll = new Map<string, Schema[]>();
  for (const option of leaves.flatMap(visibleOptions)) {
    for (const [key, schema] of propertiesOf(option)) ofAll.set(key, [...(ofAll.get(key) ?? []), schema]);
  }
  for (const command of commands) {
    const section = sectionOf(command, command.commands);
    if (section !== null) ofAll.set(command.name(), [...(ofAll.get(command.name()) ?? []), section]);
  }
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "semqrel.config.json",
    description:
      "Values of options, by their long names: for all commands, or for one inside an object of the command's name.",
    type: "object",
    properties: {
      $schema: { type: "string", description: "Where this schema is, for editors." },
      ...Object.fromEntries([...ofAll].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, all]) => [key, oneOf(all)])),
    },
    additionalProperties: false,
  };
}

/** What may stand below a command's name; null where it has nothing of its own. */
function sectionOf(command: Command, subcommands: readonly Command[]): Schema | null {
  const parts = subcommands.length > 0 ? subcommands : [command];
  const properties = new Map<string, Schema[]>();
  const add = (key: string, schema: Schema) => properties.set(key, [...(properties.get(key) ?? []), schema]);
  for (const part of parts) {
    for (const argument of configurableArguments(part)) {
      add(argument.name(), { description: argument.description, ...schemaOf(argument) });
    }
    for (const option of visibleOptions(part)) for (const [key, schema] of propertiesOf(option)) add(key, schema);
  }
  if (properties.size === 0) return null;
  return {
    description: `semqrel ${command.name()}: ${command.summary() || command.description()}`,
    type: "object",
    properties: Object.fromEntries([...properties].map(([key, all]) => [key, oneOf(all)])),
    additionalProperties: false,
  };
}

function visibleOptions(command: Command): Option[] {
  return command.options.filter(({ hidden, long }) => !hidden && long !== "--print-config");
}

/** `--no-cache` may be said as `"cache": false`. */
function propertiesOf(option: Option): [string, Schema][] {
  const own: Schema = { description: option.description, ...schemaOf(option) };
  const opposite: [string, Schema][] = option.negate
    ? [[nameOf(option).slice("no-".length), { description: `false: ${option.description}`, type: "boolean" }]]
    : [];
  return [[nameOf(option), own], ...opposite];
}

function schemaOf(taker: Option | Argument): Schema {
  if (!(taker instanceof Argument) && takesNoText(taker)) return { type: "boolean" };
  const one = taker.argChoices === undefined ? null : { enum: taker.argChoices };
  if (taker.variadic) return one === null ? scalarOrList : { anyOf: [one, { type: "array", items: one }] };
  if (one !== null) return one;
  if (taker.parseArg === undefined) return scalar;
  return numberParsers.get(taker.parseArg) ?? scalarOrList;
}

/** What commands mean by the same name, each meaning once. */
function oneOf(schemas: readonly Schema[]): Schema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [first] = distinct;
  if (distinct.length === 1 && first !== undefined) return first;
  return { anyOf: distinct };
}
