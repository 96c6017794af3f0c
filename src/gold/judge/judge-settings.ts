import {
  count,
  type GivenOf,
  group,
  names,
  nonNegative,
  output,
  positive,
  repeated,
  type SettingsOf,
  special,
  text,
  textKind,
  textsKind,
  toggle,
} from "../../command/settings.ts";
import { environment, readSettings, requestSettings, workSettings } from "../../command/shared-settings.ts";
import { shownAddress } from "../../io/ask/secrets.ts";

export const USUAL_SCALE = "0-3";

const addressKind = { ...textKind, shown: shownAddress };
const meaningsKind = { ...textsKind, wanted: "a list of names", read: (value: string) => value.split("|") };

export const judgeSettings = {
  out: output("<file>", "file for the judgments; FILE.provenance.json is written beside it", {
    short: "-o",
    isRequired: true,
  }),
  llm: text("<name>", "name of the model on the server", { isRequired: true }),
  endpoint: special<string>(
    addressKind,
    "<url>",
    "address of the server, such as http://localhost:8080/v1 (default: none, so nothing is sent)",
    { reach: "address" },
  ),
  keyEnv: text("<name>", "environment variable that has the server's key (default: SEMQREL_API_KEY, if it is set)", {
    reach: "secret",
  }),
  scale: text("<range>", "grades of the model: 0-3 as in umbrela, 1-5, 0-1 or another range", {
    default: USUAL_SCALE,
  }),
  batch: count("<n>", "documents in one request", { default: 1 }),
  votes: count("<n>", "how many times each document is graded; the lower median counts", { default: 1 }),
  existing: repeated("<file>", "existing judgments, whose pairs are skipped; repeatable", {
    default: [],
    defaultText: "none",
  }),
  limitCost: positive("<x>", "maximum cost of this run, in the currency of --price-in and --price-out, e.g. 1.50"),
  ...group("Question:", {
    labels: special<readonly string[]>(
      meaningsKind,
      "<names>",
      'meaning of the grades, lowest first: "no|somewhat|yes"',
    ),
    prompt: text("<file>", "prompt with {query}, {documents}, and optionally {need} and {scale}"),
    field: names(
      "<names>",
      "columns that the model also sees, separated by commas; a pool only has the columns of pool --show",
    ),
    reason: toggle("ask for a sentence that explains each grade, stored in FILE.provenance.json"),
    sameAs: names(
      "<engines>",
      "engines that use a model of the same family as --llm, separated by commas; `validate` warns about them",
    ),
  }),
  ...group("Cost and speed:", {
    priceIn: nonNegative("<x>", "price of a million input tokens"),
    priceOut: nonNegative("<x>", "price of a million output tokens"),
    limitRequests: count("<n>", "maximum number of requests; run the same command to continue"),
    ...requestSettings("requests", 120),
    raw: output("<folder>", "folder for stored answers (default: FILE.raw)"),
    retryFailed: toggle("ask again about pairs that got no grade in three attempts"),
  }),
  ...group("Files:", {
    to: text("<format>", "format of the judgments (default: from the name of --out, else trec-qrels)"),
    depth: count("<n>", "results taken from each list (default: 10)"),
    queries: text("<file>", "texts and information needs of queries, for result lists"),
  }),
  ...group("Reading lists:", readSettings),
  environment,
  ...workSettings,
};
/** Settings of the function `judge`. */
export type JudgeSettings = SettingsOf<typeof judgeSettings>;
export type JudgeGiven = GivenOf<typeof judgeSettings>;
