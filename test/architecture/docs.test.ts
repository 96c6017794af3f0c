import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../../src/cli/run.ts";
import { root, runCli, temporaryFolder } from "../support/run-cli.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");

/** The README's code blocks of one language. */
function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code]) => code ?? "");
}

describe("the README", () => {
  it("gives each of the two set-up commands alone on its line in a code block", () => {
    const lines = blocks("sh").map((block) => block.trimEnd());
    expect(lines).toContain("npm ci && npm run demo");
    expect(lines).toContain("npm ci && npm test");
  });

  it("shows the lines that the demo prints", async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const [, args = ""] = /main\.js (.*) --out \S+$/.exec(scripts.demo) ?? [];
    const env = { SEMQREL_INDEXES: temporaryFolder() };
    const { exitCode, stdout } = await runCli(args.split(" "), { cwd: root, env });
    expect(exitCode).toBe(0);
    const [shown = ""] = blocks("text");
    expect(shown.split("\n").length).toBeGreaterThan(10);
    expect(stdout.startsWith(shown)).toBe(true);
  });

  it("names every option of label, and no other", async () => {
    const io = {
      stdout: process.stdout,
      stderr: process.stderr,
      environment: {},
      signal: new AbortController().signal,
    };
    const program = await buildProgram(io, { exitCode: 0 }, true);
    const command = program.commands.find((candidate) => candidate.name() === "label");
    const known = command?.options.filter((option) => !option.hidden).map((option) => option.long ?? "") ?? [];
    const [, section = ""] = readme.split("### Options of `label`");
    const table = section.split("\n## ")[0] ?? "";
    const named = [...table.matchAll(/`(?:-\w`, `)?(--[\w-]+)/g)].map(([, name]) => name ?? "");
    expect([...new Set(named)].sort()).toEqual(known.filter((name) => name !== "--help").sort());
  });

  it("has an example that compiles under the project's own strictness and prints what its comments say", () => {
    const [example = ""] = blocks("ts");
    const file = join(root, "dist", "readme-example.ts");
    writeFileSync(file, example);
    const config = join(root, "dist", "readme-example.tsconfig.json");
    writeFileSync(config, JSON.stringify({ extends: "../tsconfig.json", include: [], files: ["readme-example.ts"] }));
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", config], { stdio: "pipe" });
    const printed = execFileSync(process.execPath, ["--import", "tsx", file], { cwd: root, encoding: "utf8" });
    const promised = [...example.matchAll(/console\.log.*\/\/ (.*)$/gm)].map(([, comment]) => comment);
    expect(promised).toHaveLength(2);
    expect(printed.trim().split("\n")).toEqual(promised);
  });
});
