/**
 * What do blocks say together that each says of its own queries?
 */
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";

/**
 * Counts add up, and the first examples of the first blocks stand. What counts distinct titles is counted elsewhere.
 *
 * @param parts by block, in the order of the queries; each looked for the same things in the same order
 * @returns one for each thing that was looked for, with a count of 0 where it was not found
 */
export function joinWarnings(parts: readonly (readonly Warning[])[]): Warning[] {
  const [first = []] = parts;
  return first.map((warning, place) => joinOne(parts.flatMap((part) => part[place] ?? warning)));
}

function joinOne(warnings: readonly Warning[]): Warning {
  const [first] = warnings;
  if (first === undefined) throw new RangeError("Joining warnings: there is none.");
  const sum = (field: "count" | "queries") =>
    warnings.reduce((total, warning) => total + ((warning as Partial<Record<typeof field, number>>)[field] ?? 0), 0);
  const examples = warnings.flatMap((warning) => ("examples" in warning ? warning.examples : []));
  return {
    ...first,
    ...("count" in first ? { count: sum("count") } : {}),
    ...("queries" in first ? { queries: sum("queries") } : {}),
    ...("examples" in first ? { examples: [...new Set(examples)].slice(0, SHOWN_EXAMPLES) } : {}),
  } as Warning;
}
