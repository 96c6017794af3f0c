/**
 * A starting point for labeling scripts: labels one candidate file by a reference file and prints, query by query, what
 * a table does not show. Run: npx tsx scripts/label-dataset.ts data/samples/library.csv data/samples/explorer.csv
 */
import { label } from "semqrel";
import { rowsOfQuery } from "semqrel/stages";

const [reference = "data/samples/library.csv", candidate = "data/samples/explorer.csv"] = process.argv.slice(2);

const { run } = await label(reference, candidate, { label: "inverse(top=5)" });

for (const { lists, matches, labels, measures } of run.engines) {
  for (const [query, { name }] of run.queries.entries()) {
    const reached = measures.values["ndcg_reference@10"][query] ?? Number.NaN;
    console.log(`${lists.engine}\t${name}\tndcg_reference@10 ${Number.isNaN(reached) ? "-" : reached.toFixed(3)}`);
    for (const row of rowsOfQuery(lists, query).subarray(0, 3)) {
      const matched = run.reference.titles[matches.referenceRows[row] ?? -1] ?? "(nothing)";
      console.log(`\t${labels[row]?.toFixed(2)}\t${lists.titles[row]}\t~ ${matched}`);
    }
  }
}
