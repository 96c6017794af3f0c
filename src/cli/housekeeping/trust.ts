import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Command } from "commander";
import { type GivenOf, toggle } from "../../command/settings.ts";
import { invalidOption, messageOf, SemqrelError } from "../../core/errors.ts";
import { isFolder } from "../../core/files/folders.ts";
import { counted } from "../../core/text/wording.ts";
import {
  type ConfigurationFile,
  configurationFile,
  type ExplainedSetting,
  explainSettings,
  forget,
  isTrusted,
  readConfiguration,
  trust,
} from "../configuration/read-configuration.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { addOptions, programOf } from "../options/add-options.ts";
import { printJson, say } from "../terminal/print.ts";

const settings = {
  dryRun: toggle("only show the file"),
  remove: toggle("remove the record"),
  json: toggle("one JSON document: what the file sets, and which settings need trust"),
};
type TrustFlags = CommonFlags & GivenOf<typeof settings>;

export function createCommand(io: CliIo): Command {
  const command = new Command("trust");
  return addOptions(command, settings)
    .description(
      "Shows what a configuration file sets, and records that you trust it as it is now. Until you trust it, the file cannot\n" +
        "set code or models to load, addresses, headers, or outputs outside its folder. If it changes or becomes a link, it is no\n" +
        "longer trusted. Options on the command line do not need trust.",
    )
    .argument("[file]", `configuration file (default: ${configurationFile} in this folder)`)
    .addHelpText(
      "after",
      `\nExamples:\n  semqrel system trust --dry-run\n  semqrel system trust\n  semqrel system trust cloned/${configurationFile}\n` +
        "  semqrel system trust --remove",
    )
    .action((file: string | undefined, flags: TrustFlags) =>
      answer(file ?? configurationFile, programOf(command), flags, io),
    );
}

function answer(path: string, program: Command, flags: TrustFlags, io: CliIo): void {
  if (basename(path) !== configurationFile) {
    throw invalidOption(`Trusting ${path}: semqrel only reads a file called ${configurationFile}.`, { file: path });
  }
  if (flags.remove) {
    remove(path, flags, io);
    return;
  }
  const file = readConfiguration(program, path);
  if (file === null) {
    throw new SemqrelError("FILE_NOT_FOUND", `Trusting ${path}: there is no such file.`, { details: { file: path } });
  }
  const explained = explainSettings(program, file);
  if (flags.dryRun !== true) record(file, io);
  const trusted = isTrusted(file, io.environment);
  if (flags.json) {
    printJson(io, { schema: "semqrel.trust/1", file: file.path, sha256: file.sha256, trusted, settings: explained });
    return;
  }
  io.stdout.write(listing(file, explained));
  const needing = counted(explained.filter(({ reason }) => reason !== null).length, "of them needs", "of them need");
  say(`${needing} trust. The file ${trusted ? "is trusted until it changes" : "is not trusted"}.`, flags, io);
}

function record(file: ConfigurationFile, io: CliIo): void {
  if (file.isLink) {
    throw invalidOption(
      `Trusting ${file.path}: it is a symbolic link, whose target can change. Replace the link with the file.`,
      { file: file.path },
    );
  }
  try {
    trust(file, io.environment);
  } catch (cause) {
    throw new SemqrelError(
      "OUTPUT_UNWRITABLE",
      `Trusting ${file.path}: the record cannot be written (${messageOf(cause)}). Set XDG_STATE_HOME to a folder that you can write to.`,
      { details: { file: file.path }, cause },
    );
  }
}

function remove(path: string, flags: TrustFlags, io: CliIo): void {
  const folder = dirname(path);
  const file = isFolder(folder) ? join(realpathSync(folder), configurationFile) : resolve(path);
  const removed = forget(file, io.environment);
  if (flags.json) printJson(io, { schema: "semqrel.trust/1", file, trusted: false, removed });
  else io.stdout.write(removed ? `${file} is no longer trusted.\n` : `${file} was not trusted.\n`);
}

/** Lists all settings in full, with control characters escaped, because the file may be hostile. */
function listing({ path }: ConfigurationFile, settings: readonly ExplainedSetting[]): string {
  const lines = settings.flatMap(({ section, key, value, reason }) => [
    `  ${section === null ? "" : `${section}: `}${key}: ${JSON.stringify(value)}`,
    ...(reason === null ? [] : [`    needs trust because it ${reason}`]),
  ]);
  const visible = (line: string) =>
    line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
  return `${[`${path} sets`, ...lines].map(visible).join("\n")}\n`;
}
