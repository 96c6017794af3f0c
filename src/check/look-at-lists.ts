/** Which columns of a user's result lists hold what, where they have unusual names? What can be read in two ways is refused. */
import { readOptionsOf } from "../command/shared-settings.ts";
import type { Terminal } from "../command/terminal.ts";
import { invalidOption } from "../core/errors.ts";
import { quoted, someOf } from "../core/text/wording.ts";
import { peekInput } from "../io/format-input.ts";
import { semqrelLabels } from "../io/judgments/semqrel-labels.ts";
import { namedFile } from "../io/named-files.ts";
import { placesOfJudgments } from "../io/results/judgments-for-lists.ts";
import { headColumns } from "../io/tables/head-columns.ts";
import {
  type ColumnChoice,
  columnKey,
  findColumn,
  guessColumns,
  type Role,
  recogniseColumns,
} from "../io/tables/recognise-columns.ts";
import { judgedColumn } from "../io/tables/table-roles.ts";
import type { Lists } from "./label-and-print.ts";
import type { LabelFlags } from "./label-settings.ts";

/** Ids beside ids do no harm: the first that is known counts. */
const decisive = ["query", "title", "rank", "engine"] as const;
type DecisiveRole = (typeof decisive)[number];

const settingOf = {
  query: "queryColumn",
  title: "titleColumn",
  rank: "rankColumn",
  engine: "engineColumn",
} as const satisfies Readonly<Record<DecisiveRole, keyof LabelFlags>>;

/**
 * Prints which columns of each file are read as what, if their names are unusual. Returns settings with these names.
 */
export async function lookUpColumns({ references, candidates }: Lists, flags: LabelFlags, terminal: Terminal) {
  const paths = [...references, ...candidates].map((given) => namedFile(given).path);
  const twice = paths.find((path, place) => paths.indexOf(path) !== place);
  if (twice !== undefined) {
    throw invalidOption(`Checking: ${twice} is given twice. Give the reference first, then other files.`, {
      file: twice,
    });
  }
  const { columns: choice } = readOptionsOf(flags);
  const found: { [setting: string]: string[] } = {};
  const { keep } = flags;
  const further = [flags.matchOn ?? [], flags.veto, flags.labelColumn ?? [], keep].flat();
  for (const path of paths) {
    if (path === "-") continue;
    const { columns, unused } = await lookAtLists(path, choice, further);
    for (const { role, name, isUsual } of columns) {
      if (!isUsual) found[settingOf[role]] = [...(found[settingOf[role]] ?? []), name];
    }
    const said = columns.map(({ role, name }) => `${role} from "${name}"`);
    const aside = unused.length === 0 || keep.join() === "all" ? "" : `; not used: ${someOf(unused.map(quoted))}`;
    if (said.length > 0) terminal.say(`${path}: ${said.join(", ")}${aside}.`);
  }
  return found;
}

/**
 * Looks at names alone. Returns columns whose names are not the usual ones, or that others seem to fit too, and unused
 * ones.
 * @param choice what options say already
 * @param further columns that options name beside those with a role
 */
export async function lookAtLists(path: string, choice: ColumnChoice, further: readonly string[]) {
  const { input, head } = await peekInput(path);
  input.close();
  const names = headColumns(head) ?? [];
  if (names.length < 2) return { columns: [], unused: [] };
  const { columns, warnings } = recogniseColumns(names, choice, path);
  if (semqrelLabels.detect(head, {})) {
    const what = "it holds labels that semqrel made, no result lists. Give the lists that they were made for";
    throw invalidOption(`Looking at ${path}: ${what}; semqrel report takes the folder of the labels.`, { file: path });
  }
  const judged = choice.rank ? null : judgedColumn(head);
  if (judged !== null) {
    const what = `it has a column "${judged}" and none of ranks, so it seems to hold judgments, no result lists`;
    const order = "Pass --rank-column none where its rows are results, in the order of the lists.";
    throw invalidOption(`Looking at ${path}: ${what}. ${order} ${placesOfJudgments(path)}`, { file: path });
  }
  const guess = (role: Role, among: readonly string[]) => guessColumns(among)[role] ?? [];
  const found = decisive.flatMap((role) => {
    if (choice[role]) return [];
    const usual = columns[role];
    const [name = usual] = usual === null ? guess(role, names) : [];
    if (name === null) return [];
    const others = names.filter((other) => other !== name);
    const similar = guess(role, others);
    const ignored = warnings.flatMap((one) =>
      one.kind === "two-columns-for-role" && one.role === role ? one.ignored : [],
    );
    // A column with a usual name is preferred to others that only have a word of it, as by all commands.
    const rivals = usual === null ? similar : ignored;
    if (rivals.length > 0) throw ambiguous(path, role, [name, ...rivals]);
    const isPlain = columnKey(name) === role || similar.length === 0;
    return usual !== null && isPlain ? [] : [{ role, name, isUsual: usual !== null }];
  });
  const used = [...Object.values(columns), ...found.map(({ name }) => name), ...further].filter(
    (name) => name !== null,
  );
  return { columns: found, unused: names.filter((name) => name !== "" && findColumn([name], used) === null) };
}

function ambiguous(path: string, role: Role, names: readonly string[]) {
  const flag = `--${role.replace(" ", "-")}-column`;
  const shown = names.map((name) => `"${name}"`).join(" and ");
  const choices = names.map((name) => `${flag} ${/\s/.test(name) ? `"${name}"` : name}`).join(" or ");
  return invalidOption(`Looking at ${path}: ${shown} both fit the ${role}. Pass ${choices}.`, { file: path });
}
