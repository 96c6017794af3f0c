/** Does every help end with examples, and does the real parser accept each of them? */
import type { Command } from "commander";
import { expect, it } from "vitest";
import { routed } from "../../src/cli/commands.ts";
import { allCommands } from "../../src/cli/configuration/read-configuration.ts";
import { fullName } from "../../src/cli/options/add-options.ts";
import { buildProgram } from "../../src/cli/run.ts";

const silent = { write: () => {} };
const io = { stdout: silent, stderr: silent, environment: {}, signal: new AbortController().signal };
const program = await buildProgram(io, { exitCode: 0 });
const everyCommand = allCommands(program, [program]);

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (piece) => (text += piece), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return text;
}

/** The lines below "Example:" or "Examples:", up to an empty one, without comments, continued lines joined. */
function examplesIn(help: string): string[] {
  const [, block = ""] = /\nExamples?:\n((?: {2}.+\n?)+)/.exec(help) ?? [];
  const lines = block.replace(/\\\n +/g, "").split("\n");
  return lines.flatMap((line) => (line === "" ? [] : [line.trim().replace(/ +#.*$/, "")]));
}

/** The words of each semqrel call in a shell line, without redirections and assignments before it. */
function callsOf(line: string): string[][] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const calls: string[][] = [];
  let isRedirected = false;
  for (const word of words) {
    if (word === "semqrel") calls.push([]);
    else if (/^(?:&&|;|\|)$/.test(word)) isRedirected = false;
    else if (word.startsWith(">")) isRedirected = true;
    else if (isRedirected) isRedirected = false;
    else calls.at(-1)?.push(word.replace(/['"]/g, ""));
  }
  return calls;
}

const all = everyCommand.map((command) => ({
  name: fullName(command),
  command,
  examples: examplesIn(helpOf(command)),
}));

it.each(all)("the help of $name has examples", ({ name, examples }) => {
  expect(examples.filter((example) => name.split(" ").every((word) => example.includes(word))).length).toBeGreaterThan(
    0,
  );
});

const lines = all.flatMap(({ examples }) => examples);

it.each(lines)("semqrel accepts the example of its help: %s", async (line) => {
  const calls = callsOf(line);
  expect(calls.length).toBeGreaterThan(0);
  for (const call of calls) {
    const parser = await buildProgram(io, { exitCode: 0 });
    const ran: string[] = [];
    for (const command of allCommands(parser)) {
      if (command.options.length > 0) command.action(() => void ran.push(fullName(command)));
    }
    await parser.parseAsync(routed(call), { from: "user" });
    expect(ran).toHaveLength(1);
    for (const word of ran[0]?.split(" ") ?? []) expect(["semqrel", ...call]).toContain(word);
  }
});

it("the parser that checks the examples refuses an option that does not exist", async () => {
  const parser = await buildProgram(io, { exitCode: 0 });
  await expect(parser.parseAsync(["label", "--gone"], { from: "user" })).rejects.toThrow("unknown option");
});

it("every command has --json, except commands that print a script or run until they are stopped", () => {
  const without = everyCommand
    .filter(
      ({ options, parent }) => parent !== null && options.length > 0 && !options.some(({ long }) => long === "--json"),
    )
    .map(fullName);
  expect(without).toEqual(["semqrel system worker", "semqrel system mcp", "semqrel system completion"]);
});
