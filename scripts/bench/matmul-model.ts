/**
 * Makes an ONNX model that has the matrix products of MiniLM and nothing else. It shows how fast the model could be in
 * the same runtime if it only multiplied matrices.
 */

/** Matrix products of one MiniLM layer: query, key, value, output, and the two of the feed-forward part. */
const square = [384, 384] as const;
const layerShapes = [square, square, square, square, [384, 1536], [1536, 384]] as const;
const LAYERS = 6;

/** Number of floating-point operations for one token: two for each weight, 21.2 million in all. */
export const flopsPerToken = 2 * LAYERS * layerShapes.reduce((sum, [rows, columns]) => sum + rows * columns, 0);

/**
 * Returns a model with input `x` of shape tokens x 384 and output `y` of the same shape. The runtime makes the weights
 * when it opens the model (ConstantOfShape, folded). The values differ, so that no two weights share memory.
 * Source of the layout: onnx.proto of ONNX IR version 8.
 */
export function matmulModel(): Uint8Array {
  const nodes: Uint8Array[] = [];
  const shapes: Uint8Array[] = [];
  let input = "x";
  for (let layer = 0; layer < LAYERS; layer++) {
    layerShapes.forEach(([rows, columns], place) => {
      const weight = `w${layer}.${place}`;
      const isLast = layer === LAYERS - 1 && place === layerShapes.length - 1;
      const output = isLast ? "y" : `h${layer}.${place}`;
      shapes.push(int64Tensor(`${weight}.shape`, [rows, columns]));
      // About 1 / rows, so that numbers neither grow nor vanish from product to product.
      const value = (1 + 0.001 * (layer * layerShapes.length + place)) / rows;
      nodes.push(node("ConstantOfShape", [`${weight}.shape`], [weight], [tensorAttribute("value", value)]));
      nodes.push(node("MatMul", [input, weight], [output], []));
      input = output;
    });
  }
  const graph = join(
    ...nodes.map((bytes) => field(1, bytes)),
    field(2, text("matmul")),
    ...shapes.map((bytes) => field(5, bytes)),
    field(11, matrixOfTokens("x")),
    field(12, matrixOfTokens("y")),
  );
  return join(number(1, 8), field(7, graph), field(8, join(field(1, text("")), number(2, 14))));
}

const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE_IS_TENSOR = 4;

function node(operator: string, inputs: string[], outputs: string[], attributes: Uint8Array[]): Uint8Array {
  return join(
    ...inputs.map((name) => field(1, text(name))),
    ...outputs.map((name) => field(2, text(name))),
    field(4, text(operator)),
    ...attributes.map((bytes) => field(5, bytes)),
  );
}

function tensorAttribute(name: string, value: number): Uint8Array {
  const tensor = join(number(1, 1), number(2, FLOAT), field(9, new Uint8Array(Float32Array.of(value).buffer)));
  return join(field(1, text(name)), field(5, tensor), number(20, ATTRIBUTE_IS_TENSOR));
}

function int64Tensor(name: string, values: readonly number[]): Uint8Array {
  const raw = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
  return join(number(1, values.length), number(2, INT64), field(8, text(name)), field(9, raw));
}

function matrixOfTokens(name: string): Uint8Array {
  const shape = join(field(1, field(2, text("tokens"))), field(1, number(1, 384)));
  return join(field(1, text(name)), field(2, field(1, join(number(1, FLOAT), field(2, shape)))));
}

function field(tag: number, bytes: Uint8Array): Uint8Array {
  return join(varint(tag * 8 + 2), varint(bytes.length), bytes);
}

function number(tag: number, value: number): Uint8Array {
  return join(varint(tag * 8), varint(value));
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.from([...bytes, rest]);
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
