import { Argument, Option } from "commander";
import { expect, it } from "vitest";
import { remember, shownValue } from "../../../src/cli/options/add-options.ts";
import { textKind } from "../../../src/command/settings.ts";

const hidden = remember(new Option("--header <header>"), {
  kind: { ...textKind, shown: (text) => text.replace(/:.*/, ": ***") },
});

it.each([
  ["one value", "A: secret", "A: ***"],
  ["each of several", ["A: secret", "B: too"], ["A: ***", "B: ***"]],
  ["what the option does not take", { A: "secret" }, "***"],
  ["a number", 4711, "***"],
  ["none", null, null],
])("shows %s as the option's definition says", (_, value, shown) => {
  expect(shownValue(hidden, value)).toEqual(shown);
});

it("shows values of all other options unchanged", () => {
  expect(shownValue(new Option("--depth <n>"), 3)).toBe(3);
  expect(shownValue(new Argument("<queries>"), "queries.tsv")).toBe("queries.tsv");
});
