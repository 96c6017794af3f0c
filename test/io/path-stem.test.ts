/** Which part of a path is its name? */
import { expect, it } from "vitest";
import { pathStem } from "../../src/io/results/results-file.ts";

it.each([
  ["fender.json", "fender"],
  ["saved/fender.json.gz", "fender"],
  ["fender guitar.v2.jsonl", "fender guitar.v2"],
  ["fender", "fender"],
  [".hidden", ".hidden"],
  ["/a.b/fender.GZ", "fender"],
])("pathStem of %s is %s", (path, name) => {
  expect(pathStem(path)).toBe(name);
});
