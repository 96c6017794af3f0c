/**
 * What does the manifest of a folder of labels say of its queries, its model and its texts?
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelIdentity, Query } from "../../core/types.ts";

export interface LabelManifest {
  /** `qrels` is its name in TREC files. */
  readonly queries: readonly (Query & { readonly qrels: string })[];
  readonly model: ModelIdentity | null;
  /** Name of the reference; names of several are joined by "+". */
  readonly reference: string | null;
  /** Whether a quote was put before cells that a spreadsheet would compute. */
  readonly spreadsheetSafe: boolean;
}

/** Null where it is missing or no manifest of ours: labels.csv then stands for itself. */
export function readLabelManifest(folder: string): LabelManifest | null {
  try {
    const { schema, queries, model, reference, options } = JSON.parse(
      readFileSync(join(folder, "manifest.json"), "utf8"),
    );
    if (schema !== "semqrel.manifest/1" || !Array.isArray(queries)) return null;
    return {
      queries: queries.map(({ query, id, text, qrels }) => ({ name: query, id, text, qrels })),
      model: model ?? null,
      reference: reference?.engine ?? null,
      spreadsheetSafe: options?.spreadsheetSafe === true,
    };
  } catch {
    return null;
  }
}
