/** What lies where on the page of a report? */
import type { RunReport } from "../content/run-report.ts";
import { pageText } from "./page-text.ts";

export function renderNavigation({ sections, queries }: RunReport): string {
  const links = [
    { id: "headline", title: "Headline", count: 0 },
    ...sections.map(({ id, title }) => ({ id, title, count: 0 })),
    ...(queries.length > 0 ? [{ id: "queries", title: "Queries", count: queries.length }] : []),
  ];
  const items = links.map(({ id, title, count }) => {
    const number = count > 0 ? ` <small>${count}</small>` : "";
    return `<li><a href="#${pageText(id)}"><bdi>${pageText(title)}</bdi>${number}</a></li>`;
  });
  return `<nav aria-label="Contents"><ul>
${items.join("\n")}
</ul></nav>`;
}
