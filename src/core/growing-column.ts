/** When full, grows fourfold, so that values are rarely copied. `view` is valid until the next `push` or `append`. */
class GrowingColumn<Column extends Int32Array | Float64Array> {
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

  append(values: Column): void {
    const end = this.#length + values.length;
    if (end > this.#values.length) this.#grow(end);
    this.#values.set(values, this.#length);
    this.#length = end;
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
