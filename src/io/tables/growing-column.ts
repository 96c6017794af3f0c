/** How does a column of numbers grow while a file is read? */

/**
 * A typed array that becomes four times as long when it is full: copying costs more than room that nobody has touched.
 * `view` shares memory until the next `push`.
 */
export class GrowingColumn<Column extends Int32Array | Float64Array> {
  readonly #make: (length: number) => Column;
  #values: Column;
  #length = 0;

  constructor(make: (length: number) => Column) {
    this.#make = make;
    this.#values = make(1 << 12);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow(this.#length + 1);
    this.#values[this.#length++] = value;
  }

  /** All of `values`, one after the other. */
  append(values: Column): void {
    const begin = this.#extend(values.length);
    this.#values.set(values, begin);
  }

  /** The same value `count` times. */
  fill(value: number, count: number): void {
    const begin = this.#extend(count);
    this.#values.fill(value, begin, begin + count);
  }

  /** @returns where the new places begin */
  #extend(count: number): number {
    const begin = this.#length;
    this.#length += count;
    if (this.#length > this.#values.length) this.#grow(this.#length);
    return begin;
  }

  #grow(length: number): void {
    const larger = this.#make(4 * length);
    larger.set(this.#values);
    this.#values = larger;
  }

  view(): Column {
    return this.#values.subarray(0, this.#length) as Column;
  }
}

export function growingInts(): GrowingColumn<Int32Array> {
  return new GrowingColumn((length) => new Int32Array(length));
}

export function growingNumbers(): GrowingColumn<Float64Array> {
  return new GrowingColumn((length) => new Float64Array(length));
}
