/** What holds for all ratings of a database: on which scale are they, and in which order do people rate? */
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import type { RatingScale } from "../../core/types.ts";
import { textOrNull } from "./rating-rows.ts";
import { asText, type SqlConnection, storable } from "./sql-connection.ts";

type SettingName =
  | "id"
  | "scale"
  | "seed"
  | "repeat_share"
  | "guidelines"
  | "fingerprint"
  | "pool_sha256"
  | "pool"
  | "chosen"
  | "drawn"
  | "sum";

export function settingOf(sql: SqlConnection, name: SettingName): string | null {
  return textOrNull(sql.one(`SELECT ${asText("value")} FROM setting WHERE name = ?`, name)?.["value"]);
}

export function setSetting(sql: SqlConnection, name: SettingName, value: string): void {
  sql.run("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", name, value);
}

export function scaleOf(sql: SqlConnection): RatingScale | null {
  const rows = sql.all(`SELECT grade, ${asText("label")} FROM grade ORDER BY grade`);
  const name = settingOf(sql, "scale");
  if (name === null) return null;
  return { name, grades: rows.map((row) => ({ grade: Number(row["grade"]), label: String(row["label"]) })) };
}

type StoredOrder = ReturnType<typeof orderOf>;

/** `repeatShare`: of the pairs that raters see twice, 0..1. */
export function orderOf(sql: SqlConnection) {
  return { seed: Number(settingOf(sql, "seed") ?? 1), repeatShare: Number(settingOf(sql, "repeat_share") ?? 0.05) };
}

/** Other labels of the same grades are taken. */
export function setScale(sql: SqlConnection, scale: RatingScale): void {
  const { path } = sql;
  const stored = scaleOf(sql);
  const isSame = String(stored?.grades.map(({ grade }) => grade)) === String(scale.grades.map(({ grade }) => grade));
  if (stored !== null && !isSame && sql.one("SELECT 1 FROM rating LIMIT 1") !== null) {
    const problem = `its ratings are on the scale ${stored.name}, not ${scale.name}.`;
    const message = `Opening the ratings database ${path}: ${problem} Leave --scale out, or give the database another name.`;
    throw new SemqrelError("INVALID_SCALE", message, { details: { path, stored: stored.name, scale: scale.name } });
  }
  if (!isSame) sql.run("DELETE FROM grade");
  const insert = "INSERT INTO grade (grade, label) VALUES (?, ?) ON CONFLICT DO UPDATE SET label = excluded.label";
  for (const { grade, label } of scale.grades) sql.run(insert, grade, storable(label));
  setSetting(sql, "scale", scale.name);
}

export function setOrder(sql: SqlConnection, { seed, repeatShare }: StoredOrder): void {
  const { path } = sql;
  const stored = orderOf(sql);
  const isSame = stored.seed === seed && stored.repeatShare === repeatShare;
  const hasBegun = "SELECT 1 FROM rating JOIN pair ON number = pair WHERE origin = 'pool' LIMIT 1";
  if (!isSame && settingOf(sql, "fingerprint") !== null && sql.one(hasBegun) !== null) {
    throw invalidOption(
      `Opening the ratings database ${path}: people rate there in the order of seed ${stored.seed} with a repeated ` +
        `share of ${stored.repeatShare}, not ${seed} and ${repeatShare}. Leave --seed and --repeat-share out.`,
      { path, ...stored },
    );
  }
  setSetting(sql, "seed", String(seed));
  setSetting(sql, "repeat_share", String(repeatShare));
}
