/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Reading, searching and sorting a report in a real browser, with and without its script. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RunOptions } from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RunReport } from "../../../src/report/content/run-report.ts";
import { hasBrowser, openBrowser } from "../../support/browser.ts";
import { makeRunReport } from "../../support/make-report.ts";
import { temporaryFolder } from "../../support/run-cli.ts";
import { pageOf } from "./page-of.ts";

const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const made = makeRunReport();
const result = {
  ...{ id: null, label: 5, match: "semantic" as const, referenceRank: 0 },
  ...{ similarity: 0.7, margin: 0.1, origin: "proxy", doubt: null },
};
const values: readonly (readonly [number | null, number | null])[] = [
  [0.1, 0.9],
  [0.3, 0.3],
  [null, 0.2],
  [0.8, 0.4],
];

/** Four queries of two engines, with values that are easy to distinguish. */
const small: RunReport = {
  ...made,
  engines: ["explorer", "quickfind"],
  measures: ["ndcg"],
  queries: values.map((pair, place) => ({
    ...{ anchor: `query-${place + 1}`, name: `question ${place + 1}`, id: null, listed: true, hiddenReference: 0 },
    reference: ["apple", "pear", "plum"].map((title, rank) => ({
      ...{ rank, title: `${title} ${place}`, id: null, label: 5 / (rank + 1), engine: "library", pointRank: rank },
    })),
    engines: pair.map((value, engine) => ({
      ...{ engine: engine === 0 ? "explorer" : "quickfind", reason: null, values: [value], hidden: 0 },
      results: [0, 1].map((rank) => ({ ...result, rank, title: `fruit ${rank} of ${place}`, referenceRank: rank + 1 })),
    })),
  })),
};

/** The same report with the lists of two of the four queries. */
const partly: RunReport = {
  ...small,
  queries: small.queries.map((query, place) => ({ ...query, listed: place < 2 })),
};

describe.skipIf(!hasBrowser)("the page of a report", () => {
  let browser: Browser;
  let files: Readonly<Record<"made" | "small" | "partly", string>>;
  const contexts: BrowserContext[] = [];
  /** Errors of scripts, and refusals of the policy. This list must stay empty. */
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    const folder = temporaryFolder();
    const write = (name: string, report: RunReport) => {
      writeFileSync(join(folder, name), pageOf(report));
      return pathToFileURL(join(folder, name)).href;
    };
    files = { made: write("made.html", made), small: write("small.html", small), partly: write("partly.html", partly) };
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
    expect(requests.splice(0).filter((address) => !address.startsWith("file:"))).toEqual([]);
  });

  async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(15_000);
    contexts.push(context);
    const page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("dialog", (dialog) => complaints.push(dialog.message()));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(address);
    return page;
  }

  const shown = (page: Page) => page.locator(".query:not([hidden]) h3").allTextContents();
  const isOpen = (page: Page, anchor: string) =>
    page.locator(`.query:has(#${anchor})`).evaluate((query) => query instanceof HTMLDetailsElement && query.open);
  const topOf = (page: Page, anchor: string) =>
    page
      .locator(`.query:has(#${anchor}) summary`)
      .first()
      .evaluate((line) => line.getBoundingClientRect().top);
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  describe("with dangerous text", () => {
    it("the page never runs a script from a title, and loads no other files", async () => {
      const page = await visit(files.made);
      await page.getByRole("button", { name: "Expand all shown" }).click();
      for (const query of await page.locator(".query").all()) await query.scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => "ran" in window)).toBe(false);
      expect(await page.locator("img, iframe, script:not([type=module])").count()).toBe(0);
      // A handler that is added later is refused by the policy in the meta tag.
      await page.evaluate(() =>
        document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.ran = true'>"),
      );
      await page.waitForTimeout(100);
      expect(await page.evaluate(() => "ran" in window)).toBe(false);
      expect(complaints.splice(0).join()).toMatch(/Content Security Policy/);
    });

    it("the page passes axe-core and does not overflow, in light and dark, at widths of 1280 and 360 px", {
      timeout: 120_000,
    }, async () => {
      const page = await visit(files.made);
      // Runs axe-core through the browser's own interface, so the page's policy does not change.
      await page.evaluate(axeScript);
      const check = async (state: string, colorScheme: "light" | "dark", width: number, options: RunOptions) => {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const given = { resultTypes: ["violations"], selectors: false, ...options };
        const found = await page.evaluate(`axe.run(${JSON.stringify(given)}).then(({ violations }) => violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(" ")))`);
        const where = `${state}, ${colorScheme}, ${width} wide`;
        expect({ where, found, overflow: await overflow(page) }).toEqual({ where, found: [], overflow: 0 });
      };
      // Checks contrast only after unfolding, because it takes most of the time, and all text is visible then.
      const butColors = { rules: { "color-contrast": { enabled: false } } };
      for (const width of [1280, 360]) await check("folded", "light", width, butColors);
      await page.evaluate(() => {
        for (const one of document.querySelectorAll("details")) one.open = true;
      });
      await page.locator("#query-1").scrollIntoViewIfNeeded();
      for (const width of [1280, 360]) await check("unfolded", "light", width, {});
      for (const width of [1280, 360]) await check("unfolded", "dark", width, { runOnly: ["color-contrast"] });
    });
  });

  describe("with its script", () => {
    it("the page sorts a table by a column, largest numbers first", async () => {
      const page = await visit(files.made);
      const cells = () => page.locator("#open-table tbody tr :nth-child(2)").allTextContents();
      const head = page.locator("#open-table th").nth(1);
      await head.getByRole("button").click();
      expect(await cells()).toEqual(["1,234,567", "24", "3", "0"]);
      expect(await head.getAttribute("aria-sort")).toBe("descending");
      await head.getByRole("button").press("Enter");
      expect(await cells()).toEqual(["0", "3", "24", "1,234,567"]);
    });

    it("the page finds queries and titles whatever their case", async () => {
      const page = await visit(files.small);
      await page.getByRole("searchbox").fill("PLUM 2");
      await page.getByText("1 of 4 queries").waitFor();
      expect(await shown(page)).toEqual(["question 3"]);
      await page.getByRole("searchbox").fill("question");
      await page.getByText("4 of 4 queries").waitFor();
    });

    it("the page says that the search covers only queries with lists", async () => {
      const page = await visit(files.partly);
      const search = page.getByRole("search");
      await page.getByText("cover the 2 queries with lists. The table below has names and measures of all 4").waitFor();
      await page.getByRole("searchbox").fill("question 4");
      await search.getByText("0 of 2 queries").waitFor();
      await page.getByRole("link", { name: "table below" }).click();
      // The link must also unfold the table.
      await page.locator("#query-table").getByText("question 4").waitFor({ state: "visible" });
      const still = await visit(files.partly, { javaScriptEnabled: false });
      expect(await still.locator("#beyond-search").isVisible()).toBe(false);
      const whole = await visit(files.small);
      expect(await whole.locator("#beyond-search").count()).toBe(0);
    });

    it("the page sorts queries by one engine or by a difference of two engines, and puts missing values last", async () => {
      const page = await visit(files.small);
      await page.getByLabel("Sort by").selectOption("ndcg");
      await page.locator("select[name=of]").selectOption("explorer");
      await expect.poll(() => shown(page)).toEqual(["question 1", "question 2", "question 4", "question 3"]);
      await page.getByLabel("descending").check();
      await expect.poll(() => shown(page)).toEqual(["question 4", "question 2", "question 1", "question 3"]);
      await page.getByLabel("minus").selectOption("quickfind");
      // .8 - .4, .3 - .3, .1 - .9
      await expect.poll(() => shown(page)).toEqual(["question 4", "question 2", "question 1", "question 3"]);
      await page.getByLabel("Sort by").selectOption("order of the report");
      await expect.poll(() => shown(page)).toEqual(["question 3", "question 2", "question 4", "question 1"]);
    });

    it("the page sorts queries by the mean of the engines that have a value", async () => {
      const page = await visit(files.small);
      await page.getByLabel("Sort by").selectOption("ndcg");
      // Means: .5, .3, .2, .6
      await expect.poll(() => shown(page)).toEqual(["question 3", "question 2", "question 1", "question 4"]);
    });

    it("the page can show only the queries on which engines differ", async () => {
      const page = await visit(files.small);
      await page.getByLabel("only where engines differ").check();
      await page.getByText("3 of 4 queries").waitFor();
      expect(await shown(page)).toEqual(["question 1", "question 4", "question 3"]);
    });

    it("the page unfolds and folds all shown queries", async () => {
      const page = await visit(files.small);
      await page.getByRole("searchbox").fill("question 2");
      await page.getByText("1 of 4 queries").waitFor();
      await page.getByRole("button", { name: "Expand all shown" }).click();
      expect(await page.locator(".query[open] h3").allTextContents()).toEqual(["question 2"]);
      await page.getByRole("button", { name: "Collapse all" }).click();
      expect(await page.locator(".query[open]").count()).toBe(0);
    });

    it("the page stores its sort order and filter in the address, so that they can be shared", async () => {
      const page = await visit(files.small);
      await page.getByLabel("Sort by").selectOption("ndcg");
      await page.locator("select[name=of]").selectOption("quickfind");
      await page.getByLabel("only where engines differ").check();
      await expect.poll(() => page.url()).toContain("differ");
      const other = await visit(page.url());
      expect(await shown(other)).toEqual(["question 3", "question 4", "question 1"]);
      expect(await other.locator("select[name=of]").inputValue()).toBe("2");
    });

    it("the page ignores invalid settings in the address", async () => {
      const page = await visit(`${files.small}#by=99&of=x&nothing=1`);
      expect(await shown(page)).toHaveLength(4);
      expect(await page.getByLabel("Sort by").inputValue()).toBe("");
    });

    it("the page unfolds and shows the target of a link, even if a filter hides it", async () => {
      const page = await visit(`${files.small}#query-4`);
      expect(await isOpen(page, "query-4")).toBe(true);
      await page.getByRole("searchbox").fill("question 1");
      await page.getByText("1 of 4 queries").waitFor();
      await page.goto(`${files.small}#query-2`);
      await expect.poll(() => isOpen(page, "query-2")).toBe(true);
      expect(await shown(page)).toContain("question 2");
      expect(await topOf(page, "query-2")).toBeGreaterThanOrEqual(0);
      expect(await topOf(page, "query-2")).toBeLessThan(700);
    });

    it("the page draws a line for each match of the list beside the reference, and highlights matched rows", async () => {
      const page = await visit(`${files.small}#query-1`);
      const lines = page.locator(".query[open] .lines path");
      await expect.poll(() => lines.count()).toBe(2);
      await page.locator("#Q1A2").hover();
      const lit = () => page.locator("li.lit").evaluateAll((rows) => rows.map(({ id }) => id));
      await expect.poll(lit).toEqual(["Q1r3", "Q1A2", "Q1B2"]);
      await expect.poll(() => page.locator("path.lit").count()).toBe(1);
      await page.locator("#Q1r2 a").first().focus();
      await expect.poll(lit).toEqual(["Q1r2", "Q1A1", "Q1B1"]);
    });

    it("the page can move another engine beside the reference", async () => {
      const page = await visit(`${files.small}#query-1`);
      await page.locator(".query[open]").getByRole("button", { name: "Beside the reference" }).click();
      expect(await page.locator(".query[open] h4 bdi").allTextContents()).toEqual(["library", "quickfind", "explorer"]);
      await expect.poll(() => page.locator(".query[open] .lines path").count()).toBe(2);
    });

    it("the page draws no lines if lists are below each other", async () => {
      const page = await visit(`${files.small}#query-1`, { viewport: { width: 360, height: 800 } });
      await page.locator("#Q1A2").scrollIntoViewIfNeeded();
      expect(await page.locator(".lines").count()).toBe(0);
    });
  });

  describe("without JavaScript", () => {
    it("the page contains all queries and results, but no controls", async () => {
      const page = await visit(files.small, { javaScriptEnabled: false });
      expect(await shown(page)).toHaveLength(4);
      expect(await page.locator("button, input, select").count()).toBe(0);
      await page.locator(".query summary").first().click();
      expect(await page.locator("#Q1A2").isVisible()).toBe(true);
    });

    it("the page unfolds the target of a link", async () => {
      const page = await visit(`${files.small}#query-3`, { javaScriptEnabled: false });
      await expect.poll(() => page.locator("#Q3A2").isVisible()).toBe(true);
      const line = await page.locator(".query:has(#query-3) summary").boundingBox();
      expect(line?.y).toBeGreaterThanOrEqual(0);
      expect(line?.y).toBeLessThan(700);
    });

    it("the page links a match to the reference title, and marks this title", async () => {
      const page = await visit(`${files.small}#query-1`, { javaScriptEnabled: false });
      await page.locator("#Q1A1 a").click();
      expect(await page.locator("li:target").getAttribute("id")).toBe("Q1r2");
    });

    it("the page fits the width of a phone", async () => {
      const page = await visit(files.small, { javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
      await page.locator(".query summary").first().click();
      expect(await page.locator("#Q1A2").isVisible()).toBe(true);
      expect(await overflow(page)).toBe(0);
    });
  });

  it("prints unfolded parts, but no contents and controls", async () => {
    const page = await visit(`${files.small}#query-1`);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("nav").isVisible()).toBe(false);
    expect(await page.locator(".controls").isVisible()).toBe(false);
    expect(await page.locator("#Q1A1").isVisible()).toBe(true);
    expect(await page.locator("h3").first().isVisible()).toBe(true);
  });
});
