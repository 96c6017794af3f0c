import { afterEach, describe, expect, it } from "vitest";
import { commandPaths, neededCommands, routed } from "../../src/cli/commands.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const here = process.cwd();
afterEach(() => process.chdir(here));

function neededIn(folder: string, args: readonly string[], isHelp: boolean): string[] {
  process.chdir(folder);
  return commandPaths().filter(neededCommands(args, isHelp));
}
const all = commandPaths();

describe("neededCommands", () => {
  it.each([
    { what: "the command that is named", args: ["label", "--json"], isHelp: false, expected: ["label"] },
    { what: "the command whose help is requested", args: ["pool", "--help"], isHelp: true, expected: ["pool"] },
    {
      what: "the named job of the command",
      args: ["pool --plan", "labels"],
      isHelp: false,
      expected: ["pool --plan"],
    },
    {
      what: "the parent of a subcommand",
      args: ["system", "cache", "dir"],
      isHelp: false,
      expected: ["system cache"],
    },
    { what: "no command for the overview", args: [], isHelp: true, expected: [] },
    { what: "all commands if none is named", args: ["--", "label"], isHelp: false, expected: all },
    {
      what: "all commands for doctor",
      args: ["system", "doctor"],
      isHelp: false,
      expected: all,
    },
    {
      what: "all commands for completion",
      args: ["system", "completion", "zsh"],
      isHelp: false,
      expected: all,
    },
  ])("returns $what", ({ args, isHelp, expected }) => {
    expect(neededIn(temporaryFolder(), args, isHelp)).toEqual(expected);
  });

  it("returns all commands if there is a configuration file", () => {
    expect(neededIn(temporaryFolder({ "semqrel.config.json": "{}" }), ["label"], false)).toEqual(all);
  });
});

describe("routed", () => {
  it.each([
    { args: ["pool", "labels", "--plan", "--rho", ".4"], expected: ["pool --plan", "labels", "--rho", ".4"] },
    { args: ["pool", "--", "--plan"], expected: ["pool", "--", "--plan"] },
    {
      args: ["estimate", "labels", "--write-labels", "new"],
      expected: ["estimate --write-labels", "labels", "--write-labels", "new"],
    },
    {
      args: ["estimate", "labels", "--write-labels=new"],
      expected: ["estimate --write-labels", "labels", "--write-labels=new"],
    },
    { args: ["help", "pool", "--next"], expected: ["pool --next", "--help"] },
    { args: ["estimate", "--write-labels", "--help"], expected: ["estimate --write-labels", "--help"] },
    { args: ["help"], expected: ["--help"] },
    { args: ["label", "--plan"], expected: ["label", "--plan"] },
  ])("reads $args as $expected", ({ args, expected }) => {
    expect(routed(args)).toEqual(expected);
  });
});
