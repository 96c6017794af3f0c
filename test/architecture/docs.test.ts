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
    const out = temporaryFolder();
    const demo = await runCli([...args.split(" "), "--out", out], { cwd: root, env });
    expect(demo.exitCode).toBe(0);
    const [shown = "", measured = ""] = blocks("text");
    expect(shown.split("\n").length).toBeGreaterThan(10);
    expect(demo.stdout.startsWith(shown)).toBe(true);

    const command = blocks("sh").find((block) => block.startsWith("semqrel measure dist/demo")) ?? "";
    const given = command.trim().replaceAll("dist/demo", out).replaceAll("'", "").split(" ").slice(1);
    const measure = await runCli(given, { cwd: root });
    expect(measure.exitCode, measure.stderr).toBe(0);
    expect(measure.stdout).toBe(measured);
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

  it.each(blocks("ts"))(
    "has examples that compile under the project's own strictness and print what they say",
    (example) => {
      const file = join(root, "dist", "readme-example.ts");
      writeFileSync(file, example);
      const config = join(root, "dist", "readme-example.tsconfig.json");
      writeFileSync(config, JSON.stringify({ extends: "../tsconfig.json", include: [], files: ["readme-example.ts"] }));
      execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", config], { stdio: "pipe" });
      const printed = execFileSync(process.execPath, ["--import", "tsx", file], { cwd: root, encoding: "utf8" });
      const promised = [...example.matchAll(/console\.log.*\/\/ (.*)$/gm)].map(([, comment]) => comment);
      expect(promised).toHaveLength(2);
      expect(printed.trim().split("\n")).toEqual(promised);
    },
  );
});
