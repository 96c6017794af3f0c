/**
 * What does a user see of how raters agree?
 */

import { signed } from "../../core/text/numbers.ts";
import { renderBlocks } from "../../core/text/render-blocks.ts";
import { placeBlocks, renderMarkdownTable, renderTable, type TextTable } from "../../core/text/render-table.ts";
import { counted } from "../../core/text/wording.ts";
import type { AgreementNote, AgreementReport, Interval, PairConfusion, UndefinedReason } from "./rater-agreement.ts";

/** All of it for a terminal of `width` columns. */
export function renderAgreement(report: AgreementReport, width: number): string {
  const tables = confusionsToShow(report).map((pair) => [
    confusionHeading(pair),
    ...renderTable(confusionTable(pair), width),
  ]);
  return asText(
    report,
    ({ heading, table, notes }) => [heading, ...renderTable(table, width), ...notes],
    tables.length === 0 ? [] : [["Grades that pairs of raters gave to the same items", ...placeBlocks(tables, width)]],
  );
}

/** The same for a pull request. */
export function renderAgreementAsMarkdown(report: AgreementReport): string {
  return asText(
    report,
    ({ heading, table, notes }) => [
      `**${heading}**`,
      "",
      ...renderMarkdownTable(table),
      ...notes.flatMap((note) => ["", note]),
    ],
    confusionsToShow(report).map((pair) => [
      `**${confusionHeading(pair)}: items**`,
      "",
      ...renderMarkdownTable(confusionTable(pair)),
    ]),
  );
}

/** One row a number, full precision, for CSV and TSV; an empty value is undefined, and `reason` says why. */
export function* agreementRows(report: AgreementReport): Iterable<readonly string[]> {
  yield ["statistic", "rater", "other", "value", "low", "high", "items", "reason"];
  for (const { name, value, interval, items, reason } of overall(report)) {
    yield [name, "", "", cell(value), ...bounds(interval), String(items), reason ?? ""];
  }
  for (const pair of report.cohen) {
    const rest = [String(pair.items), pair.reason ?? ""];
    const row = (name: string, value: number | null, interval: Interval | null) => [
      ...[name, ...pair.raters, cell(value), ...bounds(interval)],
      ...rest,
    ];
    yield [...row("raw", pair.raw, pair.rawInterval).slice(0, -1), pair.items === 0 ? (pair.reason ?? "") : ""];
    yield row("cohen_plain", pair.plain, pair.plainInterval);
    yield row("cohen_linear", pair.linear, pair.linearInterval);
    yield row("cohen_quadratic", pair.quadratic, pair.quadraticInterval);
  }
  for (const { rater, rated, flagged, shared, bias, medianSeconds, self } of report.habits) {
    const row = (name: string, value: number | null, items: number | null = null) => [
      ...[name, rater, "", cell(value), "", "", cell(items), ""],
    ];
    yield row("rated", rated);
    yield row("flagged", flagged);
    yield row("bias", bias, shared);
    yield row("median_seconds", medianSeconds);
    yield row("self_raw", self.raw, self.items);
    yield row("self_quadratic", self.quadratic, self.items);
  }
}

interface Section {
  readonly heading: string;
  readonly table: TextTable;
  readonly notes: readonly string[];
}

type Lines = readonly string[];

function asText(report: AgreementReport, linesOf: (section: Section) => Lines, confusion: readonly Lines[]): string {
  const blocks = [
    headline(report),
    ...(report.raters.length === 0 ? [] : [linesOf(overallSection(report))]),
    ...(report.cohen.length === 0 ? [] : [linesOf(pairSection(report)), ...confusion]),
    ...(report.habits.length === 0 ? [] : [linesOf(habitSection(report))]),
    ...(report.disagreements.length === 0 ? [] : [linesOf(disagreementSection(report))]),
    ...(report.notes.length === 0 ? [] : [report.notes.map(noteText)]),
  ];
  return renderBlocks(blocks);
}

function headline({ items, sharedItems, raters, scale, bootstrap }: AgreementReport): string[] {
  if (raters.length === 0) return [reasons["no-ratings"]];
  const { samples, seed } = bootstrap;
  return [
    `${counted(items, "item")} rated on the scale ${scale}, ${sharedItems} of them by two raters or more. ${counted(raters.length, "rater")}: ${raters.join(", ")}.`,
    `Intervals: 95 %, percentile bootstrap over items, ${samples} resamples, seed ${seed}. Flagged items are not compared.`,
  ];
}

function overall({ raw, rawInterval, rawReason, sharedItems, krippendorff, ...report }: AgreementReport) {
  const { reason, leftOut } = krippendorff;
  const alpha = { items: sharedItems, reason, leftOut };
  return [
    { name: "raw", value: raw, interval: rawInterval, items: sharedItems, reason: rawReason, leftOut: 0 },
    {
      name: "fleiss",
      value: report.fleiss,
      interval: report.fleissInterval,
      items: report.fleissItems,
      reason: report.fleissReason,
      leftOut: report.fleissLeftOut,
    },
    {
      name: "krippendorff_nominal",
      value: krippendorff.nominal,
      interval: krippendorff.nominalInterval,
      ...alpha,
    },
    {
      name: "krippendorff_ordinal",
      value: krippendorff.ordinal,
      interval: krippendorff.ordinalInterval,
      ...alpha,
    },
    {
      name: "krippendorff_interval",
      value: krippendorff.interval,
      interval: krippendorff.intervalInterval,
      ...alpha,
    },
  ];
}

const titles: Readonly<Record<string, string>> = {
  raw: "equal grades (share of pairs)",
  fleiss: "Fleiss' kappa",
  krippendorff_nominal: "Krippendorff's alpha, nominal",
  krippendorff_ordinal: "Krippendorff's alpha, ordinal",
  krippendorff_interval: "Krippendorff's alpha, interval",
};

const reasons: Readonly<Record<UndefinedReason, string>> = {
  "no-ratings": "There are no ratings yet.",
  "one-rater": "There is one rater only: nobody to agree with.",
  "no-shared-item": "No item was rated by two raters.",
  "no-item-of-all": "No item was rated by every rater.",
  "all-equal": "All grades are equal: agreement beyond chance is undefined.",
};

function overallSection(report: AgreementReport): Section {
  const rows = overall(report);
  return {
    heading: "Agreement of all raters (1 is complete; kappa and alpha are 0 for chance)",
    table: {
      header: ["", "value", "[95 %]", "items"],
      rows: rows.map(({ name, value, interval, items }) => [
        titles[name] ?? name,
        shown(value),
        range(interval),
        String(items),
      ]),
    },
    notes: [
      ...new Set(rows.flatMap(({ reason }) => (reason === null ? [] : [reasons[reason]]))),
      ...leftOutNote(Math.max(...rows.map(({ value, leftOut }) => (value === null ? 0 : leftOut))), report),
    ],
  };
}

function pairSection(report: AgreementReport): Section {
  const { cohen } = report;
  return {
    heading: "Pairs of raters: Cohen's kappa by how much a disagreement counts",
    table: {
      header: ["raters", "items", "equal grades", "plain [95 %]", "linear [95 %]", "quadratic [95 %]"],
      rows: cohen.map((pair) => [
        pair.raters.join(" - "),
        String(pair.items),
        shown(pair.raw),
        `${shown(pair.plain)} ${range(pair.plainInterval)}`.trim(),
        `${shown(pair.linear)} ${range(pair.linearInterval)}`.trim(),
        `${shown(pair.quadratic)} ${range(pair.quadraticInterval)}`.trim(),
      ]),
    },
    notes: [
      ...cohen.flatMap(({ raters, reason }) =>
        reason === null || cohen.length === 1 ? [] : [`${raters.join(" - ")}: ${reasons[reason]}`],
      ),
      ...leftOutNote(Math.max(...cohen.map(({ plain, leftOut }) => (plain === null ? 0 : leftOut))), report),
    ],
  };
}

function leftOutNote(leftOut: number, { bootstrap }: AgreementReport): string[] {
  if (leftOut === 0) return [];
  return [
    `Up to ${leftOut} of ${bootstrap.samples} resamples left a number undefined and do not count for its interval.`,
  ];
}

function confusionsToShow({ confusion, cohen }: AgreementReport): readonly PairConfusion[] {
  return confusion.filter((_, place) => (cohen[place]?.items ?? 0) > 0);
}

function confusionHeading({ raters: [one, other] }: PairConfusion): string {
  return `${one} (down) and ${other} (across)`;
}

function confusionTable({ grades, counts }: PairConfusion): TextTable {
  return {
    header: ["", ...grades.map(String)],
    rows: grades.map((grade, row) => [String(grade), ...(counts[row] ?? []).map(String)]),
  };
}

function habitSection({ habits }: AgreementReport): Section {
  return {
    heading: "Raters: bias is the mean difference to the others' mean on shared items, above 0 is milder",
    table: {
      header: [
        ...["rater", "rated", "flagged", "shared", "bias", "median seconds"],
        ...["repeats", "same grade again", "kappa with oneself, quadratic"],
      ],
      rows: habits.map(({ rater, rated, flagged, shared, bias, medianSeconds, self }) => [
        ...[rater, String(rated), String(flagged), String(shared)],
        ...[bias === null ? "-" : signed(bias, 2), shown(medianSeconds, 1)],
        ...[String(self.items), shown(self.raw), shown(self.quadratic)],
      ]),
    },
    notes: [],
  };
}

function disagreementSection({ disagreements, disagreeing, sharedItems }: AgreementReport): Section {
  const raters = [...new Set(disagreements.flatMap(({ grades }) => grades.map(({ rater }) => rater)))].sort();
  const listed = disagreements.length < disagreeing ? `, the ${disagreements.length} worst` : "";
  return {
    heading: `Items with unequal grades: ${disagreeing} of ${sharedItems}${listed}`,
    table: {
      header: ["query: title", "spread", ...raters],
      rows: disagreements.map(({ query, title, id, spread, grades }) => [
        shortened(`${query}: ${title === "" ? id : title}`),
        String(spread),
        ...raters.map((name) => String(grades.find(({ rater }) => rater === name)?.grade ?? "")),
      ]),
    },
    notes: [],
  };
}

function noteText(note: AgreementNote): string {
  if (note.kind === "without-grades") return `${note.rater} gave no grade and is not compared.`;
  return `${note.rater} shares ${counted(note.items, "item")} with others: too few to say much.`;
}

const longest = 80;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}

function shown(value: number | null, decimals = 3): string {
  return value === null ? "-" : value.toFixed(decimals);
}

function range(interval: Interval | null): string {
  return interval === null ? "" : `[${interval.map((bound) => bound.toFixed(3)).join(", ")}]`;
}

function cell(value: number | null): string {
  return value === null ? "" : String(value);
}

function bounds(interval: Interval | null): string[] {
  return interval === null ? ["", ""] : interval.map(String);
}
