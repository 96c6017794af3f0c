/** Twenty-four titles of four queries with two features and grades from 0 to 3, and two titles of a fifth query. */
import type { CalibrationTraining } from "../../src/estimate/calibration/calibration-model.ts";

const rated = 24;

export const training: CalibrationTraining = {
  features: {
    names: ["a", "b"],
    columns: [
      Float64Array.from([...Array.from({ length: rated }, (_, i) => ((7 * i + i * i) % 11) / 10), 0.3, 0.8]),
      Float64Array.from([...Array.from({ length: rated }, (_, i) => ((5 * i * i + 3 * i) % 13) / 10), 0.9, 0.1]),
    ],
  },
  // round(2 a + b / 2 + ((3 i² + i) mod 5) / 5), half to even, like numpy.
  targets: Float64Array.of(
    0,
    3,
    2,
    2,
    0,
    2,
    1,
    3,
    2,
    1,
    2,
    1,
    2,
    1,
    2,
    0,
    2,
    1,
    2,
    3,
    0,
    2,
    1,
    2,
    Number.NaN,
    Number.NaN,
  ),
  queryOfRow: Int32Array.from({ length: rated + 2 }, (_, row) => (row < rated ? row % 4 : 4)),
  rows: Int32Array.from({ length: rated }, (_, row) => row),
};

export const newRows = Int32Array.of(rated, rated + 1);
