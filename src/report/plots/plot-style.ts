/**
 * Colours of plots in light, dark and print. Contrast with the background is at least 3, for text at least 4.5.
 * The six colours of series differ by at least 20 (CIE76), also for colour-blind people (simulated as in Machado et al.
 * 2009). They are the hues of Okabe and Ito 2008, adapted to light and to dark backgrounds. Dashes and marks also
 * distinguish the series.
 */

const light =
  "--plot-ink: #1b1f24; --plot-quiet: #59626d; --plot-line: #dde1e6; --plot-band: #f3f5f7; --plot-ground: #ffffff; --plot-1: #1a5fc4; --plot-2: #d5680a; --plot-3: #009e68; --plot-4: #a95aa5; --plot-5: #5c3700; --plot-6: #1e1c30; --plot-mark: #b3003b;";
const dark =
  "--plot-ink: #e9ecef; --plot-quiet: #a3acb6; --plot-line: #363c44; --plot-band: #1f242a; --plot-ground: #15181c; --plot-1: #6a95e8; --plot-2: #e0622a; --plot-3: #2bd98c; --plot-4: #d585b0; --plot-5: #f0e442; --plot-6: #eef6fa; --plot-mark: #ff7d9c;";
const onPaper =
  "--plot-ink: #000; --plot-quiet: #333; --plot-line: #ccc; --plot-band: #f3f3f3; --plot-ground: #fff; --plot-mark: #000;";

/** Most rules name a single class, because the content of a `use` element does not count as being inside `.plot`. */
const rules = `
:where(.plot text) { fill: var(--plot-ink); }
.plot-ground { fill: var(--plot-ground); }
.plot-title { font-size: 16px; font-weight: 600; unicode-bidi: plaintext; }
.plot-name { font-size: 13px; unicode-bidi: plaintext; }
.plot-tick, .plot-tick text, .plot-axis-title, .plot-note, .plot-empty-text { fill: var(--plot-quiet); }
.plot-intervals .plot-name, .plot-intervals .plot-value { paint-order: stroke; stroke: var(--plot-band); stroke-width: 5px; stroke-linejoin: round; }
.plot-axis-title, .plot-value { font-size: 12px; }
.plot-empty-text { font-style: italic; }
.plot-count { font-size: 11px; }
.plot-grid { stroke: var(--plot-line); stroke-width: 1; shape-rendering: crispEdges; }
.plot-axis { stroke: var(--plot-quiet); stroke-width: 1; shape-rendering: crispEdges; }
.plot-band { fill: var(--plot-band); }
.plot-empty { stroke: var(--plot-line); }
.plot-series-1 { --plot-color: var(--plot-1); }
.plot-series-2 { --plot-color: var(--plot-2); }
.plot-series-3 { --plot-color: var(--plot-3); }
.plot-series-4 { --plot-color: var(--plot-4); }
.plot-series-5 { --plot-color: var(--plot-5); }
.plot-series-6 { --plot-color: var(--plot-6); }
.plot-neutral { --plot-color: var(--plot-quiet); }
.plot-bar { fill: var(--plot-1); }
.plot-line { stroke: var(--plot-color); stroke-width: 2; stroke-linejoin: round; }
.plot-interval { stroke: var(--plot-color); stroke-width: 1.75; }
.plot-small-points { stroke: var(--plot-color); }
.plot-point { fill: var(--plot-color); stroke: var(--plot-ground); stroke-width: .75; }
.plot-dots { stroke: var(--plot-1); stroke-width: 2.8; stroke-linecap: round; }
.plot-dots-1 { stroke-opacity: .72; }
.plot-dots-2 { stroke-opacity: .86; }
.plot-whisker { stroke: var(--plot-quiet); stroke-width: 1.25; }
.plot-box { fill: var(--plot-1); fill-opacity: .22; stroke: var(--plot-1); stroke-width: 1.25; }
.plot-median { stroke: var(--plot-ink); stroke-width: 2.5; }
.plot-mark { stroke: var(--plot-mark); stroke-width: 1.5; }
.plot-mark-label { fill: var(--plot-mark); font-weight: 600; stroke: var(--plot-ground); stroke-width: 4px; paint-order: stroke; }
.plot-diagonal { stroke: var(--plot-quiet); stroke-width: 1.25; }
.plot-shadow { stroke: var(--plot-quiet); stroke-opacity: .28; stroke-width: 1; }
.plot-dot, .plot-side { stroke: var(--plot-color); stroke-linecap: round; stroke-opacity: .7; }
.plot-side { stroke-width: 10px; }
.plot-dot a:hover path, .plot-dot a:focus-visible path { stroke: var(--plot-ink); stroke-opacity: 1; }
.plot-dot a:focus-visible { outline: 2px solid var(--plot-ink); }
.plot-change { stroke: var(--plot-mark); stroke-width: 1.25; }
.plot-change-label { fill: var(--plot-mark); font-weight: 600; }
`;

/** Plots follow the reader's colour scheme; a page may set its own --plot-… properties. */
export const plotStyle = `
:root { ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
@media print { :root { ${light} ${onPaper} } .plot { break-inside: avoid; } }
.plot { display: block; inline-size: 100%; min-inline-size: 36rem; max-inline-size: 48rem; block-size: auto; color: var(--plot-ink); font-family: inherit; font-variant-numeric: tabular-nums; }
.plot-intervals { min-inline-size: 0; max-inline-size: 34rem; }${rules}`;

/** Many image viewers ignore custom CSS properties, so the rules contain the colours. */
function rulesIn(palette: string): string {
  const colors = new Map(palette.split("; ").map((one) => one.replace(";", "").split(": ") as [string, string]));
  const named = rules.replaceAll("--plot-color:", "color:").replaceAll("var(--plot-color)", "currentColor");
  return named.replace(/var\((.*?)\)/g, (_, name) => colors.get(name) ?? "");
}

export const pictureStyle = `${rulesIn(light)}@media (prefers-color-scheme: dark) {${rulesIn(dark)}}\n`;
