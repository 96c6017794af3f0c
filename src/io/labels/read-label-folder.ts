/** What did an earlier `label` or `calibrate` measure, and under which conditions? */
import { basename, join, resolve } from "node:path";
import { at, atKey } from "../../core/at.ts";
import { numberCell } from "../input-error.ts";
import { readTable } from "../tables/read-table.ts";
import { readLabelOrigin } from "./label-manifest.ts";

export type LabelledMeasures = Awaited<ReturnType<typeof readLabelFolder>>;

const keyColumns = ["engine", "query", "state", "reason"];

export async function readLabelFolder(folder: string) {
  const { origin, conditions } = readLabelOrigin(folder);
  const table = await readTable(join(folder, "measures.csv"), () => true, "csv");
  const column = (name: string) => table.columns.get(name) ?? [];
  const engineOfRow = column("engine");
  const queryOfRow = column("query");
  const engines = [...new Set(engineOfRow)];
  const queries = [...new Set(queryOfRow)];
  const placeOfQuery = new Map(queries.map((query, place) => [query, place]));
  const placeOfRow = queryOfRow.map((query) => atKey(placeOfQuery, query));
  const measures = table.names.filter((name) => !keyColumns.includes(name));
  const ofEngines = <Value>(make: () => Value) => new Map(engines.map((engine) => [engine, make()]));
  const values = ofEngines(
    () => new Map(measures.map((measure) => [measure, new Float64Array(queries.length).fill(Number.NaN)])),
  );
  const reasons = ofEngines(() => queries.map((): string | null => "no-row"));
  const reasonOfRow = column("reason");
  engineOfRow.forEach((engine, row) => {
    atKey(reasons, engine)[at(placeOfRow, row)] = reasonOfRow[row] || null;
  });
  for (const measure of measures) {
    const cells = column(measure);
    engineOfRow.forEach((engine, row) => {
      const value = numberCell(at(cells, row), measure, table.source, at(table.lines, row));
      atKey(atKey(values, engine), measure)[at(placeOfRow, row)] = value;
    });
  }
  const name = basename(resolve(folder));
  return { folder, name, engines, queries, measures, values, reasons, conditions, origin };
}
