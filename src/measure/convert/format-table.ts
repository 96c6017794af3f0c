/** The table of `semqrel convert --list`. */
import type { JudgmentCapabilities, RunCapabilities } from "../../io/fit.ts";
import { type FormatKind, formats } from "../../io/formats.ts";

/** Every format, whether it is written, and what it then cannot store. */
export function formatTable() {
  return (Object.keys(formats) as FormatKind[]).flatMap((kind) =>
    formats[kind].map(({ name, holds }) => {
      return { name, kind, reads: true, writes: holds !== undefined, lacks: lacksOf(holds ?? {}) };
    }),
  );
}

const capabilities = {
  fractions: "fractions",
  negatives: "negative labels",
  unrated: "unrated rows",
  raters: "raters",
  iterations: "iterations",
  engines: "several engines",
  queryIds: "query ids",
  queryTexts: "query texts",
  titles: "titles",
  repeats: "repeats",
  whiteSpace: "white space in ids",
} as const;

function lacksOf(holds: Partial<JudgmentCapabilities & RunCapabilities>): string[] {
  return (Object.keys(capabilities) as (keyof typeof capabilities)[]).flatMap((key) => {
    if (holds[key] === "numbers") return ["query ids but numbers"];
    return holds[key] === false || holds[key] === "none" ? [capabilities[key]] : [];
  });
}
