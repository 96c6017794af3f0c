/** Does every help end with examples, and does the real parser take each of them? */
import type { Command } from "commander";
import { expect, it } from "vitest";
import { buildProgram } from "../../src/cli/run.ts";

const silent = { write: () => {} };
const io = { stdout: silent, stderr: silent, environment: {}, signal: new AbortController().signal };
const program = await buildProgram(io, { exitCode: 0 });
const everyCommand = [program, ...program.commands.flatMap((one) => [one, ...one.commands])];

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (piece) => (text += piece), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return text;
}

/** The lines below "Example:" or "Examples:", up to an empty one; remarks in brackets at their ends left out, continued lines joined. */
function examplesIn(help: string): string[] {
  const [, block = ""] = /\nExamples?:\n((?: {2}.+\n?)+)/.exec(help) ?? [];
  const lines = block.replace(/\\\n +/g, "").split("\n");
  return lines.flatMap((line) => (line === "" ? [] : [line.trim().replace(/ +\([^)]*\)$/, "")]));
}

/** The words of each call of semqrel in a line of a shell; what is redirected or set before it is left out. */
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

const all = everyCommand.map((command) => ({ name: nameOf(command), command, examples: examplesIn(helpOf(command)) }));

it.each(all)("the help of $name has examples", ({ name, examples }) => {
  expect(examples.filter((example) => example.includes(name)).length).toBeGreaterThan(0);
});

const lines = all.flatMap(({ examples }) => examples);

it.each(lines)("%s", async (line) => {
  const calls = callsOf(line);
  expect(calls.length).toBeGreaterThan(0);
  for (const call of calls) {
    const parser = await buildProgram(io, { exitCode: 0 });
    const ran: string[] = [];
    for (const command of parser.commands.flatMap((one) => [one, ...one.commands])) {
      if (command.commands.length === 0) command.action(() => void ran.push(nameOf(command)));
    }
    await parser.parseAsync(call, { from: "user" });
    expect(ran).toHaveLength(1);
    expect(`semqrel ${call.join(" ")}`).toContain(ran[0]);
  }
});

it("an example with a flag that is gone would fail", async () => {
  const parser = await buildProgram(io, { exitCode: 0 });
  await expect(parser.parseAsync(["label", "--gone"], { from: "user" })).rejects.toThrow("unknown option");
});

it("every command has --json, but those whose answer is a script or that run until they are stopped", () => {
  const without = everyCommand
    .filter(({ commands, options }) => commands.length === 0 && !options.some(({ long }) => long === "--json"))
    .map(nameOf);
  expect(without).toEqual(["semqrel worker", "semqrel completion"]);
});
