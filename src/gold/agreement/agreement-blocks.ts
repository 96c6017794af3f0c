import { at } from "../../core/at.ts";
import {
  type Block,
  column,
  type Interval,
  noteBlock,
  onTerminal,
  plotOf,
  tableOf,
  textBlock,
} from "../../core/document/blocks.ts";
import { cut } from "../../core/document/markdown-text.ts";
import { counted, sayShare } from "../../core/text/wording.ts";
import type { AgreementNote, AgreementReport, PairAgreement, UndefinedReason } from "./rater-agreement.ts";

export function agreementBlocks(report: AgreementReport): Block[] {
  return [
    ...headline(report),
    ...(report.raters.length === 0 ? [] : overallBlocks(report)),
    ...(report.cohen.length === 0 ? [] : [...pairBlocks(report), ...confusionBlocks(report)]),
    ...(report.proxies === undefined ? [] : [pairTable("agreement-proxies", proxiesTitle, report.proxies)]),
    ...correctedBlocks(report),
    ...habitBlocks(report),
    ...disagreementBlocks(report),
    ...report.notes.map((note, place) => ({ ...textBlock(sayNote(note), "caution"), note: place > 0 })),
  ];
}

function sayNote(note: AgreementNote): string {
  if (note.kind === "without-grades") return `${note.rater} gave no grade and is not compared.`;
  if (note.kind === "few-shared-items") {
    return `${note.rater} shares ${counted(note.items, "item")} with other raters, too few for a conclusion.`;
  }
  const { rater, scale, used } = note;
  const found =
    typeof used === "string"
      ? `${rater} uses the scale ${used}, but people use ${scale}.`
      : `${rater} has the label ${used}, which is too high for people's scale ${scale} (labels count from 0).`;
  const needed = "Agreement, kappa and the corrected mean need the same scale.";
  return `${found} ${needed} Judge with semqrel judge --scale ${scale}.`;
}

/** Yields one row for each number, in full precision. An undefined number is empty, and `reason` says why. */
export function* agreementRows(report: AgreementReport): Iterable<readonly string[]> {
  yield ["statistic", "rater", "other", "value", "low", "high", "items", "reason"];
  for (const { name, value, interval, items, reason } of overall(report)) {
    yield [name, "", "", cell(value), ...bounds(interval), String(items), reason ?? ""];
  }
  const { chance, commonest } = report;
  yield ["chance", "", "", cell(chance), "", "", String(report.sharedItems), ""];
  yield ["commonest_share", "", "", cell(commonest?.share ?? null), "", "", String(report.items), ""];
  for (const pair of [...report.cohen, ...(report.proxies ?? [])]) {
    const rest = [String(pair.items), pair.reason ?? ""];
    const row = (name: string, value: number | null, interval: Interval | null) => {
      return [name, ...pair.raters, cell(value), ...bounds(interval), ...rest];
    };
    yield [...row("raw", pair.raw, pair.rawInterval).slice(0, -1), pair.items === 0 ? (pair.reason ?? "") : ""];
    yield row("chance", pair.chance, null);
    for (const kind of ["plain", "linear", "quadratic"] as const) {
      yield row(`cohen_${kind}`, pair[kind], pair[`${kind}Interval`]);
    }
  }
  for (const { rater, rated, flagged, shared, bias, medianSeconds, self } of report.habits) {
    const row = (name: string, value: number | null, items: number | null = null) => {
      return [name, rater, "", cell(value), "", "", cell(items), ""];
    };
    yield row("rated", rated);
    yield row("flagged", flagged);
    yield row("bias", bias, shared);
    yield row("median_seconds", medianSeconds);
    yield row("self_raw", self.raw, self.items);
    yield row("self_chance", self.chance, self.items);
    yield row("self_quadratic", self.quadratic, self.items);
  }
  for (const { judge, human, items, rated, estimate, interval, judgeMean, reason } of report.corrected ?? []) {
    const people = human.join(", ");
    yield ["corrected_mean", judge, people, cell(estimate), ...bounds(interval), String(rated), reason ?? ""];
    yield ["judge_mean", judge, people, cell(judgeMean), "", "", String(items), ""];
  }
}

function headline({ items, sharedItems, raters, scale, bootstrap, commonest, chance }: AgreementReport): Block[] {
  if (raters.length === 0) return [textBlock(reasons["no-ratings"])];
  const rated = `${counted(items, "item")} rated on the scale ${scale}, ${items > 1 && sharedItems === items ? "all" : sharedItems} of them by two raters or more.`;
  const intervals = `Intervals: 95 %, percentile bootstrap over items, ${bootstrap.samples} resamples, seed ${bootstrap.seed}.`;
  const notes = [
    `${intervals} Flagged items are not compared. 1 is complete agreement; κ and α are 0 if raters agree no more than by chance.`,
  ];
  if (commonest != null && chance !== null) {
    const often = `The commonest grade is ${commonest.grade}: ${sayShare(commonest.share)} of all grades.`;
    const byChance = `If grades were given at random, each as often as in these ratings, two grades of an item would be equal in ${sayShare(chance)} of cases.`;
    notes.push(`${often} ${byChance}`);
  }
  return [textBlock(`${rated} ${counted(raters.length, "rater")}: ${raters.join(", ")}.`), ...notes.map(noteBlock)];
}

/** `reason` says why a number is undefined. `leftOut` counts the resamples in which it is undefined. */
function overall(report: AgreementReport) {
  const { sharedItems, krippendorff } = report;
  const { reason, leftOut } = krippendorff;
  const alpha = (kind: "nominal" | "ordinal" | "interval") => {
    const numbers = { value: krippendorff[kind], interval: krippendorff[`${kind}Interval`], items: sharedItems };
    return { name: `krippendorff_${kind}`, title: `Krippendorff's α, ${kind}`, ...numbers, reason, leftOut };
  };
  const raw = { value: report.raw, interval: report.rawInterval, items: sharedItems, reason: report.rawReason };
  const fleiss = { value: report.fleiss, interval: report.fleissInterval, items: report.fleissItems };
  return [
    { name: "raw", title: "equal grades", ...raw, leftOut: 0 },
    { name: "fleiss", title: "Fleiss' κ", ...fleiss, reason: report.fleissReason, leftOut: report.fleissLeftOut },
    ...(["nominal", "ordinal", "interval"] as const).map(alpha),
  ];
}

const reasons: Readonly<Record<UndefinedReason, string>> = {
  "no-ratings": "There are no ratings yet.",
  "one-rater": "Only one rater: agreement needs two.",
  "no-shared-item": "No item was rated by two raters.",
  "no-item-of-all": "No item was rated by every rater.",
  "all-equal": "All grades are equal: agreement beyond chance is undefined.",
};

function overallBlocks(report: AgreementReport): Block[] {
  const rows = overall(report);
  return [
    plotOf(
      "agreement-overall",
      {
        shape: "intervals",
        title: "Agreement of all raters",
        marks: [{ value: 0, label: "chance" }],
        description:
          "Share of equal grades, Fleiss' κ and Krippendorff's α with 95 % intervals over items (bootstrap).",
        axis: { title: "agreement", from: null, to: 1 },
        groups: rows.map(({ title, value, interval }) => ({
          name: title,
          points: value === null ? [] : [{ series: "agreement", value, interval }],
        })),
      },
      rows,
      [
        column("", "text", ({ title }) => title),
        column("value", "measure", ({ value }) => value),
        column("95 %", "interval", ({ interval }) => interval),
        column("items", "count", ({ items }) => items, { on: "terminal" }),
      ],
    ),
    ...onTerminal(
      ...[...new Set(rows.flatMap(({ reason }) => (reason === null ? [] : [reasons[reason]])))].map(noteBlock),
      ...leftOutNote(Math.max(...rows.map(({ value, leftOut }) => (value === null ? 0 : leftOut))), report),
    ),
  ];
}

const proxiesTitle = "Judgments from a file compared with each rater: Cohen's κ";

function pairBlocks(report: AgreementReport): Block[] {
  const { cohen } = report;
  return [
    pairTable("agreement-pairs", "Pairs of raters: Cohen's κ, unweighted and weighted", cohen),
    ...onTerminal(
      ...cohen.flatMap(({ raters, reason }) =>
        reason === null || cohen.length === 1 ? [] : [noteBlock(`${raters.join(" - ")}: ${reasons[reason]}`)],
      ),
      ...leftOutNote(Math.max(...cohen.map(({ plain, leftOut }) => (plain === null ? 0 : leftOut))), report),
    ),
  ];
}

function correctedBlocks({ corrected = [] }: AgreementReport): Block[] {
  if (corrected.length === 0) return [];
  const people = at(corrected, 0).human.join(", ");
  const unknown = corrected.flatMap(({ judge, reason }) => (reason === null ? [] : [`${judge}: ${reason}.`]));
  return [
    tableOf("agreement-corrected", `Mean grade, corrected with the grades of ${people}`, corrected, [
      column("rater", "text", ({ judge }) => judge),
      column("items", "count", ({ items }) => items),
      column("mean", "measure", ({ judgeMean }) => judgeMean),
      column("human grades", "count", ({ rated }) => rated),
      column("human mean", "measure", ({ humanMean }) => humanMean),
      column("corrected mean", "measure", ({ estimate }) => estimate),
      column("95 %", "interval", ({ interval }) => interval),
      column("more human grades needed to halve the interval", "count", ({ gradesToHalve }) => gradesToHalve ?? ""),
    ]),
    noteBlock("The interval is only right if the items with human grades were chosen at random."),
    ...unknown.map(noteBlock),
  ];
}

function pairTable(id: string, title: string, pairs: readonly PairAgreement[]): Block {
  return tableOf(id, title, pairs, [
    column("raters", "text", ({ raters }) => raters.join(" - "), { on: "terminal" }),
    column("rater", "text", ({ raters: [one] }) => one, { on: "page" }),
    column("and", "text", ({ raters: [, other] }) => other, { on: "page" }),
    column("items", "count", ({ items }) => items),
    column("equal grades", "share", ({ raw }) => raw),
    column("by chance", "share", ({ chance }) => chance),
    column("plain", "measure", ({ plain }) => plain),
    column("95 %", "interval", ({ plainInterval }) => plainInterval, { on: "terminal" }),
    column("linear", "measure", ({ linear }) => linear),
    column("95 %", "interval", ({ linearInterval }) => linearInterval, { on: "terminal" }),
    column("quadratic", "measure", ({ quadratic }) => quadratic),
    column("95 %", "interval", ({ quadraticInterval }) => quadraticInterval),
  ]);
}

function leftOutNote(leftOut: number, { bootstrap }: AgreementReport): Block[] {
  if (leftOut === 0) return [];
  const resamples = `Up to ${leftOut} of ${bootstrap.samples} resamples`;
  return [noteBlock(`${resamples} left a number undefined and do not count in its interval.`)];
}

function confusionBlocks({ confusion, cohen }: AgreementReport): Block[] {
  const shared = confusion.filter((_, place) => at(cohen, place).items > 0);
  const tables = shared.map(({ raters: [one, other], grades, counts }, table) => {
    const columns = grades.map((across, place) =>
      column<number>(String(across), "count", (row) => at(at(counts, row), place)),
    );
    return tableOf(
      `agreement-grades-${table + 1}`,
      `${one} (down) and ${other} (across)`,
      [...grades.keys()],
      [column("", "text", (row) => String(at(grades, row))), ...columns],
      { beside: true },
    );
  });
  if (tables.length === 0) return [];
  return onTerminal(textBlock("Grades that pairs of raters gave to the same items:"), ...tables);
}

function habitBlocks({ habits }: AgreementReport): Block[] {
  if (habits.length === 0) return [];
  return [
    tableOf("agreement-raters", "Raters (bias above 0: higher grades than the others)", habits, [
      column("rater", "text", ({ rater }) => rater),
      column("rated", "count", ({ rated }) => rated),
      column("flagged", "count", ({ flagged }) => flagged),
      column("shared", "count", ({ shared }) => shared),
      column("bias", "change", ({ bias }) => bias, { digits: 2 }),
      column("median seconds", "number", ({ medianSeconds }) =>
        medianSeconds === null ? null : Number(medianSeconds.toFixed(1)),
      ),
      column("repeats", "count", ({ self }) => self.items),
      column("same grade again", "share", ({ self }) => self.raw),
      column("by chance", "share", ({ self }) => self.chance, { on: "terminal" }),
      column("self-agreement, quadratic κ", "measure", ({ self }) => self.quadratic, { on: "terminal" }),
    ]),
    noteBlock("Bias: mean difference from the other raters' mean grade of the same items."),
  ];
}

function disagreementBlocks({ disagreements, disagreeing, sharedItems }: AgreementReport): Block[] {
  if (disagreements.length === 0) return [];
  const raters = [...new Set(disagreements.flatMap(({ grades }) => grades.map(({ rater }) => rater)))].sort();
  const listed = disagreements.length < disagreeing ? `the ${disagreements.length} worst` : "the worst first";
  type Item = (typeof disagreements)[number];
  const titleOf = ({ title, id }: Item) => (title === "" ? id : title);
  const nameOf = (item: Item) => (item.query === "" ? titleOf(item) : `${item.query}: ${titleOf(item)}`);
  return [
    tableOf(
      "agreement-items",
      `Items with unequal grades: ${disagreeing} of ${sharedItems}, ${listed}`,
      disagreements,
      [
        column("query: title", "text", (item) => cut(nameOf(item), 80), { on: "terminal" }),
        column("query", "text", ({ query }) => query, { on: "page" }),
        column("title", "text", titleOf, { on: "page" }),
        column("spread", "count", ({ spread }) => spread),
        column("grades", "text", ({ grades }) => grades.map(({ rater, grade }) => `${rater} ${grade}`).join(", "), {
          on: "page",
        }),
        ...raters.map((name) =>
          column<Item>(name, "count", ({ grades }) => grades.find(({ rater }) => rater === name)?.grade ?? "", {
            on: "terminal",
          }),
        ),
      ],
    ),
  ];
}

function cell(value: number | null): string {
  return value === null ? "" : String(value);
}

function bounds(interval: Interval | null): string[] {
  return interval === null ? ["", ""] : interval.map(String);
}
