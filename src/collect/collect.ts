import { defineCommand } from "../command/define-command.ts";
import { toggle } from "../command/settings.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { collectSettings } from "./collect-settings.ts";

export const command = defineCommand({
  name: "collect",
  doing: "Collecting",
  about:
    "Sends queries to a search API that returns JSON, and writes the results as a table that `label` can read. Answers are " +
    "stored: running the same command again only asks for what is missing. --url and --body may contain {query}, " +
    "{query_id}, {size} (of a page), {depth} (results per query), {from} (number of results before this page), " +
    "{page} (from 1) and {page0} (from 0). Headers, --url and --body may contain {env:NAME}, which is replaced by the value of an environment variable.",
  takes: [{ name: "<queries>", help: "the queries: id TAB text, texts alone, CSV, JSONL …; - is stdin" }],
  settings: collectSettings,
  commandLine: {
    dryRun: toggle("print the first request, without secrets, and send nothing"),
    json: toggle("print one JSON document on stdout: counts, queries without results, failures"),
  },
  examples: [
    "collect queries.tsv --url 'https://search.example.org/find?q={query}&n={size}' \\\n" +
      "    --results items --title name --id key -o lists.csv",
    "collect queries.tsv --preset elasticsearch --url https://es.example.org:9200/books/_search \\\n" +
      "    -H 'Authorization: ApiKey {env:ES_KEY}' -d @search.json --depth 20 -o lists.csv",
  ],
  notes: () =>
    "Exit codes: 0 every query has its list (or --partial), 2 some failed or the command is wrong, 130 interrupted.",

  async run([queries]: readonly [queries: string], given) {
    const { collectAndWrite } = await import("./collect-lists.ts");
    return collectAndWrite(queries, given);
  },

  async execute([queries], flags, terminal) {
    const collecting = await import("./collect-lists.ts");
    const { out, raw = collecting.rawBeside(out), partial = false } = flags;
    if (flags.dryRun) return collecting.dryRun(await collecting.collectOptionsOf(queries, flags), terminal);
    if (out === undefined && raw !== "") throw invalidOption("Collecting: no output is given. Give -o lists.csv.");
    if (out === "-" && flags.json) throw invalidOption("Collecting: stdout already has the lists. Drop --json.");
    const { collectRemarks, failureMessage } = await import("./collected.ts");
    const { environment } = terminal;
    const { report, collected, file } = await collecting.collectAndWrite(queries, { ...flags, environment });
    const isWritten = report.failures.length === 0 || partial;
    if (isWritten && out === "-") {
      const text = collecting.listsText(collected.lists, collecting.listColumnsOf(flags), ",");
      for (const piece of text) terminal.write(piece);
    }
    if (flags.json) terminal.json({ schema: "semqrel.collect/1", ...report, file, raw });
    if (isWritten) return terminal.say(collectRemarks(report, { file, queries }));
    const message = failureMessage(report, { out: out ?? "", raw, isOffline: flags.offline === true });
    throw new SemqrelError("DOWNLOAD_FAILED", message, { details: { failures: report.failures } });
  },
});

/**
 * Fetches the result lists of a set of queries. Answers are stored, so a repeated call only requests missing answers.
 * If queries failed (`report.failures`), nothing is written unless `partial` is set.
 *
 * @param queries - file of queries
 * @returns counts (`report`), the lists (`collected`), and the path of the written file (`file`; null if there is none)
 * @throws SemqrelError for files and settings that cannot be used; EMPTY_FILE if no query has a result
 */
export const collect = command.call;
