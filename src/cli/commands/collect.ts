/** `semqrel collect`: result lists from any search interface that answers JSON. */
import { Command, InvalidArgumentError, Option } from "commander";
import { presets } from "../../collect/presets.ts";
import { listsText } from "../../collect/write-lists.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { shownAddress, shownBody, shownHeader } from "../../io/ask/secrets.ts";
import type { CollectSettings } from "../../verbs/collect.ts";
import { collectRemarks, failureMessage } from "../collect-remarks.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { count, nonNegative, positive, repeated, wholeNumber } from "../options/option-values.ts";
import { outputOption, reachingOption } from "../options/reach.ts";
import { printJson, say } from "../terminal/print.ts";
import { showValues } from "../terminal/shown-values.ts";
import { settingsOf } from "../verb-settings.ts";

interface CollectFlags extends CommonFlags, CollectSettings {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function createCommand(io: CliIo): Command {
  const option = (flags: string, text: string) => new Option(flags, text);
  return new Command("collect")
    .description(
      "Fetches the result lists of a set of queries from any search interface that answers JSON, and writes a table that\n" +
        "label reads. Answers are kept: the same command again asks only for what is missing.\n" +
        "In --url and --body stand {query}, {query_id}, {size} (of a page), {depth} (of all), {from} (results before, from 0),\n" +
        "{page} (from 1) or {page0} (from 0); there and in headers {env:NAME} is a variable of the environment.",
    )
    .argument("<queries>", "the queries: id TAB text, texts alone, CSV, JSONL …; - is stdin")
    .optionsGroup("Request:")
    .addOption(
      showValues(
        reachingOption(
          "address",
          "--url <template>",
          "address, such as 'https://search.example.org/find?q={query}&n={size}'",
        ),
        shownAddress,
      ),
    )
    .addOption(option("-X, --method <method>", "default: POST with a body, else GET").choices(["GET", "POST"]))
    .addOption(
      showValues(
        reachingOption("body", "-d, --body <template>", "JSON or another body, or @FILE that holds it"),
        shownBody,
      ),
    )
    .addOption(
      showValues(
        reachingOption(
          "secret",
          "-H, --header <header>",
          "'Name: value', once for each; secrets as {env:NAME}",
        ).argParser(repeated),
        shownHeader,
      ),
    )
    .option("--depth <n>", "results of each query (default: 10)", count)
    .option("--page-size <n>", "results of one request (default: all)", count)
    .optionsGroup("Answer (paths with dots, such as hits.hits and _source.title):")
    .addOption(option("--preset <engine>", "paths of this engine").choices(Object.keys(presets)))
    .option("--results <path>", "the list of results; . where the answer is the list", jsonPath)
    .option("--title <path>", "in a result: its title", jsonPath)
    .option("--id <path>", "in a result: its id", jsonPath)
    .option("--url-field <path>", "in a result: its address", jsonPath)
    .option("--absent-is-empty", "an answer without the list has no results, instead of being wrong")
    .optionsGroup("Manners:")
    .option("--rate <n>", "requests a second, 0 for no bound", nonNegative, 10)
    .option("--concurrency <n>", "queries at a time", count, 2)
    .option("--timeout <seconds>", "for a whole answer", positive, 30)
    .option("--retries <n>", "after broken connections, timeouts, 408, 429, 5xx", wholeNumber, 4)
    .optionsGroup("Output:")
    .addOption(outputOption("-o, --out <file>", "CSV, or TSV by its name, written whole or not at all; - is stdout"))
    .option("--engine <name>", "a column with the engine's name (default: none; label takes the file's name)")
    .option("--spreadsheet-safe", "guard cells that a spreadsheet would run as formulas")
    .addOption(outputOption("--raw <folder>", "where answers are kept (default: lists.raw beside lists.csv)"))
    .addOption(option("--offline", "read the answers that are kept, and ask nobody").conflicts("refetch"))
    .option("--refetch", "throw away the answers that are kept, and ask anew")
    .option("--partial", "write the lists that are there, although queries failed")
    .option("--dry-run", "print the first request, without secrets, and ask nobody")
    .option("--json", "one JSON document on stdout: counts, queries without results, failures")
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel collect queries.tsv --url 'https://search.example.org/find?q={query}&n={size}' \\\n" +
        "    --results items --title name --id key -o lists.csv\n" +
        "  semqrel collect queries.tsv --preset elasticsearch --url https://es.example.org:9200/books/_search \\\n" +
        "    -H 'Authorization: ApiKey {env:ES_KEY}' -d @search.json --depth 20 -o lists.csv\n" +
        "\nExit codes: 0 every query has its list (or --partial), 2 some failed or the command is wrong, 130 interrupted.",
    )
    .action((queries: string, flags: CollectFlags) => collect(queries, flags, io));
}

async function collect(queries: string, flags: CollectFlags, io: CliIo): Promise<void> {
  const verbs = await import("../../verbs/collect.ts");
  const { out } = flags;
  if (flags.dryRun) {
    const { dryRun } = await import("../collect-dry-run.ts");
    return dryRun(await verbs.collectOptionsOf(queries, flags), io);
  }
  const { raw = verbs.rawBeside(out), partial = false } = flags;
  if (out === undefined && raw !== "") throw invalidOption("Collecting: no output is given. Give -o lists.csv.");
  if (out === "-" && flags.json) throw invalidOption("Collecting: stdout holds the lists already. Drop --json.");
  const settings = { ...settingsOf(flags, io), environment: io.environment };
  const { report, collected, file } = await verbs.collect(queries, settings);
  const isWritten = report.failures.length === 0 || partial;
  if (isWritten && out === "-") {
    for (const piece of listsText(collected, verbs.listColumnsOf(flags), ",")) io.stdout.write(piece);
  }
  if (flags.json) printJson(io, { schema: "semqrel.collect/1", ...report, file, raw });
  if (isWritten) return say(collectRemarks(report, { file, queries }), flags, io);
  const message = failureMessage(report, { out: out ?? "", raw, isOffline: flags.offline === true });
  throw new SemqrelError("DOWNLOAD_FAILED", message, { details: { failures: report.failures } });
}

/** `$.a.b[*]` and `a.b[]` are `a.b`; `$` is `.`. */
function jsonPath(value: string): string {
  const path = value
    .trim()
    .replace(/\[(?:\*|0)?\]/g, "")
    .replace(/^\$?\.?/, "")
    .replace(/\.$/, "");
  if (/[[\]'"]|\.\./.test(path))
    throw new InvalidArgumentError("Write keys with dots between them, such as hits.hits.");
  return path === "" ? "." : path;
}
