/** Are warnings printed on stderr completely, once, and without harm to the terminal? */
import { describe, expect, it } from "vitest";
import type { CommonFlags } from "../../../src/cli/io.ts";
import { remark } from "../../../src/cli/terminal/terminal.ts";
import { isGrave, renderWarning, type Warning } from "../../../src/core/warnings.ts";

const esc = "\u001b";
const cut: Warning = { kind: "repeated-judgments", source: "qrels", count: 2 };
const rebuilt: Warning = { kind: "cache-rebuilt", reason: "it was cut short" };

async function said(
  warnings: readonly Warning[],
  flags: CommonFlags = {},
  isTTY = false,
  isShown?: (warning: Warning) => boolean,
) {
  const written = { stdout: "", stderr: "" };
  const io = {
    stdout: { isTTY, write: (text: string) => (written.stdout += text) },
    stderr: { isTTY, write: (text: string) => (written.stderr += text) },
    environment: {},
    signal: new AbortController().signal,
  };
  await remark(warnings, flags, io, isShown);
  return written;
}

describe("remark", () => {
  it("writes a heading and a line for each warning, only on stderr", async () => {
    expect(await said([cut, rebuilt])).toEqual({
      stdout: "",
      stderr:
        "\nWarnings:\n" +
        "- qrels: 2 judgments are repeated; each counts once.\n" +
        "- The vector cache was damaged (it was cut short). It was set aside, and a new one was started.\n",
    });
  });

  it("writes the most serious warnings first, and counts warnings that are not shown", async () => {
    const shared: Warning = { kind: "shared-ranks", engine: "a", count: 9, results: 9, examples: ["a.csv:3"] };
    const heading = "\nWarnings:\n";
    const [grave, other] = [`- ${renderWarning(shared)}\n`, `- ${renderWarning(cut)}\n`];
    expect((await said([cut, shared])).stderr).toBe(`${heading}${grave}${other}`);
    expect((await said([cut, shared, shared, cut], {}, false, isGrave)).stderr).toBe(
      `${heading}${grave}${grave}- and 2 more: --full prints them.\n`,
    );
    expect((await said([cut], {}, false, isGrave)).stderr).toBe(
      "\n1 warning about lists and files: --full prints it.\n",
    );
  });

  it("writes no heading if there are no warnings, and no warnings with --quiet", async () => {
    expect(await said([])).toEqual({ stdout: "", stderr: "" });
    expect(await said([cut], { quiet: true })).toEqual({ stdout: "", stderr: "" });
  });

  it("colours the heading if stderr is a terminal, or if --color is always", async () => {
    const heading = `${esc}[33mWarnings:${esc}[39m`;
    for (const { stderr } of [await said([cut], {}, true), await said([cut], { color: "always" })]) {
      expect(stderr).toBe(`\n${heading}\n- ${renderWarning(cut)}\n`);
    }
    expect((await said([cut], { color: "never" }, true)).stderr).not.toContain(esc);
  });

  it("escapes control characters of the data", async () => {
    const { stderr } = await said([{ kind: "repeated-judgments", source: `a${esc}[31m\nb`, count: 1 }]);
    expect(stderr).toBe("\nWarnings:\n- a\\x1b[31m\\x0ab: 1 judgment is repeated; each counts once.\n");
  });
});
