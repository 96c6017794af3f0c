import { Argument, Option } from "commander";
import { expect, it } from "vitest";
import { remember, shownValue } from "../../../src/cli/options/add-options.ts";
import { textKind } from "../../../src/command/settings.ts";

const hidden = remember(new Option("--header <header>"), {
  kind: { ...textKind, shown: (text) => text.replace(/:.*/, ": ***") },
});

it.each([
  ["one value", "A: secret", "A: ***"],
  ["each of several values", ["A: secret", "B: too"], ["A: ***", "B: ***"]],
  ["a value that the option does not accept", { A: "secret" }, "***"],
  ["a number", 4711, "***"],
  ["null", null, null],
])("shows %s as the option's definition requires", (_, value, shown) => {
  expect(shownValue(hidden, value)).toEqual(shown);
});

it("shows values of all other options unchanged", () => {
  expect(shownValue(new Option("--depth <n>"), 3)).toBe(3);
  expect(shownValue(new Argument("<queries>"), "queries.tsv")).toBe("queries.tsv");
});
