/** What would be asked first? */

import type { Terminal } from "../command/terminal.ts";
import { invalidOption } from "../core/errors.ts";
import { printable } from "../core/text/escape.ts";
import { counted } from "../core/text/wording.ts";
import { readQueries } from "../io/query-sets/read-pairs.ts";
import { joinQueries } from "../lists/join-queries.ts";
import { type CollectOptions, USUAL_DEPTH } from "./collect-lists.ts";
import { renderRequest } from "./render-request.ts";
import { requestTemplate, requireNames, requirePages, variablesOf } from "./request-template.ts";

/**
 * The request on stdout, with *** where a variable goes; about it on stderr. Makes no file, asks nobody.
 *
 * @throws SemqrelError as `collectLists` before its first request, but for variables that are not set
 */
export async function dryRun(
  options: CollectOptions,
  terminal: Pick<Terminal, "write" | "say" | "environment">,
): Promise<void> {
  if (options.request === null) throw invalidOption("Collecting: --dry-run shows --url. Give it.");
  const template = requestTemplate(options.request);
  const { queries: table } = await readQueries(options.queries);
  const { queries } = joinQueries([table]);
  const [first] = queries;
  const depth = options.depth ?? USUAL_DEPTH;
  const size = options.pageSize ?? depth;
  requirePages(template, depth, size);
  requireNames(queries, template, options.queries);
  const request = renderRequest(
    template,
    { query: first?.text ?? "", queryId: first?.id ?? "", size, depth, from: 0, page: 1 },
    () => "***",
  );
  const headers = request.headers.map(([name, value]) => `${name}: ${value}`);
  for (const line of [`${request.method} ${request.url}`, ...headers]) terminal.write(`${printable(line)}\n`);
  if (request.body !== null) terminal.write(`\n${request.body.split("\n").map(printable).join("\n")}\n`);
  const unset = variablesOf(template).filter((name) => (terminal.environment[name] ?? "").trim() === "");
  const pages = Math.ceil(depth / size);
  terminal.say([
    "",
    `The first of ${counted(queries.length, "query", "queries")}, up to ${counted(pages, "page")} each. Nothing was sent.`,
    ...unset.map((name) => `The environment has no ${name}.`),
  ]);
}
