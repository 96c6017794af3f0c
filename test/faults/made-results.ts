/** Results to label while something fails: some queries with ten titles of common words each, always the same. */
import { sha256 } from "../../src/core/files/read-whole.ts";

const words = (
  "river stone market garden engine history letter winter music theory cloud paper village doctor island metal " +
  "harbour forest bridge colour memory signal desert kitchen season teacher mirror planet border language"
).split(" ");

/** A CSV file with the columns query, query_id, rank, id and title. */
export function resultsOf(engine: string, queries: number, perQuery = 10): string {
  let text = "query,query_id,rank,id,title\n";
  for (let query = 0; query < queries; query++) {
    for (let rank = 0; rank < perQuery; rank++) {
      const bytes = Buffer.from(sha256(`${engine} ${query} ${rank}`), "hex");
      const title = Array.from(bytes.subarray(0, 4), (byte) => words[byte % words.length]).join(" ");
      text += `query ${query},q${query},${rank},d${(bytes[5] ?? 0) % 20}-${rank},${title} ${rank}\n`;
    }
  }
  return text;
}
