/** Makes the JSON Schema that editors use to complete and check semqrel.config.json. */
import { Argument, type Command, type Option } from "commander";
import { scalar, scalarOrList } from "../../command/settings.ts";
import { fullName, isConfigurable, nameOf, settingOf, takesNoText } from "../options/add-options.ts";
import { allCommands, configurableArguments, configurableCommands } from "./read-configuration.ts";

export type Schema = Readonly<Record<string, unknown>>;
type Property = readonly [name: string, schema: Schema];

/** Returns a schema of draft 7, which most editors support. */
export function configurationSchema(program: Command): Schema {
  const commands = configurableCommands(program);
  const leaves = commands.filter(isConfigurable);
  const properties = joined([...leaves.flatMap(optionProperties), ...commands.flatMap(sectionsOf)]);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "semqrel.config.json",
    description:
      "Values of options, under their long names. At the top level, they are for all commands. In an object with the name of a command, they are for this command.",
    type: "object",
    properties: {
      $schema: { type: "string", description: "Path of this schema, for editors." },
      ...Object.fromEntries(properties.sort(([a], [b]) => (a < b ? -1 : 1))),
    },
    additionalProperties: false,
  };
}

function sectionsOf(command: Command): Property[] {
  const parts = allCommands(command, [command]);
  const properties = parts.flatMap((part) => [
    ...configurableArguments(part).map((argument): Property => [argument.name(), described(argument)]),
    ...optionProperties(part),
  ]);
  if (properties.length === 0) return [];
  const section = {
    description: `${fullName(command)}: ${command.summary() || command.description()}`,
    type: "object",
    properties: Object.fromEntries(joined(properties)),
    additionalProperties: false,
  };
  return [[command.name(), section]];
}

function optionProperties({ options }: Command): Property[] {
  return options.filter(({ hidden, long }) => !hidden && long !== "--print-config").flatMap(propertiesOf);
}

/** Returns two properties for `--no-cache`, because the file may contain `"no-cache": true` or `"cache": false`. */
function propertiesOf(option: Option): Property[] {
  const own: Property = [nameOf(option), described(option)];
  if (!option.negate) return [own];
  return [own, [own[0].slice("no-".length), { description: `false: ${option.description}`, type: "boolean" }]];
}

function described(taker: Option | Argument): Schema {
  return { description: taker.description, ...schemaOf(taker) };
}

function schemaOf(taker: Option | Argument): Schema {
  if (!(taker instanceof Argument) && takesNoText(taker)) return { type: "boolean" };
  const one = taker.argChoices === undefined ? null : { enum: taker.argChoices };
  if (taker.variadic) return one === null ? scalarOrList : { anyOf: [one, { type: "array", items: one }] };
  if (one !== null) return one;
  return settingOf(taker).kind?.schema ?? scalar;
}

/** Merges properties with the same name into one property, which allows each of their schemas. */
function joined(properties: readonly Property[]): Property[] {
  const byName = new Map<string, Map<string, Schema>>();
  for (const [name, schema] of properties) {
    byName.set(name, (byName.get(name) ?? new Map()).set(JSON.stringify(schema), schema));
  }
  return [...byName].map(([name, meanings]) => {
    const [first = {}, ...others] = meanings.values();
    return [name, others.length === 0 ? first : { anyOf: [first, ...others] }];
  });
}
