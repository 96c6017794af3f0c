import { existsSync } from "node:fs";
import { Command } from "commander";
import { type GivenOf, text, toggle } from "../../command/settings.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import { writeWhole } from "../../io/input-error.ts";
import { configurationFile } from "../configuration/read-configuration.ts";
import type { Survey, SurveyedFile } from "../configuration/starting-configuration.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { addOptions } from "../options/add-options.ts";
import { printJson, say } from "../terminal/print.ts";

const settings = {
  reference: text(
    "<name>",
    "the engine you trust most (default: the one with a name such as reference or truth, else the one with the longest lists)",
  ),
  dryRun: toggle("print the file instead of writing it"),
  force: toggle("replace an existing semqrel.config.json"),
  json: toggle("one JSON document: files found, configuration, next commands"),
};
type InitFlags = CommonFlags & GivenOf<typeof settings>;

export function createCommand(io: CliIo): Command {
  return addOptions(new Command("init"), settings)
    .description(
      "Looks for result lists, queries, judgments and runs in this folder and its subfolders, writes " +
        "semqrel.config.json, and prints the next command.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel system init --dry-run\n  semqrel system init --reference scopus\n  semqrel system init --force",
    )
    .action((flags: InitFlags) => init(flags, io));
}

async function init(flags: InitFlags, io: CliIo): Promise<void> {
  const { startingConfiguration, surveyFolder } = await import("../configuration/starting-configuration.ts");
  const isWritten = flags.dryRun !== true;
  if (isWritten && flags.force !== true && existsSync(configurationFile)) {
    throw invalidOption(
      `Cannot write ${configurationFile}: it already exists. Pass --dry-run to see what would be written, or --force to replace it.`,
      { file: configurationFile },
    );
  }
  const { files, skipped } = await surveyFolder();
  const { settings, decisions, next } = startingConfiguration(files, flags.reference ?? null);
  const configuration = { ...schemaHere(), ...settings };
  if (next.length === 0) throw nothingFound(files, skipped);
  const content = `${JSON.stringify(configuration, null, 2)}\n`;
  if (isWritten) writeWhole([{ path: configurationFile, content: [content] }], configurationFile);
  const found = { written: isWritten, files, skipped, configuration, decisions, next };
  if (flags.json) return printJson(io, { schema: "semqrel.init/1", ...found });
  if (!isWritten) io.stdout.write(content);
  const lines = [
    ...files.map((file) => `found ${file.path}: ${describe(file)}`),
    ...skipped.map(({ path, reason }) => `left out ${path}: ${reason}`),
    ...decisions,
    isWritten && `Wrote ${configurationFile}.`,
    `Next: ${next.join(" && ")}`,
  ];
  say(lines, flags, io);
}

function describe({ kind, engines }: SurveyedFile): string {
  if (kind !== "results")
    return { run: "a run", judgments: "judgments", queries: "queries", pool: "a pool", labels: "labels" }[kind];
  return engines
    .map(({ name, queries, rows }) => `${name}, ${counted(queries, "query", "queries")}, ${counted(rows, "result")}`)
    .join("; ");
}

/** Returns the path of the schema, for editors, if semqrel is installed in this folder. */
function schemaHere(): { readonly $schema?: string } {
  const path = "./node_modules/semqrel/docs/schema/configuration.schema.json";
  return existsSync(path) ? { $schema: path } : {};
}

function nothingFound(files: readonly SurveyedFile[], skipped: Survey["skipped"]): SemqrelError {
  const seen = [
    ...files.map((file) => `${file.path}: ${describe(file)}`),
    ...skipped.map(({ path, reason }) => `${path}: ${reason.replace(/\.$/, "")}`),
  ];
  const more = seen.splice(3).length;
  if (more > 0) seen.push(`and ${counted(more, "other file")}`);
  const runs = files.filter(({ kind }) => kind === "run").map(({ path }) => path);
  const titles =
    runs.length === 0 ? "" : ` Runs can be used as lists together with a file of titles (semqrel label --titles FILE).`;
  return new SemqrelError(
    "FILE_NOT_FOUND",
    "Looking for files here: there are no result lists, no judgments with runs and no labels" +
      `${seen.length === 0 ? "" : ` (${seen.join("; ")})`}. ` +
      `Put lists of two engines here, such as CSV with columns query, rank and title.${titles}`,
  );
}
