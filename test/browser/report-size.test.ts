/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * Is the report of a real evaluation small enough to be sent and opened? It has a third of 174 queries with 60 results
 * from each of two engines and the reference. All of them are 31,000 rows, and may take 2 MB. test/report-page tests what
 * the page shows.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runInProcess } from "../cli/run-in-process.ts";
import { hasBrowser, openBrowser } from "../support/browser.ts";
import { makeLargeFolder } from "../support/make-large-folder.ts";

const queries = 174 / 3;

describe.skipIf(!hasBrowser)("a report of 58 queries and 10,000 rows", () => {
  let browser: Browser;
  let file = "";
  let page: Page;
  beforeAll(async () => {
    const folder = await makeLargeFolder({ queries, rows: 60, engines: 2 });
    file = join(folder, "report.html");
    const { exitCode, stderr } = await runInProcess(["report", "labels", "-o", file, "-q"], { cwd: folder });
    expect(exitCode, stderr).toBe(0);
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(pathToFileURL(file).href, { waitUntil: "load" });
  }, 120_000);
  afterAll(() => browser?.close());

  it("is small enough that a report with three times as many queries takes 2 MB", () => {
    expect(statSync(file).size).toBeLessThanOrEqual(0.8e6);
  });

  it.each([400, 1280])(
    "is at most six screens long while it is folded, and cuts off no table, %i px wide",
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate(() => ({
        screens: document.documentElement.scrollHeight / innerHeight,
        width: document.documentElement.scrollWidth,
        cut: [...document.querySelectorAll(".wide")].filter(
          (one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1,
        ).length,
      }));
      expect(found.screens).toBeLessThanOrEqual(6);
      expect(found).toMatchObject({ width, cut: 0 });
    },
  );

  it("shows every result with few elements, and lays out no result before its query is unfolded", async () => {
    const count = () =>
      page.evaluate(() => {
        const results = [...document.querySelectorAll(".query li")];
        return {
          elements: document.querySelectorAll("*").length,
          results: results.length,
          // The browser skips the layout of folded parts, so thousands of rows cost nothing at first.
          laidOut: results.filter((result) => result.checkVisibility()).length,
          unfolded: document.querySelectorAll(".query[open] li").length,
        };
      });
    const first = await count();
    // Three lists of 20, except for one or two queries without a list.
    expect(first.results).toBeGreaterThan((queries - 2) * 60);
    expect(first.elements).toBeLessThan(8 * first.results);
    expect(first).toMatchObject({ laidOut: 0, unfolded: 0 });
    await page.locator("#queries .whole > summary").click();
    await page.locator(".query summary").first().click();
    expect(await count()).toMatchObject({ laidOut: 60, unfolded: 60 });
  });
});
