import {
  type GivenOf,
  group,
  longName,
  output,
  repeated,
  special,
  text,
  texts,
  textsKind,
  toggle,
  unitShare,
  WrongValue,
  wholeNumber,
} from "../../command/settings.ts";
import { workSettings } from "../../command/shared-settings.ts";
import { refusing } from "../../core/errors.ts";

export const USUAL_SCALE = "1-5";
export const USUAL_SEED = 1;

export const refused = refusing("Rating");

const portKind = {
  wanted: "a port from 0 (any that is free) to 65535",
  accepts: (value: unknown) => typeof value === "number",
  read(value: string) {
    const number = Number(value);
    if (/^\d+$/.test(value) && number <= 65_535) return number;
    throw new WrongValue("Give a port from 0 (any that is free) to 65535.");
  },
  schema: { type: "integer", minimum: 0, maximum: 65_535 },
};

/** Settings of the page. They do not apply to an import. */
export const pageSettings = {
  open: toggle("open the page in the browser"),
  rater: repeated("<name>", "name of a rater, who gets a personal link to the page; repeatable"),
  guidelines: text("<file>", "Markdown that raters can read on the page"),
  ...group("Page:", {
    port: special<number>(portKind, "<n>", "port (default: the last one used, else any free port)"),
    host: text(
      "<address>",
      "address of this machine for raters on other machines; needs --rater for each rater; the connection is plain HTTP",
      { reach: "address" },
    ),
    everyNetwork: toggle("allow --host 0.0.0.0 or ::, which serve every network", { reach: "address" }),
    seed: wholeNumber("<n>", `seed of the raters' orders (default: ${USUAL_SEED})`),
    repeatShare: unitShare("<share>", "share of pairs shown twice (default: 0.05)"),
  }),
};

export const rateSettings = {
  db: output("<file>", "database of ratings (SQLite), created if it does not exist", { isRequired: true }),
  ...pageSettings,
  scale: text("<range>", `grades, e.g. 0-3, or 0-3:0.5 to import half grades (default: ${USUAL_SCALE})`),
  labels: special<readonly string[]>(
    { ...textsKind, read: (value) => value.split("|").map((label) => label.trim()) },
    "<names>",
    'meaning of the grades, lowest first: "no|somewhat|yes"',
  ),
  import: texts("<files...>", "files of ratings to add (Quepid, Chorus, qrels …) without opening the page"),
  json: toggle("one JSON document on stdout instead of the address"),
  ...group("Import:", {
    queries: text("<file>", "file that maps query ids to their texts (id TAB text, CSV, JSONL)"),
  }),
  signal: workSettings.signal,
};
export type RateGiven = GivenOf<typeof rateSettings>;

export function wrongOption(name: keyof RateGiven, what: string) {
  const option = longName(name);
  return refused(`${option} ${what}.`, { option });
}
