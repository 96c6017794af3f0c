/**
 * Which commands does a page of the documentation show with their output, and do they print it? Runs each block ```sh
 * that is followed by a block ```text. In the text, a line `…` means any number of lines.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../src/cli/run.ts";
import { mainFile, oneThread, oneThreadOf, root, temporaryFolder } from "./run-cli.ts";

export interface ShownCommands {
  /** One command per line, as users type them. */
  readonly commands: string;
  /** Their output on the page, stdout and stderr together. */
  readonly shown: string;
}

const shownPattern = /```sh\n([^`]*?)```\n+```text\n([\s\S]*?)```/g;

export function shownCommands(markdown: string): readonly ShownCommands[] {
  return [...markdown.matchAll(shownPattern)].map(([, commands = "", shown = ""]) => ({ commands, shown }));
}

/** The page with other outputs in the same places. */
export function withOutputs(markdown: string, outputs: readonly string[]): string {
  let place = 0;
  return markdown.replace(shownPattern, (block, _, shown: string) => {
    const output = outputs[place++] ?? shown;
    return `${block.slice(0, block.length - "```".length - shown.length)}${output}\`\`\``;
  });
}

/**
 * Lines between two `…` must be printed consecutively, in this order. The first ones start the output and the last ones
 * end it, unless there is a `…`.
 *
 * @returns the first of these pieces that is not in its place; null if all are
 */
export function firstDifference(shown: string, printed: string): string | null {
  const output = `\n${printed.trim()}\n`;
  const pieces = `\n${shown.trim()}\n`
    .split("\n…\n")
    .map((piece) => (piece === "" ? "" : `\n${piece.replace(/^\n|\n$/g, "")}\n`));
  let from = 0;
  for (const [place, piece] of pieces.entries()) {
    const isLast = place === pieces.length - 1;
    const found = isLast && place > 0 && piece !== "" ? output.length - piece.length : output.indexOf(piece, from);
    const isThere = found >= from && output.startsWith(piece, found) && (place > 0 || found === 0);
    if (!isThere || (pieces.length === 1 && piece.length !== output.length)) return piece;
    // The line feed that ends this piece may start the next.
    if (piece !== "") from = found + piece.length - 1;
  }
  return null;
}

/** Whether a block only prints help. */
export function isHelp(commands: string): boolean {
  return /^(?:semqrel [\w -]+ --help\n)+$/.test(commands);
}

/** The options of help with their descriptions, with single spaces, because columns differ in width. */
export function optionsOf(help: string): ReadonlySet<string> {
  return new Set(paragraphs(help).flatMap((paragraph) => entries(paragraph).map(withSingleSpaces)));
}

/** Removes from help what pages do not repeat: descriptions, examples, second copies of a group, options in `shown`. */
export function withoutOptions(help: string, shown: ReadonlySet<string>): string {
  const known = new Set<string>();
  const kept = paragraphs(help.trimEnd()).flatMap((paragraph) => {
    if (paragraph.startsWith("Usage: ")) return [paragraph];
    if (!/^(?!Examples:).*:\n {2}/.test(paragraph) || known.has(withSingleSpaces(paragraph))) return [];
    known.add(withSingleSpaces(paragraph));
    const [heading] = paragraph.split("\n");
    const own = entries(paragraph).filter((entry) => !shown.has(withSingleSpaces(entry)));
    return own.length === 0 ? [] : [[heading, ...own].join("\n")];
  });
  return `${kept.join("\n\n")}\n`;
}

function paragraphs(help: string): readonly string[] {
  return help.split(/\n\n(?=\S)|\n(?=Usage: )/);
}

/** An entry starts with two spaces; further lines of its description are indented more. */
function entries(paragraph: string): readonly string[] {
  return paragraph.split(/\n(?= {0,2}\S)/).filter((entry) => /^ {2}\S/.test(entry));
}

function withSingleSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export interface Printed {
  readonly exitCode: number | null;
  /** stdout and stderr together, without blank lines at both ends and blanks at line ends. */
  readonly printed: string;
}

/**
 * Runs what pages show, each page as if in a separate folder. Runs common beginnings of several pages once.
 *
 * @returns a function that takes all blocks of a page up to the wanted one, and returns the output of that one
 */
export function shownCommandRunner(cache: string): (blocks: readonly string[]) => Promise<Printed> {
  const done = new Map<string, Promise<Printed & { readonly folder: string }>>();
  function after(blocks: readonly string[]): Promise<Printed & { readonly folder: string }> {
    const key = JSON.stringify(blocks);
    const known = done.get(key) ?? step(blocks);
    done.set(key, known);
    return known;
  }
  async function step(blocks: readonly string[]): Promise<Printed & { readonly folder: string }> {
    const last = blocks.at(-1);
    if (last === undefined) return { exitCode: 0, printed: "", folder: readersFolder() };
    const { folder: before } = await after(blocks.slice(0, -1));
    const folder = isHelp(last) ? before : temporaryFolder();
    if (!isHelp(last)) cpSync(before, folder, { recursive: true });
    const plain = plainCommands(last);
    return { ...(plain === null ? runBlock(last, folder, cache) : await runPlain(plain, folder, cache)), folder };
  }
  return after;
}

/** A folder as a reader has it: the sample, the recipes and a command `semqrel`. */
function readersFolder(): string {
  const folder = temporaryFolder();
  for (const part of ["data/samples", "docs/recipes"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, ".bin"));
  const command = join(folder, ".bin/semqrel");
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${mainFile}" "$@"\n`);
  chmodSync(command, 0o755);
  return folder;
}

/** Runs one line after the other, and stops if one fails. */
function runBlock(commands: string, folder: string, cache: string): Printed {
  const { status, stdout } = spawnSync("sh", ["-e", "-c", `exec 2>&1\n${commands}`], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    env: {
      PATH: `${join(folder, ".bin")}:${process.env["PATH"]}`,
      HOME: folder,
      TMPDIR: process.env["TMPDIR"] ?? "/tmp",
      SEMQREL_CACHE: cache,
      ...oneThread,
    },
  });
  return { exitCode: status, printed: trimmed(stdout) };
}

/** Arguments, if every line is a semqrel command without shell syntax except quotes; otherwise null. */
function plainCommands(commands: string): string[][] | null {
  const lines = commands.trimEnd().split("\n");
  if (!lines.every((line) => /^semqrel(?: (?:[\w./:=,@-]+|'[^']*'))+$/.test(line))) return null;
  return lines.map((line) =>
    [...line.matchAll(/ (?:'([^']*)'|(\S+))/g)].map(([, quoted, word]) => quoted ?? word ?? ""),
  );
}

/** Most blocks are plain, and need no separate processes, which take longer than the commands. */
async function runPlain(commands: readonly string[][], folder: string, cache: string): Promise<Printed> {
  let printed = "";
  const output = { write: (text: string) => (printed += text) };
  const signal = new AbortController().signal;
  const before = process.cwd();
  process.chdir(folder);
  try {
    let exitCode = 0;
    for (const args of commands) {
      const width = args.at(-1) === "--help" ? { COLUMNS: "100" } : {};
      const environment = {
        PATH: process.env["PATH"],
        HOME: folder,
        SEMQREL_CACHE: cache,
        ...oneThreadOf(args),
        ...width,
      };
      exitCode ||= await run(args, { stdout: output, stderr: output, environment, signal });
    }
    return { exitCode, printed: trimmed(printed) };
  } finally {
    process.chdir(before);
  }
}

/** A line of progress is printed every ten seconds, which depends on the machine, not on the command. */
const progressLine = /^\w[\w ]* \d+\/\d+ \w+, \d+\/s(, .* left)?\n/gm;

function trimmed(printed: string): string {
  const lines = printed
    .replace(progressLine, "")
    .replace(/^\n+|\s+$/g, "")
    .split("\n");
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
