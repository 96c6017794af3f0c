/**
 * What is the rating page before its script fills it?
 * All of its structure and most of its words; nothing inline, because the Content-Security-Policy forbids it.
 */
import { escapeHtml } from "../../core/text/escape.ts";

/** The same for every rater: it holds neither names nor ratings. @param poolName for the title of the window; any text */
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
<a class="skip-link" href="#items">To the items</a>
<header>
  <div class="bar">
    <label class="overall"><span class="hidden">All ratings</span><progress id="overall" max="1" value="0"></progress></label>
    <p id="ahead"></p>
    <button type="button" id="menu-button" popovertarget="menu">Menu</button>
  </div>
  <div id="question" tabindex="0" role="group" aria-label="The query" hidden>
    <div class="query-line">
      <h1 id="query" dir="auto"></h1>
      <p id="query-progress"></p>
    </div>
    <p id="need" dir="auto"></p>
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
    <button type="button" data-do="reload" id="reload">Load the page again</button>
  </div>
  <div id="refusals" class="banner bad" role="alert" hidden>
    <p id="refusals-text"></p>
    <button type="button" data-do="refusals">Show</button>
  </div>
</div>
<main>
  <noscript><p class="panel">This page needs JavaScript.</p></noscript>
  <section id="items" aria-label="Items of this query" tabindex="-1"></section>
  <section id="finished" class="panel" tabindex="-1" hidden>
    <h1>All done</h1>
    <p id="finished-text"></p>
    <p><button type="button" data-do="jump">Look at a query again</button></p>
  </section>
  <p id="loading" class="panel" tabindex="-1">Loading …</p>
</main>
<div id="announcement" class="hidden" role="status"></div>

<dialog id="who-dialog" aria-labelledby="who-title">
  <form>
    <h2 id="who-title">Who is rating?</h2>
    <p>Your name stands beside your ratings, so that agreement can be measured. Always use the same one.</p>
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
  <p>You see one query after the other, and what was found for it. Judge how well each item answers the query; order and
    source say nothing. Each rating is saved at once: stop and come back whenever you like.</p>
  <p>The keys <kbd id="first-key">1</kbd> to <kbd id="last-key">5</kbd> rate, <kbd>u</kbd> undoes, <kbd>?</kbd> shows all keys. The mouse does everything, too.</p>
  <div class="guidelines"></div>
  <p class="actions"><button type="button" class="primary" data-close autofocus>Start rating</button></p>
</dialog>

<dialog id="jump-dialog" aria-labelledby="jump-title">
  <h2 id="jump-title">Go to a query</h2>
  <label for="jump-search">Part of the query</label>
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
    <div><dt id="grade-keys"></dt><dd>Rate the marked item</dd></div>
    <div><dt><kbd>j</kbd> <kbd>↓</kbd></dt><dd>Next item</dd></div>
    <div><dt><kbd>k</kbd> <kbd>↑</kbd></dt><dd>Previous item</dd></div>
    <div><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>Between grades; <kbd>space</kbd> chooses</dd></div>
    <div><dt><kbd>u</kbd></dt><dd>Undo</dd></div>
    <div><dt><kbd>s</kbd></dt><dd>Skip: comes back at the end</dd></div>
    <div><dt><kbd>f</kbd></dt><dd>Flag: cannot be rated, and on to the next; undo takes it back</dd></div>
    <div><dt><kbd>n</kbd></dt><dd>Note; <kbd>Esc</kbd> leaves it</dd></div>
    <div><dt><kbd>g</kbd></dt><dd>Go to a query</dd></div>
    <div><dt><kbd>?</kbd></dt><dd>This help</dd></div>
  </dl>
  <h3>Grades</h3>
  <dl class="keys" id="grade-list"></dl>
  <p>To change a rating, go back to it and rate again. A few items come a second time, to see how steady ratings are;
    rate them as if they were new.</p>
  <label class="choice"><input type="checkbox" id="keys-on"> Single keys rate and move</label>
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
      <legend class="hidden">How well does it answer the query?</legend>
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
