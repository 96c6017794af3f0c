/** Help texts of the matching rules. Each rule can be disabled. The preset `notebook` disables all of them. */
export const matchRuleTexts = {
  clean: "compare and embed titles without markup, LaTeX, invisible characters, or differences in dashes and quotes",
  equal: "prefer an identical title to a different one that is just as near",
  cut: 'match a title that ends in "…" to the only title of the other list that starts with the same text',
  unknown: "if the model cannot read a title, match it only to an identical one",
  untitled: "do not match results without a title",
  once: "give the label of a reference title to one result of a list only: the one with the identical title, else the first match; other matches get 0",
  matched: "count matches by meaning in precision, recall and F1, not only identical titles",
} as const;
export type MatchRule = keyof typeof matchRuleTexts;
export const matchRuleNames = Object.keys(matchRuleTexts) as MatchRule[];
export type MatchRules = { readonly [rule in MatchRule]: boolean };

export function rulesWithout(off: readonly MatchRule[]): MatchRules {
  return Object.fromEntries(matchRuleNames.map((rule) => [rule, !off.includes(rule)])) as MatchRules;
}

export const matchPresets = {
  /** The threshold was chosen on public collections: see docs/trust.md. */
  default: { matchOn: ["identifiers", "title"], threshold: 0.4, without: [] },
  /** The recipe of the original notebook: compares titles without cleaning them, and matches every result. */
  notebook: { matchOn: ["title"], threshold: null, without: matchRuleNames },
} as const;
