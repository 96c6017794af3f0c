/** What `measure` does on the command line: it checks the options, measures, prints, draws, and applies bounds. */
import type { Format, Terminal } from "../command/terminal.ts";
import { invalidOption } from "../core/errors.ts";
import { writeFiles } from "../core/files/write-file.ts";
import { requireOtherFile } from "../io/require-paths.ts";
import { namedFile } from "../io/results/results-file.ts";
import { type MeasureFlags, usualMeasures } from "./evaluation-settings.ts";
import { curvePlot, measureBlocks, measureRows, trecEvalText } from "./measure-blocks.ts";
import { measureDocument } from "./measure-report.ts";
import { type MeasuredRuns, measureRuns } from "./measure-runs.ts";
import { officialMeasures } from "./measures/parse-measures.ts";

export async function measureAndPrint(
  qrels: string,
  given: readonly string[],
  flags: MeasureFlags,
  terminal: Terminal,
): Promise<void> {
  const { format } = terminal;
  requireOneTable(flags, format);
  requireCurves(qrels, given, flags, format);
  const found = await measureRuns(qrels, given, flags, format === "trec_eval" ? officialMeasures : usualMeasures);
  const picture = await pictureOf(found, flags, terminal);
  if (flags.svg === "-") terminal.write(picture);
  else {
    if (flags.svg !== undefined) writeFiles([{ path: flags.svg, content: [picture] }]);
    await print(found, flags, terminal);
    terminal.say([flags.svg !== undefined && `Wrote ${flags.svg}.`]);
  }
  await terminal.remark(found.measured.warnings);
  await holdToBounds(found, terminal);
}

/** A file of rows has one kind of row. */
function requireOneTable(flags: MeasureFlags, format: Format): void {
  if (format !== "csv" && format !== "tsv" && format !== "trec_eval") return;
  const asked = [
    flags.perQuery && format !== "trec_eval" && "--per-query",
    flags.describe && "--describe",
    flags.curves && "--curves",
    flags.segment !== undefined && "--segment",
  ].filter((name) => typeof name === "string");
  if (asked.length <= (format === "trec_eval" ? 0 : 1)) return;
  throw invalidOption(
    format === "trec_eval"
      ? `Printing as trec_eval: it has no place for ${asked.join(", ")}. Leave it out, or take another --format.`
      : `Printing ${format}: ${asked.join(" and ")} make tables of different columns. Ask for one at a time, or for --json.`,
    { options: asked },
  );
}

function requireCurves(
  qrels: string,
  given: readonly string[],
  { svg, query, curves, queries }: MeasureFlags,
  format: Format,
): void {
  const refuse = (what: string) => invalidOption(`Drawing curves: ${what}`);
  if (query !== undefined && svg === undefined) throw refuse("--query needs a picture. Add --curves --svg FILE.");
  if (svg === undefined) return;
  if (!curves) throw refuse("--svg draws what --curves measures. Add --curves.");
  requireOtherFile(svg, [qrels, queries ?? null, ...given.map((one) => namedFile(one).path)]);
  if (svg === "-" && format !== "table") throw refuse(`stdout cannot hold ${format} and the picture. Give --svg FILE.`);
}

async function pictureOf({ measured, curves }: MeasuredRuns, { svg, query }: MeasureFlags, terminal: Terminal) {
  if (svg === undefined || curves === null) return "";
  const runs = measured.runs.flatMap(({ run: { name } }) => {
    const ofRun = curves[name];
    return ofRun === undefined ? [] : [{ name, curves: ofRun }];
  });
  return terminal.draw(curvePlot(runs, measured.queries, query ?? null));
}

async function print({ measured, curves, isUsual }: MeasuredRuns, flags: MeasureFlags, terminal: Terminal) {
  const options = { perQuery: flags.perQuery === true, describe: flags.describe === true, curves };
  if (terminal.format === "json") terminal.json(measureDocument(measured, options));
  else if (terminal.format === "trec_eval") {
    for (const line of trecEvalText(measured, options.perQuery, isUsual)) terminal.write(line);
  } else {
    const view = { blocks: () => measureBlocks(measured, options), rows: () => measureRows(measured, options) };
    await terminal.print({}, view);
  }
}

async function holdToBounds({ bounds, all }: MeasuredRuns, terminal: Terminal): Promise<void> {
  for (const { measure: gated, bound } of bounds) {
    for (const { run, measured } of all) {
      const value = measured.find(({ measure: { name } }) => name === gated.name)?.value ?? Number.NaN;
      const shown = Number.isNaN(value) ? "undefined" : value;
      const failure = value >= bound ? null : `${run.name}: mean ${gated.name} is ${shown}, below ${bound}.`;
      await terminal.check(`${run.name}: mean ${gated.name} is at least ${bound}`, failure);
    }
  }
}
