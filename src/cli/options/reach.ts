/** Decides which values in a configuration file need the user's trust. The file may come from somebody else. */
import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Argument, Option } from "commander";
import { attempt } from "../../core/attempt.ts";
import { settingOf } from "./add-options.ts";

/**
 * Returns whether an environment variable may set the option. Options whose reach is `output` or `bounds` are allowed,
 * because variables come from the user, unlike some configuration files.
 */
export function hasVariable(option: Option): boolean {
  const { reach } = settingOf(option);
  return reach === undefined || reach === "output" || reach === "bounds";
}

/** Returns why a value needs trust, as the end of a sentence that starts with "it"; null if it needs none. */
export function reasonForTrust(taker: Option | Argument, value: unknown, file: string): string | null {
  const texts = [value].flat().map(String);
  const { reach } = settingOf(taker);
  switch (reach) {
    case "code":
      return "is loaded and run";
    case "address":
      return "is an address to contact";
    case "secret":
      return "is sent, and can name secrets";
    case "body":
      return texts.some((text) => text.includes("{env:") || text.startsWith("@"))
        ? "is sent, and names a secret or a file"
        : null;
    case "output":
      return texts.some((text) => text !== "-" && leadsOutside(text, dirname(file)))
        ? "is an output outside the folder of the file"
        : null;
    case "bounds":
      return "lets files use all memory and time";
    default:
      return null;
  }
}

/**
 * Returns whether writing to the path could change a file outside the folder, or a hidden file, such as in `.git`.
 * Follows symbolic links. A command that writes `lists.csv` may also write into a folder `lists.raw` beside it. So this
 * also checks links beside `lists.csv` whose names start with `lists`, and all links inside folders with such names.
 */
function leadsOutside(path: string, folder: string): boolean {
  const home = realpathSync(folder);
  const isOutside = (real: string) => {
    const path = relative(home, real);
    return isAbsolute(path) || path.split(sep).some((part) => part.startsWith("."));
  };
  const output = realPath(resolve(home, path));
  if (output === null || isOutside(output)) return true;
  const stem = basename(output).replace(/(?<=.)\.[^.]*$/, "");
  const beside = entriesOf(dirname(output)).filter((name) => name.startsWith(stem));
  const below = beside.flatMap((name) => [
    name,
    ...entriesOf(join(dirname(output), name), true).map((one) => join(name, one)),
  ]);
  return below.some((name) => {
    const entry = join(dirname(output), name);
    if (lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false;
    const target = realPath(entry);
    return target === null || isOutside(target);
  });
}

/** Returns the path with all links followed, even if it does not exist yet; null if links form a circle. */
function realPath(path: string, links = 0): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (dirname(path) === path) return path;
    const above = realPath(dirname(path), links);
    return above === null ? null : join(above, basename(path));
  }
  if (!found.isSymbolicLink()) return realpathSync(path);
  return links > 40 ? null : realPath(resolve(realpathSync(dirname(path)), readlinkSync(path)), links + 1);
}

function entriesOf(folder: string, recursive = false): string[] {
  return attempt(() => readdirSync(folder, { recursive, encoding: "utf8" })) ?? [];
}
