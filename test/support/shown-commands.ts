/**
 * Which commands does a page of the documentation show together with what they print, and do they print that?
 * A block ```sh followed by a block ```text is run; of the text, a line `…` stands for any number of lines.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mainFile, root, temporaryFolder } from "./run-cli.ts";

export interface ShownCommands {
  /** One command a line, as users type them. */
  readonly commands: string;
  /** What stands in the page as their output, stdout and stderr as they come. */
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

/** @returns the first line of `shown` that is not where it should be in `printed`; null where all are */
export function firstDifference(shown: string, printed: string): string | null {
  const lines = printed.trim().split("\n");
  let from = 0;
  let mayLeaveOut = false;
  for (const line of shown.trim().split("\n")) {
    if (line === "…") {
      mayLeaveOut = true;
      continue;
    }
    const found = mayLeaveOut ? lines.indexOf(line, from) : from;
    if (found < 0 || lines[found] !== line) return line;
    from = found + 1;
    mayLeaveOut = false;
  }
  return mayLeaveOut || from === lines.length ? null : `(the end; printed also: ${lines[from]})`;
}

/** A folder as a reader has it: the sample, the recipes and a command `semqrel`. */
export function readersFolder(): string {
  const folder = temporaryFolder();
  for (const part of ["data/samples", "docs/recipes"]) cpSync(join(root, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, ".bin"));
  const command = join(folder, ".bin/semqrel");
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${mainFile}" "$@"\n`);
  chmodSync(command, 0o755);
  return folder;
}

/** Runs the lines one after the other in that folder, stopping where one fails; blank lines at both ends fall away. */
export function runShown(commands: string, folder: string, cache: string): { exitCode: number | null; printed: string } {
  const { status, stdout } = spawnSync("sh", ["-e", "-c", `exec 2>&1\n${commands}`], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    env: {
      PATH: `${join(folder, ".bin")}:${process.env["PATH"]}`,
      HOME: folder,
      TMPDIR: process.env["TMPDIR"] ?? "/tmp",
      SEMQREL_CACHE: cache,
    },
  });
  const lines = stdout.replace(/^\n+|\s+$/g, "").split("\n");
  return { exitCode: status, printed: `${lines.map((line) => line.trimEnd()).join("\n")}\n` };
}
