/** Writes the results of checks such as --fail-under, as annotations on GitHub and as JUnit XML. */
import { invalidOption } from "../../core/errors.ts";
import { escapeHtml, replaceControlCharacters } from "../../core/text/escape.ts";

export interface Check {
  readonly name: string;
  readonly failure: string | null;
}

export interface CheckFlags {
  readonly failUnder?: readonly unknown[];
  readonly failIfWorse?: readonly unknown[];
  readonly junit?: string;
}

/** @param args - the typed arguments; their files must not be replaced */
export async function requireChecks({ junit, ...flags }: CheckFlags, args: readonly unknown[]): Promise<void> {
  if (junit === undefined) return;
  const { requireOtherFile } = await import("../../io/require-paths.ts");
  const { namedFile } = await import("../../io/results/results-file.ts");
  const given = [...args, ...Object.values(flags)].flat().filter((text) => typeof text === "string");
  requireOtherFile(
    junit,
    given.map((text) => namedFile(text).path),
  );
  const { failUnder, failIfWorse } = flags;
  if ([...(failUnder ?? []), ...(failIfWorse ?? [])].length > 0) return;
  const flag = failIfWorse === undefined ? "--fail-under" : "--fail-if-worse";
  throw invalidOption(`Cannot write ${junit}: --junit writes the results of ${flag}. Give ${flag} too.`);
}

/** Imports the writer only when it is needed, because every command loads this module at its start. */
export async function writeJunit(path: string, command: string, checks: readonly Check[]): Promise<void> {
  const { writeWhole } = await import("../../io/input-error.ts");
  writeWhole([{ path, content: [junitXml(command, checks)] }], path);
}

/** Source of the format: https://github.com/testmoapp/junitxml */
export function junitXml(command: string, checks: readonly Check[]): string {
  const failures = checks.filter(({ failure }) => failure !== null).length;
  const inert = (text: string) => escapeHtml(replaceControlCharacters(text));
  const cases = checks.map(({ name, failure }) => {
    const opened = `  <testcase classname="semqrel ${inert(command)}" name="${inert(name)}"`;
    return failure === null ? `${opened}/>` : `${opened}><failure message="${inert(failure)}"/></testcase>`;
  });
  const counts = `tests="${checks.length}" failures="${failures}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="semqrel ${inert(command)}" ${counts}>`,
    ...cases,
    "</testsuite>",
    "",
  ].join("\n");
}

/** Returns a log line that GitHub shows as an error of the workflow run (GitHub Docs, Workflow commands). */
export function annotation(reason: string): string {
  const escaped = reason.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return `::error title=semqrel::${escaped}\n`;
}
