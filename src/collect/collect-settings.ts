import {
  count,
  type GivenOf,
  group,
  isText,
  oneOf,
  output,
  repeated,
  type SettingsOf,
  special,
  text,
  textKind,
  toggle,
  WrongValue,
} from "../command/settings.ts";
import { environment, requestSettings, spreadsheetSafe, workSettings } from "../command/shared-settings.ts";
import { attempt } from "../core/attempt.ts";
import { shownAddress, shownBody, shownHeader } from "../io/ask/secrets.ts";

const elasticsearch = { results: "hits.hits", title: "_source.title", id: "_id" };

export const presets = {
  elasticsearch,
  opensearch: elasticsearch,
  solr: { results: "response.docs", title: "title", id: "id" },
  algolia: { results: "hits", title: "title", id: "objectID" },
  crossref: { results: "message.items", title: "title", id: "DOI" },
  openalex: { results: "results", title: "display_name", id: "id" },
};

const header = repeated("<header>", "'Name: value', repeatable; secrets as {env:NAME}", {
  reach: "secret",
  short: "-H",
  default: [],
  defaultText: "none",
});
const pathKind = {
  ...textKind,
  wanted: "keys with dots between them, such as hits.hits",
  accepts: (value: unknown) => isText(value) && attempt(() => readPath(value)) !== null,
  read: readPath,
};
const path = (help: string) => special<string>(pathKind, "<path>", help);

export const collectSettings = {
  url: special<string>(
    { ...textKind, shown: shownAddress },
    "<template>",
    "address, such as 'https://search.example.org/find?q={query}&n={size}'",
    { reach: "address" },
  ),
  body: special<string>(
    { ...textKind, shown: shownBody },
    "<template>",
    "JSON or another body to send, or @FILE that contains it (default: none)",
    { reach: "body", short: "-d" },
  ),
  header: { ...header, kind: { ...header.kind, shown: shownHeader } },
  preset: oneOf(
    "<engine>",
    "engine whose usual --results, --title and --id are used",
    Object.keys(presets) as (keyof typeof presets)[],
  ),
  results: path("path of the list of results in an answer, e.g. hits.hits, or '.' if the answer itself is the list"),
  title: path("path of the title in a result, e.g. _source.title"),
  id: path("path of the id in a result"),
  depth: count("<n>", "results per query (default: 10)"),
  out: output("<file>", "file to write, CSV or TSV depending on its extension; - is stdout", { short: "-o" }),
  ...group("Request and answer:", {
    method: oneOf("<method>", "method of the request (default: POST with a body, else GET)", ["GET", "POST"], {
      short: "-X",
    }),
    pageSize: count("<n>", "results per request (default: all)"),
    urlField: path("path of the address in a result"),
    absentIsEmpty: toggle("treat an answer without the list as an empty list, not as an error"),
  }),
  ...group("Limits and retries:", requestSettings("queries", 30)),
  ...group("Output:", {
    engine: text(
      "<name>",
      "name of the engine, written to a column (default: no such column; `label` uses the file's name)",
    ),
    spreadsheetSafe,
    raw: output("<folder>", "folder for stored answers (default: named after --out, e.g. lists.raw for lists.csv)"),
    offline: toggle("read stored answers, and send nothing"),
    refetch: toggle("discard stored answers, and ask again"),
    partial: toggle("write the lists of the queries that succeeded, even if others failed"),
  }),
  environment,
  ...workSettings,
};
/** The settings that a program may pass to `collect`. */
export type CollectSettings = SettingsOf<typeof collectSettings>;
export type CollectGiven = GivenOf<typeof collectSettings>;

/** Reads `$.a.b[*]` and `a.b[]` as `a.b`, and `$` as `.`. */
export function readPath(value: string): string {
  const found = value
    .trim()
    .replace(/\[(?:\*|0)?\]/g, "")
    .replace(/^\$?\.?/, "")
    .replace(/\.$/, "");
  if (/[[\]'"]|\.\./.test(found)) throw new WrongValue(`Write ${pathKind.wanted}.`);
  return found === "" ? "." : found;
}
