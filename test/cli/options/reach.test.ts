/** Which options reach beyond the folder of a configuration file? */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Option } from "commander";
import { describe, expect, it } from "vitest";
import { remember } from "../../../src/cli/options/add-options.ts";
import { reasonForTrust } from "../../../src/cli/options/reach.ts";
import { buildProgram } from "../../../src/cli/run.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

describe("every option of every command", () => {
  it("is marked in its definition if it names an address, a header, a model, a module or an output", async () => {
    const write = () => true;
    const signal = new AbortController().signal;
    const io = { stdout: { write }, stderr: { write }, environment: {}, signal };
    const program = await buildProgram(io, { exitCode: 0 });
    const tells =
      /^--(?:out|output|raw|db|indexes|.*(?:url|host|endpoint|queue|header|body|model|module|secret|token|key-env|command|plugin))$/;
    const takers = program.commands
      .flatMap((command) => [command, ...command.commands])
      .flatMap((command) => [
        ...command.options
          .filter(({ long, flags }) => tells.test(long ?? "") || /<(?:url|address)/.test(flags))
          .map((option) => ({ name: `${command.name()} ${option.long}`, taker: option })),
        ...command.registeredArguments
          .filter((argument) => /^(?:out|url|address)$/.test(argument.name()))
          .map((argument) => ({ name: `${command.name()} ${argument.name()}`, taker: argument })),
      ]);
    const hostile = join(temporaryFolder(), "{env:SECRET}");
    const file = join(temporaryFolder(), "semqrel.config.json");
    const harmless = takers.filter(({ taker }) => reasonForTrust(taker, hostile, file) === null);
    // The kinds of models that rerank fits are words, and nothing is loaded.
    expect(harmless.map(({ name }) => name)).toEqual(["rerank --model"]);
    expect(takers.length).toBeGreaterThan(30);
  });
});

describe("the body of a request", () => {
  const needs = (value: string) =>
    reasonForTrust(remember(new Option("--body <text>"), { reach: "body" }), value, "x.json") !== null;

  it("needs trust if it names a variable or a file", () => {
    expect(['{"q":"{query}"}', '{"k":"{env:KEY}"}', "@/home/me/.netrc"].map(needs)).toEqual([false, true, true]);
  });
});

describe("the path of an output", () => {
  const folder = temporaryFolder({ "plain.csv": "" });
  const elsewhere = temporaryFolder({ "mine.txt": "" });
  mkdirSync(join(folder, "labels/qrels"), { recursive: true });
  mkdirSync(join(folder, "linked"));
  symlinkSync(elsewhere, join(folder, "away"));
  symlinkSync(join(elsewhere, "not-yet"), join(folder, "dangling.csv"));
  symlinkSync("circle", join(folder, "circle"));
  symlinkSync(join(folder, "plain.csv"), join(folder, "inside.csv"));
  symlinkSync(join(elsewhere, "mine.txt"), join(folder, "linked/labels.csv"));
  symlinkSync(join(elsewhere, "mine.txt"), join(folder, "gold.qrels.provenance.json"));
  symlinkSync(elsewhere, join(folder, "lists.raw"));
  writeFileSync(join(folder, "semqrel.config.json"), "{}");

  it.each([
    ["plain.csv", false],
    ["new/deep/report.html", false],
    ["labels", false],
    ["inside.csv", false],
    ["-", false],
    [join(folder, "plain.csv"), false],
    ["../plain.csv", true],
    ["new/../../x", true],
    [elsewhere, true],
    ["/dev/stdout", true],
    ["away/x.csv", true],
    ["away", true],
    ["dangling.csv", true],
    ["circle", true],
    ["linked", true],
    ["gold.qrels", true],
    ["lists.csv", true],
    // Contains links that lead outside.
    [".", true],
    [".git/config", true],
    ["new/.git/hooks", true],
  ])("needs trust if it leads outside the folder or into .git: %s (%s)", (path, isOutside) => {
    const reason = reasonForTrust(
      remember(new Option("--out <file>"), { reach: "output" }),
      path,
      join(folder, "semqrel.config.json"),
    );
    expect(reason !== null).toBe(isOutside);
  });
});
