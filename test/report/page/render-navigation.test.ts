import { expect, test } from "vitest";
import { renderNavigation } from "../../../src/report/page/render-navigation.ts";
import { makeRunReport } from "../../support/make-report.ts";

test("the contents count the queries, and are silent about them where there are none", () => {
  const report = makeRunReport();
  expect(renderNavigation(report)).toContain(
    `<a href="#queries"><bdi>Queries</bdi> <small>${report.queries.length}</small></a>`,
  );
  expect(renderNavigation({ ...report, queries: [] })).not.toContain("#queries");
});
