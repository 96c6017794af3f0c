/** Light, dark and print styles. Colours have a contrast of at least 4.5; sizes follow the reader's font size. */
import { plotStyle } from "../plots/plot-style.ts";

export const reportStyle = `${plotStyle.trim()}
:root {
  color-scheme: light dark;
  --ground: #fbfaf7; --surface: #ffffff; --ink: #1d1f23; --quiet: #5a5f68; --line: #e2dfd7; --edge: #888c94;
  --accent: #1d5799; --accent-soft: #e7f0fb; --good: #1b673c; --warn: #6d4c00; --warn-soft: #fff4d6; --lit: #fff0b8;
  --plot-ground: var(--ground); --plot-ink: var(--ink); --plot-quiet: var(--quiet); --plot-line: var(--line);
  --serif: ui-serif, Charter, "Iowan Old Style", "Palatino Linotype", Cambria, "Noto Serif", Georgia, serif;
  font: 100%/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #15171a; --surface: #1c1f23; --ink: #e6e6e3; --quiet: #a9adb5; --line: #33373d; --edge: #7c828c;
    --accent: #94bef5; --accent-soft: #1e2d42; --good: #86d2a3; --warn: #f1d592; --warn-soft: #352b12; --lit: #4a3d10;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-block-start: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 88rem; padding: 0 clamp(1rem, 3vw, 2.5rem) 6rem; background: var(--ground); color: var(--ink); overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: .15em; }
small { font-size: .8125rem; font-weight: 400; color: var(--quiet); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; border-radius: 2px; }
.skip { position: absolute; inset-block-start: -10rem; padding: .5rem 1rem; background: var(--surface); z-index: 3; }
.skip:focus { inset-block-start: 0; }
summary { cursor: pointer; }

/* The head, the contents, and on wide screens the text beside them. */
header { padding-block: 2.5rem 1rem; }
header p { margin: 0; color: var(--quiet); font-size: .875rem; letter-spacing: .04em; }
h1, h2 { font-family: var(--serif); font-weight: 600; line-height: 1.2; overflow-wrap: anywhere; text-wrap: balance; }
h1 { margin: .1rem 0 0; font-size: clamp(1.25rem, 1rem + 1.2vw, 1.75rem); letter-spacing: -.01em; }
h2 { margin: 0 0 1rem; font-size: 1.625rem; }
h2 a { color: inherit; text-decoration: none; }
h2 a:hover { text-decoration: underline; text-decoration-thickness: 1px; }
h2 a:hover::after { content: " #" / ""; color: var(--quiet); }
nav { font-size: .9375rem; }
nav ul { margin: 0; padding: .75rem 0; list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0 1rem; border-block: 1px solid var(--line); }
nav a { display: block; padding: .2rem 0; color: var(--quiet); text-decoration: none; overflow-wrap: anywhere; line-height: 1.35; }
nav a:hover, nav a[aria-current] { color: var(--ink); text-decoration: underline; }
main > section { margin-block-start: 3.5rem; }
#headline { margin-block: .75rem 2rem; }
section > p { max-width: 44rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
@media (min-width: 68.75rem) {
  header { margin-inline-start: 15.5rem; }
  #headline { margin-block-end: 0; }
  main { display: grid; grid-template-columns: 12.5rem minmax(0, 1fr); column-gap: 3rem; }
  main > section { grid-column: 2; min-width: 0; }
  /* The contents are beside all sections, however many there are. */
  nav { grid-column: 1; grid-row: 1 / span 200; align-self: start; position: sticky; inset-block-start: 0; max-height: 100vh; overflow-y: auto; padding-block: 1rem 2rem; }
  nav ul { display: block; border: 0; padding: 0; }
  nav a { padding: .22rem 0 .22rem .8rem; border-inline-start: 2px solid var(--line); }
  nav a:hover { text-decoration: none; }
  nav a[aria-current] { border-color: var(--accent); text-decoration: none; }
}

/* Sentences: verdicts first, cautions marked by word and edge. */
.verdict { font: 500 1.25rem/1.45 var(--serif); }
#headline .more { padding-inline-start: 0; }
section > .verdict { max-width: 48rem; }
#headline > p:not(.verdict) { margin-block: .5rem; }
.caution { padding: .55rem .9rem; border-inline-start: 3px solid var(--warn); background: var(--warn-soft); font-size: .9375rem; }
.caution strong { color: var(--warn); margin-inline-end: .35rem; }

/* Tables. */
/* An edge is shaded if there is more to scroll. The covers scroll with the content, the shades stay. */
.wide {
  overflow-x: auto; margin-block: 1.25rem; max-width: 100%;
  background:
    linear-gradient(to right, var(--ground) 50%, transparent) 0 0 / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--ground) 50%, transparent) 100% 0 / 3rem 100% no-repeat local,
    linear-gradient(to right, var(--edge), transparent) 0 0 / .4rem 100% no-repeat scroll,
    linear-gradient(to left, var(--edge), transparent) 100% 0 / .4rem 100% no-repeat scroll;
}
table { border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums lining-nums; }
caption { caption-side: top; text-align: start; padding-block-end: .4rem; font-weight: 600; max-width: min(44rem, 100vw - 2rem); overflow-wrap: anywhere; }
th, td { padding: .3rem .9rem .3rem 0; text-align: start; vertical-align: top; border-block-end: 1px solid var(--line); max-width: 28rem; overflow-wrap: break-word; }
.endless { overflow-wrap: anywhere; min-width: 16rem; }
:is(th, td):last-child { padding-inline-end: 0; }
th { font-weight: 500; }
thead th { vertical-align: bottom; border-block-end-color: var(--edge); color: var(--quiet); font-size: .8125rem; line-height: 1.3; }
.n { text-align: end; }
td.n { white-space: nowrap; }
tbody tr:hover { background: var(--accent-soft); }
.none { color: var(--quiet); font-style: italic; }
th button { font: inherit; color: inherit; text-align: inherit; padding: 0; border: 0; background: none; cursor: pointer; }
th button::after { content: "↕" / ""; margin-inline-start: .25em; opacity: .45; }
[aria-sort="ascending"] button::after { content: "↑" / ""; opacity: 1; }
[aria-sort="descending"] button::after { content: "↓" / ""; opacity: 1; }
[aria-sort] { color: var(--ink); }
pre { max-width: 44rem; margin: 0 0 1rem; padding: .6rem .9rem; overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; }
pre span { display: inline-block; max-width: 100%; }
.whole > summary { max-width: 44rem; color: var(--quiet); overflow-wrap: anywhere; }
.whole > summary:hover { color: var(--ink); }
.whole > section { margin-block-start: 2.5rem; }
.folded { margin-block: .75rem; }
.folded > summary, .key > summary { width: fit-content; color: var(--quiet); font-size: .9375rem; overflow-wrap: anywhere; }
.folded > summary:hover, .key > summary:hover { color: var(--ink); }
.folded caption { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
figure { margin: 2rem 0; }
figcaption { max-width: 44rem; font-size: .9375rem; color: var(--quiet); overflow-wrap: anywhere; }
figcaption strong { display: block; color: var(--ink); font-size: 1rem; }
figure .wide { margin-block: .75rem .25rem; }
figure .folded { margin-block: 0; }

.key { margin-block: 0 1.5rem; max-width: 44rem; font-size: .9375rem; }
.key dl { display: grid; grid-template-columns: minmax(9rem, auto) 1fr; gap: .35rem 1rem; margin: .5rem 0; }
.key dd { margin: 0; }
.key dt span { color: var(--quiet); }
/* Each query is one line, easy to scan. The content of a folded query is not laid out. */
.query { content-visibility: auto; contain-intrinsic-size: auto 2.6rem; border-block-end: 1px solid var(--line); }
.query > summary { display: grid; grid-template-columns: 1rem minmax(0, 1fr) auto; gap: 0 .6rem; align-items: baseline; padding: .5rem 0; list-style: none; }
.query > summary::-webkit-details-marker { display: none; }
.query > summary::before { content: "▸" / ""; color: var(--quiet); }
.query[open] > summary::before { content: "▾" / ""; }
.query > summary:hover { background: var(--accent-soft); }
.query > summary:focus-visible { outline-offset: -2px; }
.query h3 { margin: 0; font-size: 1rem; font-weight: 500; overflow-wrap: anywhere; text-align: start; }
.query:not([open]) h3 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.query[open] h3 { font-weight: 650; }
.scores { display: flex; gap: 1.5rem; color: var(--quiet); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.score { display: grid; grid-template-columns: minmax(0, 6.5rem) 4rem 2.75rem; gap: .5rem; align-items: baseline; }
.score bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-align: end; }
.scores b { color: var(--ink); font-weight: 500; font-size: .875rem; text-align: end; white-space: nowrap; }
.scores svg { width: 100%; height: .5rem; background: var(--line); }
.score path { fill: var(--accent); }
.strip { display: grid; grid-template-columns: 9rem 7rem; gap: .75rem; align-items: baseline; }
.strip path { stroke: var(--accent); stroke-width: 1.5px; vector-effect: non-scaling-stroke; fill: none; }
.unfolded { padding-block: .25rem 1.5rem; scroll-margin-block-start: 3.25rem; }
.links { margin: 0; font-size: .8125rem; color: var(--quiet); }
.links span { margin-inline-end: 1rem; }
.unfolded .wide { margin-block: .5rem 1rem; }
.measures { font-size: .8125rem; }
.measures td { text-align: end; white-space: nowrap; }
.measures th:first-child { max-width: 16rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.measures :is(th, td) { padding: .15rem .7rem .15rem 0; }
.mark { display: inline-block; min-width: 1.3em; margin-inline-end: .4em; padding: 0 .3em; border: 1px solid var(--edge); border-radius: .25em; font: 600 .75rem/1.35 system-ui, sans-serif; text-align: center; color: var(--quiet); }

/* Lists beside each other. The words between the numbers of a row are added here, because rows must be short. */
.lists { position: relative; display: grid; grid-auto-flow: column; grid-auto-columns: minmax(16rem, 1fr); gap: 0 1.75rem; overflow-x: auto; align-items: start; }
.list { min-width: 0; }
.list:first-child { margin-inline-end: 1.75rem; }
.list h4 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .4rem; margin: 0; padding-block: .3rem; border-block-end: 1px solid var(--edge); font-size: .9375rem; overflow-wrap: anywhere; min-height: 2.2rem; }
.list h4 small { order: 1; }
.list ol { margin: 0; padding: 0 0 0 2rem; font-variant-numeric: tabular-nums; }
.list li { position: relative; padding: .25rem 3rem .3rem .1rem; border-block-end: 1px solid var(--line); font-size: .875rem; line-height: 1.35; unicode-bidi: plaintext; text-align: start; overflow-wrap: anywhere; }
.list li::marker { color: var(--quiet); font-size: .8125rem; }
.list li:target { background: var(--lit); }
.list li.lit { background: var(--lit); }
.list li > b { position: absolute; inset: .25rem .1rem auto auto; font-weight: 600; unicode-bidi: isolate; }
.list li > details { display: inline-block; }
.list p { margin: 0; font-size: .78125rem; color: var(--quiet); unicode-bidi: isolate; direction: ltr; text-align: left; }
.list p i { font-style: normal; }
.list p a { display: inline-block; padding-inline: .25em; margin-inline: -.1em; }
.list li > p { margin-inline-end: -2.9rem; }
.list em { color: var(--quiet); }
p.e::before { content: "= → "; }
p.e::after { content: " exact match"; }
.list li > p:not([class])::before { content: "≈ → "; }
.list:not(.ref) li > p:not([class]) a::after { content: " by meaning "; display: inline-block; white-space: pre; color: var(--quiet); }
p.n::before { content: "∅ no match, nearest "; }
p.n:empty::before { content: "∅ no match"; }
.list p i::before { content: ", "; }
.list p i::after { content: " ahead"; }
.ref li > p:not([class])::before { content: "found "; }
p.u::before { content: "○ found by no engine"; }
p.v::before { content: "○ not among the results shown"; }
p.t::before { content: "same title → "; }
p.g::before { content: "from "; }
p.o::before { content: "label: "; }
.list p.d { color: var(--warn); }
p.p::before { content: "repeated: a reference title counts once"; }
p.d::before { content: "⚠ " / "Doubt: "; }
.list p.e { color: var(--good); }
.reason { padding-block: .5rem; }
.more { padding: .4rem 0 0 2rem; }
.key .e::before { content: "= → 3 exact match"; }
.key .s::before { content: "≈ → 3 by meaning .61, .26 ahead"; }
.key .n::before { content: "∅ no match, nearest .31, .02 ahead"; }
.key .f::before { content: "found "; }
.key .p::before { content: "repeat"; }
.key .d::before { content: "⚠"; color: var(--warn); }
.lines { position: absolute; inset: 0 auto auto 0; width: 100%; height: 100%; pointer-events: none; overflow: visible; }
.lines path { fill: none; stroke: var(--edge); stroke-width: 1.25; }
.lines .s { stroke-dasharray: 4 3; }
.lines .lit { stroke: var(--accent); stroke-width: 2.5; }
.beside { margin-inline-start: auto; font-weight: 400; font-size: .8125rem; }
.list:nth-child(2) .beside { display: none; }

/* What the script adds. */
.controls { display: grid; gap: .6rem; margin-block: 1rem; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--surface); font-size: .9375rem; }
/* Without a script there is no search, so its hint is hidden. */
#beyond-search:not(:has(+ .controls)) { display: none; }
.controls > div { display: flex; flex-wrap: wrap; gap: .5rem 1.1rem; align-items: center; }
.controls p { margin: 0 0 0 auto; color: var(--quiet); font-variant-numeric: tabular-nums; }
.controls div:first-child label { flex: 1 1 16rem; display: flex; flex-wrap: wrap; align-items: center; gap: .15rem .6rem; }
.controls input[type="search"] { flex: 1 1 12rem; min-width: 0; }
.controls select { max-width: 15rem; }
button, select, input { font: inherit; color: inherit; max-width: 100%; }
.controls :is(button, select, input[type="search"]), .beside { padding: .2rem .6rem; min-height: 1.9rem; border: 1px solid var(--edge); border-radius: .35rem; background: var(--ground); }
.beside { min-height: 1.5rem; padding-block: 0; }
:is(.controls button, .beside) { cursor: pointer; }
:is(.controls button, .beside):hover { background: var(--accent-soft); }
:disabled { opacity: .5; }
input[type="checkbox"] { accent-color: var(--accent); }

@media screen and (max-width: 48rem) {
  .query > summary { grid-template-columns: 1rem minmax(0, 1fr); }
  .scores { grid-column: 2; flex-wrap: wrap; gap: 0 1rem; }
  .score { grid-template-columns: minmax(0, 6.5rem) 3.5rem 2.75rem; }
  .score bdi { text-align: start; }
  .lists { grid-auto-flow: row; grid-auto-columns: auto; gap: 1.25rem 0; }
  .list:first-child { margin-inline-end: 0; }
  .lines, .beside { display: none; }
  .unfolded { scroll-margin-block-start: 7rem; }
  .key dl { grid-template-columns: 1fr; gap: 0; }
  .key dd { margin-block-end: .5rem; }
}
@media print {
  @page { size: A4; margin: 16mm 14mm; }
  :root { --ground: #fff; font-size: 10pt; }
  body { padding: 0; max-width: none; }
  main { display: block; }
  header { margin: 0; }
  nav, .skip, .controls, .beside, .links, details:not([open]) { display: none !important; }
  .query:not([open]) { display: block !important; }
  .query { content-visibility: visible; }
  header { padding-block: 0 1rem; }
  h2, h3, h4, caption, figcaption, summary { break-after: avoid; }
  figure, tr, li, .caution { break-inside: avoid; }
  main > section { margin-block-start: 2rem; }
  .wide, .lists { overflow: visible; }
  .lists { grid-auto-flow: row; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem 1.25rem; }
  .list:first-child { margin: 0; }
  .measures, .measures thead th { font-size: .55rem; }
  table { max-width: 100%; }
  tbody :is(th, td) { overflow-wrap: anywhere; }
  /* A minimum width, so that long words break, but not after every third letter. */
  tbody :is(th, td):not(.n) { min-width: 6.5em; }
  th button::after { content: none; }
  .lines { display: none; }
  a { color: inherit; }
}`;
