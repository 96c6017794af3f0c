/**
 * How does a user see what depends on the choice of the reference?
 */

import { type Block, cellTable, noteBlock } from "../../core/document/blocks.ts";
import { counted } from "../../core/text/wording.ts";
import { FEWEST_ENGINES } from "../../maths/correlation/rank-correlation.ts";
import { biasMeasures, type OrderByReference, type OrdersByReference, type ReferenceBias } from "./reference-bias.ts";

/** A table a measure: a row an engine, a column a reference; and what to know of it. @param order names of the candidates */
export function referenceBiasBlocks(bias: ReferenceBias, order: readonly string[]): Block[] {
  return biasMeasures.flatMap((measure, place) => {
    const columns = columnsOf(bias, bias.measures[measure]);
    const notes = [
      ...winnerNotes(columns, order),
      ...(place === biasMeasures.length - 1 ? generalNotes(bias, order) : []),
    ];
    return [
      cellTable(
        `Mean ${measure} by reference (place of the engine)`,
        ["engine", ...columns.map(({ name }) => name)],
        [
          ...order.map((engine) => [engine, ...columns.map((column) => cellOf(column.order, engine))]),
          ["queries", ...columns.map((column) => queriesOf(column.order))],
          ["tau-b with fused", ...columns.map(({ order: { tau_b } }) => (tau_b === null ? "-" : tau_b.toFixed(2)))],
        ],
      ),
      ...notes.map(noteBlock),
    ];
  });
}

interface Column {
  readonly name: string;
  readonly order: OrderByReference;
}

function columnsOf({ engines }: ReferenceBias, { fused, alone, without }: OrdersByReference): Column[] {
  const named = (orders: OrdersByReference["alone"], nameOf: (engine: string) => string) =>
    engines.flatMap((engine) => {
      const order = orders[engine];
      return order === undefined ? [] : [{ name: nameOf(engine), order }];
    });
  return [
    { name: "fused", order: fused },
    ...named(alone, (engine) => `${engine} alone`),
    ...named(without ?? {}, (engine) => `without ${engine}`),
  ];
}

function cellOf({ engines }: OrderByReference, engine: string): string {
  const { mean = null, place = null } = engines[engine] ?? {};
  return mean === null ? "-" : `${mean.toFixed(4)} (${place})`;
}

/** One number where all engines have it, which they have unless a query has no positive label. */
function queriesOf({ engines }: OrderByReference): string {
  const counts = [...new Set(Object.values(engines).map(({ count }) => count))];
  return counts.length === 1 ? String(counts[0]) : `${Math.min(...counts)}-${Math.max(...counts)}`;
}

function winnerNotes(columns: readonly Column[], order: readonly string[]): string[] {
  const changed = columns.filter((column) => column.order.winner_changes);
  if (changed.length === 0 || order.length < 2) return [];
  const said = [...columns.slice(0, 1), ...changed].map(({ name, order: { engines } }) => {
    const winners = order.filter((engine) => engines[engine]?.place === 1);
    return `${name}: ${winners.length === 0 ? "nobody" : winners.join(" and ")}`;
  });
  return [`The first place changes. ${said.join("; ")}.`];
}

function generalNotes({ also_candidates: both }: ReferenceBias, order: readonly string[]): string[] {
  return [
    ...(both.length === 0
      ? []
      : [`${both.join(", ")}: also a reference, and agrees with itself. Use the columns that leave it out.`]),
    ...(order.length < FEWEST_ENGINES
      ? [`Kendall's tau-b says little of ${counted(order.length, "engine", "engines")} (below ${FEWEST_ENGINES}).`]
      : []),
  ];
}
