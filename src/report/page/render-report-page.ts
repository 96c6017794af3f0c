/** Renders a report as one self-contained HTML file. */
import type { ReportText } from "../../core/document/blocks.ts";
import { someOf } from "../../core/text/wording.ts";
import type { ReportSection, RunReport } from "../content/run-report.ts";
import { pageText, renderBlocks } from "./render-block.ts";
import { renderQueries } from "./render-queries.ts";
import { reportStyle } from "./report-style.ts";

/**
 * Yields the page in pieces, because one string may be too long. The page only allows its own style and script.
 * @param options - `script`: the compiled `script/report-script.ts`; `hash`: SHA-256 of a text in UTF-8, as base64
 */
export function* renderReportPage(
  report: RunReport,
  { script, hash }: { readonly script: string; readonly hash: (text: string) => string },
): Iterable<string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash(reportStyle)}'`,
    `script-src 'sha256-${hash(script)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const verdict = report.headline.find(
    (block): block is ReportText => block.kind === "text" && block.tone === "verdict",
  );
  const title = verdict === undefined ? report.title : `${verdict.text} ${report.title}`;
  yield `${pageHead(policy, title, reportStyle)}<body>
<a class="skip" href="#content">Skip to the report</a>
${renderTitle(report, verdict)}
<main id="content">
<section id="headline" aria-label="Verdict">
${renderBlocks(
  report.headline.filter((block) => block !== verdict),
  "Reasons for this verdict",
)}
</section>
${renderNavigation(report)}
`;
  for (const section of report.sections) if (!section.inAppendix) yield renderSection(section);
  yield* renderQueries(report);
  yield renderAppendix(report.sections.filter(({ inAppendix }) => inAppendix));
  yield `</main>
<script type="module">${script}</script>
</body>
</html>
`;
}

/** @param policy - the parts of the page's Content-Security-Policy */
export function pageHead(policy: readonly string[], title: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${pageText(title)}</title>
<style>${style}</style>
</head>
`;
}

function renderNavigation({ sections, queries }: RunReport): string {
  const links = [
    { id: "headline", title: "Verdict", count: 0 },
    ...sections.filter(({ inAppendix }) => !inAppendix).map((section) => ({ ...section, count: 0 })),
    ...(queries.length > 0 ? [{ id: "queries", title: "Queries", count: queries.length }] : []),
    ...(sections.some(({ inAppendix }) => inAppendix) ? [{ id: "appendix", title: "Appendix", count: 0 }] : []),
  ];
  const items = links.map(({ id, title, count }) => {
    const number = count > 0 ? ` <small>${count}</small>` : "";
    return `<li><a href="#${pageText(id)}"><bdi>${pageText(title)}</bdi>${number}</a></li>`;
  });
  return `<nav aria-label="Contents"><ul>
${items.join("\n")}
</ul></nav>`;
}

/** Returns a folded appendix, so that the page stays short. */
function renderAppendix(sections: readonly ReportSection[]): string {
  if (sections.length === 0) return "";
  return `<section id="appendix" aria-labelledby="appendix-title">
<h2 id="appendix-title"><a href="#appendix">Appendix</a></h2>
<details class="whole"><summary>${pageText(sections.map(({ title }) => title).join(" · "))}</summary>
${sections.map(renderSection).join("")}</details>
</section>
`;
}

function renderSection({ id, title, blocks }: ReportSection): string {
  const name = pageText(id);
  return `<section id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title" dir="auto"><a href="#${name}">${pageText(title)}</a></h2>
${blocks.length > 0 ? renderBlocks(blocks, title) : "<p>Nothing to show.</p>"}
</section>
`;
}

function renderTitle({ title, engines, reference }: RunReport, verdict: ReportText | undefined): string {
  const against = reference === null ? "" : `, labelled from the results of ${reference}`;
  const compared = engines.length === 0 ? title : `${someOf(engines)}${against} (folder: ${title})`;
  const [kind, name] = verdict === undefined ? ["Search evaluation", compared] : [compared, verdict.text];
  return `<header><p dir="auto">${pageText(kind)}</p><h1 dir="auto">${pageText(name)}</h1></header>`;
}
