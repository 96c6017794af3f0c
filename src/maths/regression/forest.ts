import { RandomForestRegression } from "ml-random-forest";
import { invalidOption } from "../../core/errors.ts";
import { requireCount } from "../numbers.ts";
import { seededBits } from "../random.ts";
import { type FeatureMatrix, requireTargets } from "./prepare-features.ts";

export interface ForestOptions {
  readonly seed: number;
  readonly trees?: number;
  /** Number of rows drawn for a tree, with replacement: 1 to all rows. Time grows with its square. @default 512 */
  readonly rowsPerTree?: number;
  /** Maximum number of splits between the root and a leaf, >= 1. @default 12 */
  readonly depth?: number;
  /** Number of rows, >= 1. A node with at most this number is not split. @default 5 */
  readonly leafRows?: number;
}

export interface ForestModel {
  readonly kind: "forest";
  readonly features: number;
  readonly trees: readonly ForestTree[];
}

/** Nodes in preorder. The next node after a split is its left child, for rows below the threshold. */
interface ForestTree {
  /** Index of the column that splits the node, from 0; -1 for a leaf. */
  readonly feature: readonly number[];
  /** Threshold of a split, or prediction of a leaf. */
  readonly value: readonly number[];
  /** Index of the right child (rows not below the threshold); 0 for a leaf. */
  readonly otherwise: readonly number[];
}

/** Node of ml-random-forest. A leaf also has the fields of a split, but no children. */
interface LibraryNode {
  readonly left?: LibraryNode;
  readonly right?: LibraryNode;
  readonly splitColumn?: number;
  readonly splitValue?: number;
  /** Despite its name, the squared error after the best split. */
  readonly gain?: number;
  readonly distribution?: number;
}

/**
 * Fits a random forest: each tree is grown on rows drawn with replacement. Each node gets the split, by any
 * feature, that reduces the squared error most. Like scikit-learn's `RandomForestRegressor(max_samples=rowsPerTree)`,
 * with other random numbers. Cost O(trees · features · rowsPerTree²). Source: Breiman 2001 (Machine Learning 45, 5-32).
 */
export function fitForest(
  matrix: FeatureMatrix,
  targets: Float64Array,
  { seed, trees = 100, rowsPerTree = 512, depth = 12, leafRows = 5 }: ForestOptions,
): ForestModel {
  requireTargets(matrix, targets);
  for (const [name, value] of Object.entries({ trees, rowsPerTree, depth, leafRows })) requireCount(name, value);
  const bits = seededBits(seed);
  const drawn = Math.min(rowsPerTree, matrix.rows);
  return {
    kind: "forest",
    features: matrix.features,
    trees: Array.from({ length: trees }, () => {
      const rows = Array.from({ length: drawn }, () => Math.floor((bits() / 2 ** 32) * matrix.rows));
      const inputs = rows.map((row) => [...matrix.values.subarray(row * matrix.features, (row + 1) * matrix.features)]);
      const outputs = rows.map((row) => targets[row] as number);
      return growTree(inputs, outputs, bits() | 0, depth, leafRows);
    }),
  };
}

export function predictForest(model: ForestModel, matrix: FeatureMatrix): Float64Array {
  if (matrix.features !== model.features) {
    throw invalidOption(
      `Predicting with a forest: it was fitted on ${model.features} features, but the matrix has ${matrix.features}. Give the same features in the same order.`,
      { fitted: model.features, given: matrix.features },
    );
  }
  const predictions = new Float64Array(matrix.rows);
  for (const tree of model.trees) {
    for (let row = 0; row < matrix.rows; row++) {
      predictions[row] = (predictions[row] as number) + predictTree(tree, matrix.values, row * matrix.features);
    }
  }
  return predictions.map((sum) => sum / model.trees.length);
}

function predictTree({ feature, value, otherwise }: ForestTree, values: Float64Array, start: number): number {
  let node = 0;
  for (let column = feature[0] as number; column !== -1; column = feature[node] as number) {
    const below = (values[start + column] as number) < (value[node] as number);
    node = below ? node + 1 : (otherwise[node] as number);
  }
  return value[node] as number;
}

/**
 * Grows one tree, as a forest with one tree, on rows that the caller drew. The library itself would draw as many rows
 * as there are, which takes half an hour for ten thousand. Its option maxSamples would take the first rows, not random
 * rows. Its maxFeatures would choose features once per tree, not per split; the value 1 uses all features.
 */
function growTree(inputs: number[][], outputs: number[], seed: number, depth: number, leafRows: number): ForestTree {
  const forest = new RandomForestRegression({
    nEstimators: 1,
    maxFeatures: 1,
    replacement: false,
    useSampleBagging: false,
    noOOB: true,
    seed,
    // A threshold below 0 allows splits that leave no error, except at the root, where `withPerfectSplit` makes them.
    treeOptions: { maxDepth: depth, minNumSamples: leafRows, gainThreshold: -1 },
  });
  forest.train(inputs, outputs);
  const { indexes, estimators }: { indexes?: number[][]; estimators?: { root: LibraryNode }[] } = forest;
  const root = estimators?.[0]?.root ?? {};
  const columns = indexes?.[0] ?? [];
  const tree = { feature: [], value: [], otherwise: [] };
  addNode(tree, withPerfectSplit(root, columns, inputs, outputs), columns);
  return tree;
}

/** Splits the root if the best split leaves no squared error. At the root, the library never makes such a split. */
function withPerfectSplit(
  root: LibraryNode,
  columns: readonly number[],
  inputs: readonly (readonly number[])[],
  outputs: readonly number[],
): LibraryNode {
  const { gain, splitColumn, splitValue } = root;
  if (root.left !== undefined || gain !== 0 || splitColumn === undefined || splitValue === undefined) return root;
  const isBelow = (input: readonly number[]) => (input[columns[splitColumn] as number] as number) < splitValue;
  const below = outputs[inputs.findIndex(isBelow)];
  const other = outputs[inputs.findIndex((input) => !isBelow(input))];
  if (below === undefined || other === undefined) return root;
  return { splitColumn, splitValue, left: { distribution: below }, right: { distribution: other } };
}

/** Adds a node and its subtree. The library shuffles columns: its column c is column `columns[c]` of the matrix. */
function addNode(tree: Record<keyof ForestTree, number[]>, node: LibraryNode, columns: readonly number[]): void {
  const place = tree.feature.length;
  tree.otherwise.push(0);
  if (node.left === undefined || node.right === undefined) {
    tree.feature.push(-1);
    tree.value.push(node.distribution as number);
    return;
  }
  tree.feature.push(columns[node.splitColumn as number] as number);
  tree.value.push(node.splitValue as number);
  addNode(tree, node.left, columns);
  tree.otherwise[place] = tree.feature.length;
  addNode(tree, node.right, columns);
}
