/**
 * How does a column of numbers grow while a file is read?
 */

/** A typed array that doubles when it is full; `view` shares memory until the next `push`. */
export class GrowingInts {
  #values = new Int32Array(1 << 12);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  view(): Int32Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** The same for numbers with fractions. */
export class GrowingNumbers {
  #values = new Float64Array(1 << 12);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
