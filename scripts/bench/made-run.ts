/** Makes the run and the judgments that the bench measures. */
import { seededRandom } from "../../src/maths/random.ts";

/** Generates 1,000 results and 500 judgments per query. Half of the judgments are of results. */
export function madeRun(queries: number, seed: number) {
  // A prime number, so that no document is repeated within a query, which trec_eval would refuse.
  const documents = 600_011;
  const document = (place: number) => `doc${String(place).padStart(7, "0")}`;
  const stepOf = (query: number) => 7 + 2 * (query % 1000);
  function* run(): Iterable<string> {
    const random = seededRandom(seed);
    for (let query = 0; query < queries; query++) {
      let score = 30;
      let place = Math.floor(random() * documents);
      for (let rank = 0; rank < 1000; rank++) {
        score -= random() * 0.02;
        place = (place + stepOf(query)) % documents;
        yield `q${query} Q0 ${document(place)} ${rank + 1} ${score.toFixed(6)} made\n`;
      }
    }
  }
  function* judgments(): Iterable<string> {
    const random = seededRandom(seed);
    const labels = seededRandom(seed + 1);
    for (let query = 0; query < queries; query++) {
      let place = Math.floor(random() * documents);
      for (let rank = 0; rank < 1000; rank++) {
        random();
        place = (place + stepOf(query)) % documents;
        const label = Math.max(0, Math.floor(labels() * 8) - 4);
        if (rank < 250) yield `q${query} 0 ${document(place)} ${label}\n`;
      }
      // These documents are judged, but not in the list.
      for (let rank = 0; rank < 250; rank++) {
        place = (place + stepOf(query)) % documents;
        yield `q${query} 0 ${document(place)} ${Math.max(0, Math.floor(labels() * 8) - 5)}\n`;
      }
    }
  }
  return { run, judgments, runLines: queries * 1000, judgmentLines: queries * 500 };
}
