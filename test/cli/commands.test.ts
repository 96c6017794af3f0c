import { afterEach, describe, expect, it } from "vitest";
import { commandEntries, neededCommands } from "../../src/cli/commands.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const here = process.cwd();
afterEach(() => process.chdir(here));

function neededIn(folder: string, ...[args, topic]: Parameters<typeof neededCommands>): string[] {
  process.chdir(folder);
  const isNeeded = neededCommands(args, topic);
  return commandEntries.map(({ name }) => name).filter(isNeeded);
}
const all = commandEntries.map(({ name }) => name);

describe("neededCommands", () => {
  it.each([
    { what: "the one that is named", args: ["label", "--json"], topic: null, expected: ["label"] },
    { what: "the one that help is about", args: ["help", "pool"], topic: "pool", expected: ["pool"] },
    { what: "none for the overview", args: [], topic: "", expected: [] },
    { what: "all where none is named", args: ["--", "label"], topic: null, expected: all },
    { what: "all for doctor, which checks the options of all", args: ["doctor"], topic: null, expected: all },
    { what: "all for completion, which lists them", args: ["completion", "zsh"], topic: null, expected: all },
  ])("is $what", ({ args, topic, expected }) => {
    expect(neededIn(temporaryFolder(), args, topic)).toEqual(expected);
  });

  it("is all where there is a configuration file", () => {
    expect(neededIn(temporaryFolder({ "semqrel.config.json": "{}" }), ["label"], null)).toEqual(all);
  });
});
