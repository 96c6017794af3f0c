/** Decides which values of a configuration file, which may be somebody else's, need the user's trust. */
import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Argument, Option } from "commander";
import { attempt } from "../../core/attempt.ts";
import { settingOf } from "./add-options.ts";

/** The environment may set outputs and bounds, because it comes from the user, unlike a file in a folder. */
export function hasVariable(option: Option): boolean {
  const { reach } = settingOf(option);
  return reach === undefined || reach === "output" || reach === "bounds";
}

/** Returns why a value in the file needs trust, to complete "it …"; null if it does not. */
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
        ? "is written, outside the folder of the file"
        : null;
    case "bounds":
      return "lets files use all memory and time";
    default:
      return null;
  }
}

/**
 * Whether writing to the path could change something outside the folder or in a hidden part such as `.git`, directly,
 * or through a symbolic link there, or beside it with the same stem (`lists.raw` for `lists.csv`).
 */
function leadsOutside(path: string, folder: string): boolean {
  const home = realpathSync(folder);
  const isOutside = (place: string) => {
    const path = relative(home, place);
    return isAbsolute(path) || path.split(sep).some((part) => part.startsWith("."));
  };
  const place = realPlace(resolve(home, path));
  if (place === null || isOutside(place)) return true;
  const stem = basename(place).replace(/(?<=.)\.[^.]*$/, "");
  const beside = entriesOf(dirname(place)).filter((name) => name.startsWith(stem));
  const below = beside.flatMap((name) => [
    name,
    ...entriesOf(join(dirname(place), name), true).map((one) => join(name, one)),
  ]);
  return below.some((name) => {
    const entry = join(dirname(place), name);
    if (lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false;
    const target = realPlace(entry);
    return target === null || isOutside(target);
  });
}

/** Returns the path without links, even if it does not exist yet; null if links form a circle. */
function realPlace(path: string, links = 0): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (dirname(path) === path) return path;
    const above = realPlace(dirname(path), links);
    return above === null ? null : join(above, basename(path));
  }
  if (!found.isSymbolicLink()) return realpathSync(path);
  return links > 40 ? null : realPlace(resolve(realpathSync(dirname(path)), readlinkSync(path)), links + 1);
}

function entriesOf(folder: string, recursive = false): string[] {
  return attempt(() => readdirSync(folder, { recursive, encoding: "utf8" })) ?? [];
}
