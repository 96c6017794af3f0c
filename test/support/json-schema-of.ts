/**
 * Makes the JSON Schema of a type, so that a published schema always matches the code. Knows the types that documents
 * of semqrel use: records, lists, tuples, unions, literals and maps by name.
 */
import { join } from "node:path";
import ts from "typescript";
import { root } from "./run-cli.ts";

type Schema = Readonly<Record<string, unknown>>;

export interface SchemaToMake {
  /** Relative to src/. */
  readonly file: string;
  readonly type: string;
  readonly title: string;
  readonly description: string;
}

/** One schema for each, of draft 2020-12, without further fields. Throws for types that JSON cannot represent. */
export function jsonSchemasOf(wanted: readonly SchemaToMake[]): Schema[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram(
    wanted.map(({ file }) => join(root, "src", file)),
    options,
  );
  return wanted.map((one) => schemaOf(one, program));
}

function schemaOf({ file, type: name, title, description }: SchemaToMake, program: ts.Program): Schema {
  const checker = program.getTypeChecker();
  const definitions: Record<string, Schema> = {};

  const describeType = (type: ts.Type, at: string): Schema => {
    const named = type.aliasSymbol ?? (type.isClassOrInterface() ? type.symbol : undefined);
    const isPlain = named !== undefined && (type.aliasTypeArguments ?? []).length === 0 && isOurs(named);
    if (!isPlain || !(type.isUnion() || type.flags & ts.TypeFlags.Object || type.isIntersection())) {
      return describeParts(type, at);
    }
    if (!Object.hasOwn(definitions, named.name)) {
      definitions[named.name] = {};
      const text = commentOf(named);
      definitions[named.name] = { ...(text === "" ? {} : { description: text }), ...describeParts(type, named.name) };
    }
    return { $ref: `#/$defs/${named.name}` };
  };

  const describeParts = (type: ts.Type, at: string): Schema => {
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === "true" };
    if (type.flags & ts.TypeFlags.String) return { type: "string" };
    if (type.flags & ts.TypeFlags.Number) return { type: "number" };
    if (type.flags & ts.TypeFlags.Boolean) return { type: "boolean" };
    if (type.flags & ts.TypeFlags.Null) return { type: "null" };
    if (type.flags & ts.TypeFlags.Unknown) return {};
    if (type.isUnion()) return describeUnion(type, at);
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference).map((item) => describeType(item, at));
      return { type: "array", prefixItems: items, minItems: items.length, maxItems: items.length };
    }
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      if (item !== undefined) return { type: "array", items: describeType(item, at) };
    }
    if (type.flags & ts.TypeFlags.Object || type.isIntersection()) return describeRecord(type, at);
    throw new Error(`${at}: JSON holds no ${checker.typeToString(type)}`);
  };

  const describeUnion = (type: ts.UnionType, at: string): Schema => {
    const isText = (part: ts.Type) => part.isStringLiteral();
    const values = type.types
      .filter(isText)
      .map((part) => (part as ts.StringLiteralType).value)
      .sort();
    const isBoolean = (part: ts.Type) => (part.flags & ts.TypeFlags.BooleanLiteral) !== 0;
    const others = type.types.filter((part) => !isText(part) && !isBoolean(part));
    const parts: Schema[] = [
      ...(values.length === 0 ? [] : [{ enum: values }]),
      ...(type.types.filter(isBoolean).length === 2 ? [{ type: "boolean" }] : []),
      ...others.map((part) => describeType(part, at)),
    ];
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? first : { anyOf: parts };
  };

  const describeRecord = (type: ts.Type, at: string): Schema => {
    const byName = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (byName !== undefined) return { type: "object", additionalProperties: describeType(byName.type, at) };
    const fields = checker.getPropertiesOfType(type);
    if (fields.some((field) => field.flags & ts.SymbolFlags.Method)) throw new Error(`${at}: JSON holds no methods`);
    const required = fields.filter((field) => !(field.flags & ts.SymbolFlags.Optional)).map((field) => field.name);
    return {
      type: "object",
      properties: Object.fromEntries(
        fields.map((field) => {
          const path = `${at}.${field.name}`;
          const text = commentOf(field);
          const found = checker.getTypeOfSymbol(field);
          // `field?: X` means that it may be absent, never undefined.
          const present = field.flags & ts.SymbolFlags.Optional ? checker.getNonNullableType(found) : found;
          return [field.name, { ...(text === "" ? {} : { description: text }), ...describeType(present, path) }];
        }),
      ),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
  };

  const isOurs = (symbol: ts.Symbol) =>
    (symbol.declarations ?? []).some((one) => one.getSourceFile().fileName.startsWith(join(root, "src")));
  const commentOf = (symbol: ts.Symbol) =>
    ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, " ").trim();

  const source = program.getSourceFile(join(root, "src", file));
  const symbol = source && checker.getSymbolAtLocation(source);
  const found = symbol && checker.getExportsOfModule(symbol).find((one) => one.name === name);
  if (found === undefined) throw new Error(`src/${file} exports no ${name}`);
  const body = describeParts(checker.getDeclaredTypeOfSymbol(found), name);
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  return { $schema, title, description, ...body, $defs: definitions };
}
