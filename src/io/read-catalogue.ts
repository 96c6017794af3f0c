/** How many documents could an engine have returned? */
import { closing, openInput } from "./open-input.ts";
import { splitLines } from "./tables/split-lines.ts";

/** Distinct ids of a file with one document a line, up to a tab or comma. @throws SemqrelError as `openInput` */
export async function readCatalogueSize(path: string): Promise<number> {
  const input = await openInput(path);
  const ids = new Set<string>();
  return closing(input, async () => {
    for await (const { text } of splitLines(input.pieces)) {
      const [id = ""] = text.split(/[\t,]/, 1);
      if (id.trim() !== "") ids.add(id.trim());
    }
    return ids.size;
  });
}
