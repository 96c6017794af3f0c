/** Checks the shape of values that were read or received. */
import * as v from "valibot";
import { jsonPath, misfitText } from "./text/json-value.ts";

export { exactOptional, type GenericSchema, type InferOutput, nullable, nullish } from "valibot";

export function fitting<Value>(expected: string, isGood: (value: unknown) => boolean): v.GenericSchema<Value> {
  return v.custom<Value>(isGood, expected);
}

export const text = v.string("a text");
export const filledText = fitting<string>(
  "a text that is not empty",
  (value) => typeof value === "string" && value !== "",
);
export const number = fitting<number>("a number", Number.isFinite);

export const present = fitting<unknown>("a value", (value) => value !== undefined);

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): v.GenericSchema<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? `>= ${least}` : `from ${least} to ${most}`;
  const isGood = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
  return fitting(`a whole number ${range}`, isGood);
}

export function oneOf<const Value extends string | number>(...values: readonly Value[]) {
  return v.picklist(values, values.map((value) => JSON.stringify(value)).join(" or "));
}

export function list<Item extends v.GenericSchema>(item: Item) {
  return v.array(item, "a list");
}

/** Rejects lists, which valibot accepts as objects. */
const anObject = fitting<Readonly<Record<string, unknown>>>(
  "an object",
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

export function object<Entries extends v.ObjectEntries>(entries: Entries) {
  // If a field is missing, the message says what the field should contain, such as "a text".
  return v.pipe(
    anObject,
    v.object(entries, ({ path }) => wordsOf(entries[String(path?.[0].key)])),
  );
}

export function record<Item extends v.GenericSchema>(item: Item) {
  return v.pipe(anObject, v.record(v.string(), item));
}

/**
 * Returns the value if it has the shape, otherwise throws.
 * @param refuse - makes the error from a text such as `rank is -1; a whole number >= 0 is expected`
 */
export function checked<Shape extends v.GenericSchema>(
  shape: Shape,
  value: unknown,
  refuse: (misfit: string, path: string) => Error,
): v.InferOutput<Shape> {
  const { success, output, issues } = v.safeParse(shape, value, { abortEarly: true });
  if (success) return output;
  const [{ path = [], input, message }] = issues;
  const where = path.reduce((above, { key }) => jsonPath(above, key), "");
  throw refuse(misfitText(where, input, message), where);
}

export function fits<Shape extends v.GenericSchema>(shape: Shape, value: unknown): value is v.InferOutput<Shape> {
  return v.is(shape, value);
}

function wordsOf(shape: unknown): string {
  const { message, wrapped } = shape as { readonly message?: unknown; readonly wrapped?: unknown };
  return wrapped === undefined ? String(message) : wordsOf(wrapped);
}
