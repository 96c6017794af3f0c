/** `semqrel collect`: result lists from any search interface that answers JSON. */
import { Command, InvalidArgumentError, Option } from "commander";
import type { CollectOptions } from "../../collect/collect-lists.ts";
import { type Preset, presets } from "../../collect/presets.ts";
import type { ResultPaths } from "../../collect/read-page.ts";
import type { GivenRequest } from "../../collect/request-template.ts";
import { shownAddress, shownBody, shownHeader } from "../../collect/shown-request.ts";
import { SemqrelError } from "../../core/errors.ts";
import { requireOneStandardInput } from "../../io/require-one-standard-input.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { count, nonNegative, positive, repeated, wholeNumber } from "../options/option-values.ts";
import { printable, printJson } from "../terminal/print.ts";
import { stderrProgress } from "../terminal/progress.ts";
import { showValues } from "../terminal/shown-values.ts";

interface CollectFlags extends CommonFlags {
  readonly url?: string;
  readonly method?: "GET" | "POST";
  readonly body?: string;
  readonly header?: readonly string[];
  readonly preset?: Preset;
  readonly results?: string;
  readonly title?: string;
  readonly id?: string;
  readonly urlField?: string;
  readonly absentIsEmpty?: boolean;
  readonly depth?: number;
  readonly pageSize?: number;
  readonly rate: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
  readonly raw?: string;
  readonly refetch?: boolean;
  readonly offline?: boolean;
  readonly partial?: boolean;
  readonly dryRun?: boolean;
  readonly engine?: string;
  readonly out?: string;
  readonly json?: boolean;
}

const MAX_BYTES = 50e6;

export function collectCommand(io: CliIo): Command {
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
        option("--url <template>", "address, such as 'https://search.example.org/find?q={query}&n={size}'"),
        shownAddress,
      ),
    )
    .addOption(option("-X, --method <method>", "default: POST with a body, else GET").choices(["GET", "POST"]))
    .addOption(showValues(option("-d, --body <template>", "JSON or another body, or @FILE that holds it"), shownBody))
    .addOption(
      showValues(
        option("-H, --header <header>", "'Name: value', once for each; secrets as {env:NAME}").argParser(repeated),
        shownHeader,
      ),
    )
    .addOption(option("--depth <n>", "results of each query (default: 10)").argParser(count))
    .addOption(option("--page-size <n>", "results of one request (default: all)").argParser(count))
    .optionsGroup("Answer (paths with dots, such as hits.hits and _source.title):")
    .addOption(option("--preset <engine>", "paths of this engine").choices(Object.keys(presets)))
    .addOption(option("--results <path>", "the list of results; . where the answer is the list").argParser(jsonPath))
    .addOption(option("--title <path>", "in a result: its title").argParser(jsonPath))
    .addOption(option("--id <path>", "in a result: its id").argParser(jsonPath))
    .addOption(option("--url-field <path>", "in a result: its address").argParser(jsonPath))
    .addOption(option("--absent-is-empty", "an answer without the list has no results, instead of being wrong"))
    .optionsGroup("Manners:")
    .addOption(option("--rate <n>", "requests a second, 0 for no bound").argParser(nonNegative).default(10))
    .addOption(option("--concurrency <n>", "queries at a time").argParser(count).default(2))
    .addOption(option("--timeout <seconds>", "for a whole answer").argParser(positive).default(30))
    .addOption(
      option("--retries <n>", "after broken connections, timeouts, 408, 429, 5xx").argParser(wholeNumber).default(4),
    )
    .optionsGroup("Output:")
    .addOption(option("-o, --out <file>", "CSV, or TSV by its name, written whole or not at all; - is stdout"))
    .addOption(
      option("--engine <name>", "a column with the engine's name (default: none; label takes the file's name)"),
    )
    .addOption(option("--raw <folder>", "where answers are kept (default: lists.raw beside lists.csv)"))
    .addOption(option("--offline", "read the answers that are kept, and ask nobody").conflicts("refetch"))
    .addOption(option("--refetch", "throw away the answers that are kept, and ask anew"))
    .addOption(option("--partial", "write the lists that are there, although queries failed"))
    .addOption(option("--dry-run", "print the first request, without secrets, and ask nobody"))
    .addOption(option("--json", "one JSON document on stdout: counts, queries without results, failures"))
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
  const options = await optionsOf(queries, flags);
  if (flags.dryRun) {
    const { dryRun } = await import("../collect-dry-run.ts");
    return dryRun(options, io);
  }
  const { out } = flags;
  if (out === undefined) throw invalid("no output is given. Give -o lists.csv.");
  if (out === "-" && flags.json) throw invalid("stdout holds the lists already. Drop --json.");
  // Here and not above: --help must not wait for them.
  const { requireOtherFile } = await import("../../io/require-other-file.ts");
  requireOtherFile(out, [queries, bodyFileOf(flags)]);
  const { collectLists } = await import("../../collect/collect-lists.ts");
  const { collectSummary } = await import("../../collect/collect-summary.ts");
  const { openCollectTools } = await import("../../collect/open-collect-tools.ts");
  const { clock } = await import("../../label/open-tools.ts");
  const progress = stderrProgress(io, clock, flags.quiet === true);
  const { environment, signal } = io;
  const collected = await collectLists(options, openCollectTools({ environment, signal, progress }));
  const summary = collectSummary(collected);
  const isWritten = summary.failures.length === 0 || flags.partial === true;
  if (isWritten && summary.results === 0) throw noResults(summary.queries, options.raw);
  if (isWritten) {
    const { listsText, writeLists } = await import("../../collect/write-lists.ts");
    const columns = { paths: options.paths, engine: flags.engine ?? null };
    if (out === "-") for (const piece of listsText(collected, columns, ",")) io.stdout.write(piece);
    else writeLists(out, collected, columns);
  }
  const file = isWritten && out !== "-" ? out : null;
  if (flags.json) printJson(io, { schema: "semqrel.collect/1", ...summary, file, raw: options.raw });
  const { collectRemarks, failureMessage } = await import("../collect-remarks.ts");
  if (!flags.quiet && isWritten) {
    for (const line of collectRemarks(summary, { file, queries })) io.stderr.write(`${printable(line)}\n`);
  }
  if (isWritten) return;
  throw new SemqrelError(
    "DOWNLOAD_FAILED",
    failureMessage(summary, { out, raw: options.raw, isOffline: options.offline }),
    {
      details: { failures: summary.failures },
    },
  );
}

async function optionsOf(queries: string, flags: CollectFlags): Promise<CollectOptions> {
  const { url, out, raw = rawBeside(out) } = flags;
  const bodyFile = bodyFileOf(flags);
  requireOneStandardInput([queries, bodyFile]);
  if (url === undefined && !flags.offline) throw invalid("no address is given. Give --url 'https://…{query}…'.");
  const body = bodyFile === null ? (flags.body ?? null) : await textOf(bodyFile);
  const request: GivenRequest | null =
    url === undefined ? null : { url, body, method: flags.method ?? null, headers: flags.header ?? [] };
  if (raw === undefined && !flags.dryRun) throw invalid("answers need a folder. Give -o FILE, or --raw FOLDER.");
  return {
    ...{ queries, request, raw: raw ?? "", paths: pathsOf(flags) },
    ...{ depth: flags.depth ?? null, pageSize: flags.pageSize ?? null },
    ...{ refetch: flags.refetch === true, offline: flags.offline === true },
    patience: { timeoutSeconds: flags.timeout, retries: flags.retries, maxBytes: MAX_BYTES },
    rate: flags.rate === 0 ? null : flags.rate,
    concurrency: flags.concurrency,
  };
}

/** Null where the body stands in the option itself. */
function bodyFileOf({ body }: CollectFlags): string | null {
  return body?.startsWith("@") ? body.slice(1) : null;
}

function pathsOf(flags: CollectFlags): ResultPaths {
  const usual = flags.preset === undefined ? null : presets[flags.preset];
  const results = flags.results ?? usual?.results;
  const title = flags.title ?? usual?.title;
  if (results === undefined || title === undefined) {
    const missing = results === undefined ? "--results PATH (the list of results)" : "--title PATH (in a result)";
    throw invalid(`${missing} is missing. Give it, or --preset ${Object.keys(presets).join("|")}.`);
  }
  const mayBeAbsent = flags.absentIsEmpty === true;
  return { results, title, id: flags.id ?? usual?.id ?? null, url: flags.urlField ?? null, mayBeAbsent };
}

/** `lists.raw` for `lists.csv`. */
function rawBeside(out: string | undefined): string | undefined {
  return out === undefined || out === "-" ? undefined : `${out.replace(/\.(?:csv|tsv|txt)$/i, "")}.raw`;
}

async function textOf(path: string): Promise<string> {
  const { openInput } = await import("../../io/open-input.ts");
  let text = "";
  for await (const piece of (await openInput(path)).pieces) text += piece;
  return text.trim();
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

function noResults(queries: number, raw: string): SemqrelError {
  return new SemqrelError(
    "EMPTY_FILE",
    `Collecting: none of ${queries} queries has a result, so nothing is written. Look at the answers in ${raw}, and at the request with --dry-run.`,
    { details: { raw } },
  );
}

function invalid(why: string): SemqrelError {
  return new SemqrelError("INVALID_OPTION", `Collecting: ${why}`);
}
