/** Reads values that must exist. */

// V8 cannot specialise `at` for one array type. Inner loops use `values[index] as number`, which is five times as fast.
export function at<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`Index ${index} not found (${values.length} values).`);
  return value;
}

export function atKey<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new RangeError(`Key ${String(key)} not found (${values.size} keys).`);
  return value;
}
