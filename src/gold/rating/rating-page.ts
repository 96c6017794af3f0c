/** The rating page, which a script fills. The Content-Security-Policy forbids inline scripts and styles. */

import MarkdownIt from "markdown-it";
import { escapeHtml } from "../../core/text/escape.ts";

/** Returns the same page for all raters, because it contains neither names nor ratings. */
export function ratingPage({ poolName }: { readonly poolName: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Rating ${escapeHtml(poolName)}</title>
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<a class="skip-link" href="#items">Skip to the results</a>
<header>
  <div class="bar">
    <label class="overall"><span class="hidden">All ratings</span><progress id="overall" max="1" value="0"></progress></label>
    <p id="ahead"></p>
    <button type="button" id="menu-button" popovertarget="menu">Menu</button>
  </div>
  <div id="question" tabindex="0" role="group" aria-label="The query" hidden>
    <div class="query-line">
      <p class="wide">Query</p>
      <h1 id="query" dir="auto"></h1>
      <p id="query-progress"></p>
    </div>
    <p id="need" dir="auto"></p>
    <p class="wide">How well does each result answer this query?</p>
  </div>
</header>
<nav id="menu" popover aria-label="Menu">
  <button type="button" data-do="jump">Go to a query<kbd>g</kbd></button>
  <button type="button" data-do="guidelines" id="guidelines-button">Guidelines</button>
  <button type="button" data-do="who"><span>Who is rating: <bdi id="who"></bdi></span></button>
  <button type="button" data-do="help">Keys and help<kbd>?</kbd></button>
</nav>
<div id="banners">
  <div id="banner" class="banner" role="alert" hidden>
    <p id="banner-text"></p>
    <button type="button" data-do="retry" id="retry">Try now</button>
    <button type="button" data-do="reload" id="reload">Reload the page</button>
  </div>
  <div id="refusals" class="banner bad" role="alert" hidden>
    <p id="refusals-text"></p>
    <button type="button" data-do="refusals">Show</button>
  </div>
</div>
<main>
  <noscript><p class="panel">This page needs JavaScript.</p></noscript>
  <section id="items" aria-label="Results for this query" tabindex="-1"></section>
  <section id="finished" class="panel" tabindex="-1" hidden>
    <h1>All done</h1>
    <p id="finished-text"></p>
    <p><button type="button" data-do="jump">Go back to a query</button></p>
  </section>
  <p id="loading" class="panel" tabindex="-1">Loading …</p>
</main>
<div id="announcement" class="hidden" role="status"></div>

<dialog id="who-dialog" aria-labelledby="who-title">
  <form>
    <h2 id="who-title">Who is rating?</h2>
    <p>Your name is saved with your ratings, to measure how well raters agree. Always use the same name.</p>
    <div id="known-raters"></div>
    <label for="rater">Your name</label>
    <input id="rater" maxlength="60" autocomplete="off" spellcheck="false" dir="auto" aria-describedby="who-problem">
    <p id="who-problem" class="problem" role="alert"></p>
    <p class="actions"><button type="button" data-close id="who-cancel">Cancel</button><button class="primary">Continue</button></p>
  </form>
</dialog>

<dialog id="start-dialog" aria-labelledby="start-title">
  <h2 id="start-title">Before you start</h2>
  <p id="start-ahead" class="large"></p>
  <p>You will see one query at a time with its results. Rate how well each result answers the query. The order is
    random. Ratings are saved at once, so you can stop and come back at any time.</p>
  <p>Press <kbd id="first-key">1</kbd> to <kbd id="last-key">5</kbd> to rate, <kbd>u</kbd> to undo, <kbd>?</kbd> to see all keys. You can also use the mouse.</p>
  <div class="guidelines"></div>
  <p class="actions"><button type="button" class="primary" data-close autofocus>Start rating</button></p>
</dialog>

<dialog id="jump-dialog" aria-labelledby="jump-title">
  <h2 id="jump-title">Go to a query</h2>
  <label for="jump-search">Find a query (type part of it)</label>
  <input type="search" id="jump-search" autocomplete="off" dir="auto" autofocus>
  <p id="jump-count" role="status"></p>
  <ul id="jump-list"></ul>
  <p class="actions"><button type="button" data-close>Close</button></p>
</dialog>

<dialog id="guidelines-dialog" aria-labelledby="guidelines-title">
  <h2 id="guidelines-title">Guidelines</h2>
  <div class="guidelines"></div>
  <p class="actions"><button type="button" class="primary" data-close autofocus>Close</button></p>
</dialog>

<dialog id="help-dialog" aria-labelledby="help-title">
  <h2 id="help-title">Keys and help</h2>
  <dl class="keys">
    <div><dt id="grade-keys"></dt><dd>Rate the highlighted result</dd></div>
    <div><dt><kbd>j</kbd> <kbd>↓</kbd></dt><dd>Next result</dd></div>
    <div><dt><kbd>k</kbd> <kbd>↑</kbd></dt><dd>Previous result</dd></div>
    <div><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>Move between grades; <kbd>space</kbd> chooses</dd></div>
    <div><dt><kbd>u</kbd></dt><dd>Undo</dd></div>
    <div><dt><kbd>s</kbd></dt><dd>Skip; it comes back at the end</dd></div>
    <div><dt><kbd>f</kbd></dt><dd>Flag as "cannot be rated" and go to the next; undo removes the flag</dd></div>
    <div><dt><kbd>n</kbd></dt><dd>Write a note; <kbd>Esc</kbd> closes it</dd></div>
    <div><dt><kbd>g</kbd></dt><dd>Go to a query</dd></div>
    <div><dt><kbd>?</kbd></dt><dd>This help</dd></div>
  </dl>
  <h3>Grades</h3>
  <dl class="keys" id="grade-list"></dl>
  <p>To change a rating, go back to it and rate again. A few results appear twice, to check how consistent
    ratings are. Rate them as if they were new.</p>
  <label class="choice"><input type="checkbox" id="keys-on"> Use single keys to rate and move</label>
  <p class="actions"><button type="button" class="primary" data-close autofocus>Close</button></p>
</dialog>

<dialog id="refusals-dialog" aria-labelledby="refusals-title">
  <h2 id="refusals-title">Ratings that were not accepted</h2>
  <p>They are kept in this browser until you decide.</p>
  <ul id="refusal-list"></ul>
  <p class="actions"><button type="button" data-do="discard">Discard them</button><button type="button" data-do="resend">Send again</button><button type="button" class="primary" data-close autofocus>Keep and close</button></p>
</dialog>

<template id="card">
  <article tabindex="-1">
    <p class="place"><span class="number"></span> <span class="state"></span></p>
    <h2 class="title" dir="auto"></h2>
    <p class="link"><a target="_blank" rel="noopener noreferrer"></a></p>
    <dl class="shown"></dl>
    <fieldset>
      <legend class="hidden">How well does this result answer the query?</legend>
      <div class="grades"></div>
    </fieldset>
    <p class="card-actions">
      <button type="button" data-card="note" aria-expanded="false">Note<kbd>n</kbd></button>
      <button type="button" data-card="flag" aria-pressed="false">Cannot be rated<kbd>f</kbd></button>
      <button type="button" data-card="skip">Skip<kbd>s</kbd></button>
    </p>
    <p class="note" hidden><label>Note<textarea rows="2" maxlength="10000" dir="auto"></textarea></label></p>
  </article>
</template>
<template id="shown">
  <div><dt dir="auto"></dt><dd dir="auto"></dd></div>
</template>
<template id="shown-link">
  <span class="link"><a target="_blank" rel="noopener noreferrer"></a></span>
</template>
<template id="grade">
  <label class="grade"><input type="radio"><kbd></kbd><span class="stars" aria-hidden="true"></span><span class="label"></span></label>
</template>
</body>
</html>
`;
}

// Colours have a contrast of at least 4.5, in light and in dark mode. Sizes follow the browser's font size.

export const pageStyle = `:root {
  color-scheme: light dark;
  --ground: #f4f3ef; --surface: #ffffff; --ink: #1c1e22; --quiet: #565b64; --line: #d9d7d0; --edge: #868a92;
  --accent: #17569b; --accent-soft: #e4eefa; --on-accent: #ffffff; --star: #8a5a00;
  --good: #19653a; --warn: #5c4200; --warn-soft: #fff1cc; --bad: #9c1c1c; --bad-soft: #fde8e6;
  font: 100%/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14161a; --surface: #1e2126; --ink: #e7e8ea; --quiet: #a9aeb8; --line: #33373e; --edge: #7c828d;
    --accent: #8fbcf7; --accent-soft: #1f3048; --on-accent: #0d1b2c; --star: #f0c25a;
    --good: #84d3a2; --warn: #f6dfa4; --warn-soft: #3a2f12; --bad: #ffb3ab; --bad-soft: #451d1a;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { height: 100%; }
body { margin: 0; height: 100%; display: flex; flex-direction: column; overflow: hidden; background: var(--ground); color: var(--ink); }
h1, h2, h3, p, dl, dd, ul { margin: 0; }
h1, h2, .title, #need, bdi, li, .problem { overflow-wrap: anywhere; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip-link { position: absolute; inset-block-start: -10rem; padding: .5rem 1rem; background: var(--accent); color: var(--on-accent); z-index: 2; }
.skip-link:focus { inset-block-start: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }

button, input, textarea { font: inherit; color: inherit; }
button { min-height: 2.25rem; padding: .25rem .8rem; border: 1px solid var(--edge); border-radius: .5rem; background: var(--surface); cursor: pointer; }
button:hover { background: var(--accent-soft); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.primary:hover { text-decoration: underline; }
input:not([type="radio"], [type="checkbox"]), textarea { width: 100%; padding: .5rem .7rem; border: 1px solid var(--edge); border-radius: .5rem; background: var(--surface); }
textarea { display: block; resize: vertical; }
kbd { font: .8125em/1.2 ui-monospace, Consolas, "DejaVu Sans Mono", monospace; padding: .1em .4em; border: 1px solid var(--line); border-radius: .3em; background: var(--ground); color: var(--quiet); }
button > kbd { margin-inline-start: .5rem; }
a { color: var(--accent); }
progress { appearance: none; display: block; width: 100%; height: .5rem; border: 0; border-radius: 1rem; overflow: hidden; background: var(--line); color: var(--accent); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 1rem; }
progress::-moz-progress-bar { background: var(--accent); }

/* The head stays visible while the items scroll. */
header { flex: none; background: var(--surface); border-block-end: 1px solid var(--line); }
header > *, .banner, #items, .panel { max-width: 48rem; margin-inline: auto; padding-inline: 1rem; }
.bar { display: flex; align-items: center; gap: 1rem; padding-block: .5rem; color: var(--quiet); font-size: .9375rem; }
.bar .overall { flex: 1 1 4rem; min-width: 2rem; }
.bar p { font-variant-numeric: tabular-nums; }
#question { padding-block: .25rem .9rem; max-height: 45vh; overflow-y: auto; }
.query-line { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; }
#query { font-size: 1.625rem; line-height: 1.25; font-weight: 650; flex: 1 1 auto; min-width: 0; }
#query-progress { flex: none; color: var(--quiet); font-size: .9375rem; font-variant-numeric: tabular-nums; }
#question:focus-visible { outline-offset: -3px; }
#need { margin-block-start: .35rem; color: var(--quiet); }
.wide { flex: none; color: var(--quiet); font-size: .9375rem; }
#menu { position: fixed; inset: 3.25rem max(1rem, calc(50vw - 23rem)) auto auto; margin: 0; padding: .4rem; border: 1px solid var(--edge); border-radius: .7rem; background: var(--surface); color: inherit; box-shadow: 0 .5rem 2rem #0003; }
#menu button { display: flex; width: 100%; justify-content: space-between; align-items: center; border-color: transparent; text-align: start; }
#menu:not(:popover-open) { display: none; }
main { position: relative; flex: 1 1 auto; min-height: 0; overflow-y: auto; scroll-padding-block: 1rem; }
#items { padding-block: 1rem 45vh; }
#items:focus, #finished:focus, #loading:focus { outline: none; }

.banner { flex: none; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding-block: .6rem; background: var(--warn-soft); color: var(--warn); border-radius: .5rem; margin-block-start: .5rem; }
.banner.bad { background: var(--bad-soft); color: var(--bad); }
.banner p { flex: 1 1 16rem; }

article { position: relative; padding: .9rem 1.1rem 1rem; border: 1px solid var(--line); border-radius: .8rem; background: var(--surface); }
article + article { margin-block-start: .8rem; }
article[aria-current="true"] { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent), 0 .3rem 1.2rem #0001; }
article:focus { outline: none; }
article:focus-visible { outline: 3px solid var(--accent); outline-offset: -1px; }
.place { display: flex; justify-content: space-between; gap: 1rem; color: var(--quiet); font-size: .875rem; }
.number { flex: none; }
.state { text-align: end; }
.state[data-state="saved"] { color: var(--good); }
.state[data-state="waiting"] { color: var(--warn); }
.state[data-state="refused"] { color: var(--bad); font-weight: 600; }
.title { font-size: 1.1875rem; line-height: 1.4; font-weight: 550; margin-block: .1rem .2rem; text-align: start; }
.untitled { color: var(--quiet); font-style: italic; }
.link { position: relative; font-size: .9375rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.link:empty { display: none; }
.shown { margin-block-start: .3rem; font-size: .9375rem; overflow-wrap: anywhere; }
.shown div { display: flex; flex-wrap: wrap; gap: 0 .5rem; }
.shown dt { color: var(--quiet); }
.shown dd { flex: 1 1 12rem; min-width: 0; white-space: pre-line; }
.shown:empty { display: none; }
.more { min-height: 1.75rem; padding: 0 .5rem; font-size: .875rem; font-weight: 400; margin-inline-start: .4rem; }
fieldset { margin: .8rem 0 0; padding: 0; border: 0; min-width: 0; }
.grades { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .5rem; }
.grade { position: relative; display: grid; grid-template-columns: auto 1fr; align-content: start; align-items: center; column-gap: .5rem; row-gap: .15rem; padding: .45rem .6rem; min-height: 3.75rem; border: 1px solid var(--edge); border-radius: .6rem; cursor: pointer; }
.grade input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.grade .stars { color: var(--star); letter-spacing: .05em; white-space: nowrap; line-height: 1; }
.grade .label { grid-column: 1 / -1; font-size: .875rem; line-height: 1.25; overflow-wrap: break-word; hyphens: auto; }
.grade:hover { background: var(--accent-soft); }
.grade:has(:checked) { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.grade:has(:checked) .stars { color: inherit; }
.grade:has(:checked) kbd { background: transparent; border-color: currentcolor; color: inherit; }
.grade:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.card-actions { display: flex; flex-wrap: wrap; gap: .4rem; margin-block-start: .7rem; }
.card-actions button { border-color: transparent; color: var(--quiet); font-size: .9375rem; min-height: 2rem; padding: .1rem .6rem; }
.card-actions button[aria-pressed="true"] { background: var(--bad-soft); color: var(--bad); border-color: currentcolor; }
.note { margin-block-start: .5rem; font-size: .9375rem; }

main > :is(h1, h1 + p) { max-width: 48rem; margin: 3rem auto 0; padding-inline: 1rem; }
.panel { padding-block: 3rem; text-align: center; }
#finished h1 { font-size: 2rem; }
#finished p { margin-block-start: 1rem; font-size: 1.125rem; }

dialog { width: min(36rem, calc(100vw - 1.5rem)); max-height: calc(100dvh - 2rem); overflow-y: auto; padding: 1.4rem 1.5rem 0; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); color: inherit; }
dialog::backdrop { background: #0008; }
dialog > * + *, form > * + * { margin-block-start: .8rem; }
dialog h2 { font-size: 1.375rem; }
dialog label:not(.choice) { display: block; font-weight: 550; }
.large { font-size: 1.1875rem; font-weight: 550; }
.actions { position: sticky; inset-block-end: 0; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: .6rem; padding-block: .9rem 1.2rem; background: var(--surface); }
.problem { color: var(--bad); }
.problem:empty, #known-raters:empty, .guidelines:empty { display: none; }
#known-raters { display: flex; flex-wrap: wrap; gap: .5rem; }
.keys { display: grid; gap: .35rem; }
.keys div { display: grid; grid-template-columns: 8.5rem 1fr; gap: .75rem; align-items: baseline; }
.keys dt .stars { color: var(--star); }
.choice { display: flex; align-items: center; gap: .6rem; }
.choice input { width: 1.2rem; height: 1.2rem; accent-color: var(--accent); }
#jump-list, #refusal-list { list-style: none; padding: 0; }
#jump-list { min-height: 12rem; max-height: 55vh; overflow-y: auto; padding: 4px; }
#jump-list li { content-visibility: auto; contain-intrinsic-height: auto 2.75rem; }
#jump-list button { display: grid; grid-template-columns: 1fr auto 4rem; align-items: center; gap: .8rem; width: 100%; min-height: 2.75rem; border-color: transparent; text-align: start; }
#jump-list button[aria-current="true"] { background: var(--accent-soft); }
#jump-list .progress { color: var(--quiet); font-size: .875rem; font-variant-numeric: tabular-nums; }
#refusal-list li { padding-block: .5rem; border-block-start: 1px solid var(--line); }
.guidelines { padding: .8rem 1rem; border-inline-start: 3px solid var(--accent); background: var(--ground); border-radius: .3rem; overflow-wrap: anywhere; }
.guidelines > * + * { margin-block-start: .6rem; }
.guidelines :is(ul, ol) { padding-inline-start: 1.4rem; }
.guidelines :is(th, td) { padding: .2rem .6rem; border: 1px solid var(--line); }
.guidelines pre, .guidelines table { display: block; overflow-x: auto; }

@media (min-width: 40.01rem) {
  /* Compact cards: rarely used buttons are beside the card's number, so that more cards fit on a screen. */
  article { padding-block: .5rem .7rem; }
  article + article { margin-block-start: .6rem; }
  .place { justify-content: flex-start; align-items: center; min-height: 2rem; padding-inline-end: 21rem; }
  .card-actions { position: absolute; inset-block-start: .5rem; inset-inline-end: .6rem; margin: 0; }
  fieldset { margin-block-start: .5rem; }
  .grade { min-height: 2.75rem; padding-block: .3rem; }
}
@media (max-width: 40rem) {
  header > *, .banner, #items, .panel { padding-inline: .75rem; }
  .bar { gap: .6rem; padding-block: .25rem; font-size: .8125rem; line-height: 1.2; }
  .bar button { min-height: 1.75rem; padding-block: 0; }
  #query { font-size: 1.0625rem; }
  /* Hidden, because each card shows its number, and its legend asks the question. */
  #query-progress, .wide { display: none; }
  #need { margin-block-start: 0; font-size: .875rem; line-height: 1.35; }
  #menu { inset-inline-end: .75rem; }
  article { position: relative; padding: .75rem .8rem .8rem; }
  .grades { grid-template-columns: 1fr; gap: .35rem; }
  .grade { grid-template-columns: auto 1fr auto; align-content: center; min-height: 2.75rem; padding-block: .25rem; }
  .grade:not(:has(.stars)) { grid-template-columns: auto 1fr; }
  .grade .label { grid-column: auto; font-size: .9375rem; }
  .grade .stars { order: 1; }
  .keys div { grid-template-columns: 6rem 1fr; }
  #jump-list button { grid-template-columns: 1fr auto; }
  #jump-list progress { display: none; }
  dialog { padding: 1.1rem 1rem 0; }
  .card-actions kbd { display: none; }
  .keys dt .stars { display: none; }
}
@media (max-width: 40rem) and (min-height: 34rem) {
  /* The head takes at most a sixth of the screen. Its contents scroll, and it is larger while focused. */
  header { display: flex; flex-direction: column; max-height: calc(100dvh / 6); overflow: hidden; }
  header:has(#question:focus) { max-height: 70dvh; }
  header > * { flex: none; width: 100%; }
  #question { flex: 0 1 auto; min-height: 0; max-height: none; padding-block: 0 .35rem; }
  #menu { inset-block-start: 2.5rem; }
}
@media (max-height: 34rem) {
  /* In low windows or with a large zoom, the query stays visible, and the need scrolls below it. */
  .bar { padding-block: .25rem; }
  #question { max-height: 30vh; padding-block: 0 .4rem; }
  #query { font-size: 1.0625rem; }
  #need { font-size: .875rem; }
}
`;

export const pageIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#17569b"/><path d="M16 5.5l3.2 6.7 7.3 1-5.3 5.1 1.3 7.3-6.5-3.5-6.5 3.5 1.3-7.3-5.3-5.1 7.3-1z" fill="#ffd978"/></svg>
`;

// The Content-Security-Policy blocks style attributes and images from elsewhere, so guidelines are shown without them.

type Token = ReturnType<MarkdownIt["parse"]>[number];

/**
 * Renders CommonMark with tables. HTML is shown as text. Links to http, https and mailto addresses open in a new tab
 * without a referrer. Other links and all images become text.
 */
export function renderGuidelines(markdown: string): string {
  const renderer = new MarkdownIt({ html: false });
  // Accepts all links, because markdown-it shows refused ones as `[text](address)`. Below, only their text is kept.
  renderer.validateLink = () => true;
  renderer.core.ruler.push("harmless", ({ tokens }) => {
    for (const token of tokens) {
      // Headings of guidelines rank below the page's headings, so `#` becomes h3.
      if (token.type.startsWith("heading_")) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 2)}`;
      token.attrs = token.attrs?.filter(([name]) => name !== "style") ?? null;
      if (token.children !== null) makeLinksHarmless(token.children);
    }
  });
  renderer.renderer.rules.image = ([...tokens], index) =>
    renderer.utils.escapeHtml(plainText(tokens[index]?.children ?? []));
  return renderer.render(markdown);
}

/** Links do not nest, so a closing token belongs to the last opening one. */
function makeLinksHarmless(tokens: readonly Token[]): void {
  let isRefused = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      isRefused = !/^(https?|mailto):/i.test(token.attrGet("href") ?? "");
      token.attrSet("rel", "noopener noreferrer");
      token.attrSet("target", "_blank");
    }
    if (isRefused && (token.type === "link_open" || token.type === "link_close")) {
      token.type = "text";
      token.content = "";
    }
  }
}

function plainText(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.children === null ? token.content : plainText(token.children))).join("");
}
