/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Can people rate on the page for an hour, without losing anything whatever happens? In a real browser. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PooledPair } from "../../src/core/types.ts";
import { ownNames, ratingHost } from "../../src/gold/rating/rating-host.ts";
import { readRatingSet } from "../../src/gold/rating/rating-store.ts";
import {
  hasBrowser,
  openBrowser,
  type ServedRatings,
  type ServedRatingsOptions,
  serveApart,
  serveHere,
} from "../support/browser.ts";
import { temporaryFolder } from "../support/run-cli.ts";

/** Checking in each frame, which is playwright's default, keeps the browser drawing. */
const often = { polling: 15 };

const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

function pairOf(query: string, place: number, more: Partial<PooledPair> = {}): PooledPair {
  return {
    query,
    queryId: null,
    informationNeed: `Somebody wants to know all about ${query}.`,
    id: `${query}/${place}`,
    title: `Title ${place} of ${query}`,
    url: place % 2 === 0 ? `https://example.org/${encodeURIComponent(query)}/${place}` : null,
    engines: [{ name: "secret-engine", rank: place, also: [], of: place + 1 }],
    probability: 1,
    queryProbability: 1,
    merged: [],
    ...more,
  };
}

function somePairs(queries: number, each: number): PooledPair[] {
  return Array.from({ length: queries * each }, (_, place) =>
    pairOf(`query ${Math.floor(place / each)}`, place % each),
  );
}

describe.skipIf(!hasBrowser)("rating page", () => {
  let browser: Browser;
  let context: BrowserContext;
  const servers: ServedRatings[] = [];
  const contexts: BrowserContext[] = [];
  /** What a correct page never logs: errors of scripts, violations of the policy. */
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((one) => one.close()));
    await Promise.all(servers.splice(0).map((server) => server.end()));
    expect(complaints.splice(0)).toEqual([]);
  });

  async function serve(
    options: Partial<ServedRatingsOptions> = {},
    start = serveHere,
  ): Promise<ServedRatings & { database: string }> {
    const database = options.database ?? join(temporaryFolder(), "ratings.db");
    const server = await start({ pairs: somePairs(3, 4), ...options, database });
    servers.push(server);
    return { ...server, database };
  }

  async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    context = await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(15_000);
    contexts.push(context);
    return context;
  }

  async function visit(address: string, options?: BrowserContextOptions | BrowserContext): Promise<Page> {
    const isOpen = options !== undefined && "newPage" in options;
    const page = await (isOpen ? options : await newContext(options)).newPage();
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      // Some tests are about failing requests.
      const isComplaint = message.type() === "error" && !message.text().startsWith("Failed to load resource");
      if (isComplaint) complaints.push(message.text());
    });
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(address);
    return page;
  }

  /** Starts as a new rater and closes the introduction. */
  async function start(
    address: string,
    rater = "Ann",
    options?: BrowserContextOptions | BrowserContext,
  ): Promise<Page> {
    const page = await visit(address, options);
    await page.waitForSelector("dialog[open]");
    if (await page.isVisible("#who-dialog")) {
      await page.fill("#rater", rater);
      await page.keyboard.press("Enter");
    }
    const dialog = await page.waitForSelector("#start-dialog[open]");
    // The focus is on the item before the page handles the closing. The last listener is called last.
    await dialog.evaluate((it: HTMLElement) => it.addEventListener("close", () => it.setAttribute("data-heard", "")));
    await page.keyboard.press("Enter");
    await page.waitForSelector("#start-dialog[data-heard]", { state: "attached" });
    await page.waitForSelector('article[aria-current="true"]:focus');
    return page;
  }

  const current = (page: Page) => page.locator('article[aria-current="true"]');
  const currentTitle = async (page: Page) => (await current(page).locator(".title").textContent()) ?? "";
  const allSaved = (page: Page) =>
    page.waitForFunction(
      () => !Object.keys(localStorage).some((key) => key.startsWith("semqrel.waiting.")),
      undefined,
      often,
    );
  /** Ratings that wait in the browser for any server, oldest first. */
  const waitingIn = (page: Page) =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith("semqrel.waiting."))
        .map((key) => JSON.parse(localStorage.getItem(key) ?? "") as { refusal: string | null }),
    );
  /** Whether the browser would ask before closing the window. */
  const asksBeforeClosing = (page: Page) =>
    page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  const saidBy = (database: string, rater: string) =>
    readRatingSet(database).ratings.filter((rating) => rating.rater === rater);

  /** Presses a key and waits until another item is the current one. */
  async function pressOn(page: Page, key: string): Promise<string> {
    const before = await page.evaluate(markBefore);
    await page.keyboard.press(key);
    await page.waitForFunction(hasMoved, undefined, often);
    return before;
  }

  describe("by keyboard", () => {
    it("shows the remaining ratings and minutes first, and at the end that all items are rated", async () => {
      const server = await serve({ guidelines: "# Rule\nRead **twice**." });
      const page = await visit(server.address);
      await page.fill("#rater", "Ann");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#start-dialog[open]");
      // 12 items at 12 seconds, the default pace.
      expect(await page.textContent("#start-ahead")).toBe("12 ratings for 3 queries, about 2 min.");
      expect(await page.textContent("#start-dialog .guidelines strong")).toBe("twice");
      await page.keyboard.press("Enter");
      for (let item = 0; item < 11; item++) await pressOn(page, String((item % 5) + 1));
      expect(await page.textContent("#ahead")).toMatch(/^11 of 12 · /);
      await page.keyboard.press("5");
      await page.waitForSelector("#finished:not([hidden])");
      await allSaved(page);
      expect(await page.textContent("#finished-text")).toContain("You can close this window");
      const said = saidBy(server.database, "Ann");
      expect(said.map(({ grade }) => grade).sort()).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5].sort());
      expect(said.every(({ seconds }) => seconds !== null && seconds >= 0 && seconds < 60)).toBe(true);
    });

    it("shows the help with ? before the first rating, and returns to the introduction", async () => {
      const page = await visit((await serve()).address);
      await page.fill("#rater", "Ann?");
      await page.keyboard.press("?");
      expect(await page.isVisible("#help-dialog")).toBe(false);
      await page.fill("#rater", "Ann");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#start-dialog[open]");
      await page.keyboard.press("1");
      await page.keyboard.press("?");
      await page.waitForSelector("#help-dialog[open]");
      await page.keyboard.press("Escape");
      await page.waitForSelector("#help-dialog", { state: "hidden" });
      expect(await page.isVisible("#start-dialog")).toBe(true);
      await page.keyboard.press("Enter");
      await page.waitForSelector("#start-dialog", { state: "hidden" });
      expect(await page.textContent("#ahead")).toMatch(/^0 of 12 /);
    });

    it("uses the singular for a single item", async () => {
      const page = await start((await serve({ pairs: somePairs(1, 1) })).address);
      await expect.poll(() => page.textContent("#announcement")).toMatch(/ 1 result\.$/);
    });

    it("goes to the next item without a rating, focuses it and scrolls to it", async () => {
      const page = await start((await serve({ pairs: somePairs(2, 12) })).address);
      for (let item = 0; item < 11; item++) {
        const before = await pressOn(page, "4");
        expect(await currentTitle(page)).not.toBe(before);
        const state = await page.evaluate(() => {
          const card = document.activeElement as HTMLElement;
          const box = card.getBoundingClientRect();
          const head = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
          return { isCurrent: card.ariaCurrent, isShown: box.top >= head && box.bottom <= innerHeight };
        });
        expect(state).toEqual({ isCurrent: "true", isShown: true });
      }
    });

    it("moves with j, k and arrows, also to other queries", async () => {
      const page = await start((await serve()).address);
      const first = await currentTitle(page);
      const query = await page.textContent("#query");
      for (const key of ["j", "ArrowDown", "j", "ArrowDown"]) await pressOn(page, key);
      expect(await page.textContent("#query")).not.toBe(query);
      for (const key of ["k", "ArrowUp", "k", "ArrowUp"]) await pressOn(page, key);
      expect(await currentTitle(page)).toBe(first);
      await page.keyboard.press("k");
      await expect.poll(() => page.textContent("#announcement")).toBe("This is the first result.");
    });

    it("undoes ratings one by one, even in an earlier query", async () => {
      const server = await serve();
      const page = await start(server.address);
      const titles = [];
      for (const key of ["1", "2", "f", "3", "4"]) titles.push(await pressOn(page, key));
      for (const title of titles.toReversed()) {
        await page.keyboard.press("u");
        await expect.poll(() => currentTitle(page)).toBe(title);
      }
      await allSaved(page);
      expect(saidBy(server.database, "Ann")).toEqual([]);
      expect(await page.textContent("#ahead")).toMatch(/^0 of 12/);
      await page.keyboard.press("u");
      expect(await page.textContent("#announcement")).toBe("Nothing to undo.");
    });

    it("shows skipped items at the end, in their order", async () => {
      const server = await serve({ pairs: somePairs(2, 3) });
      const page = await start(server.address);
      const skipped = [await pressOn(page, "s"), await pressOn(page, "s")];
      for (let item = 0; item < 4; item++) await pressOn(page, "2");
      expect(await currentTitle(page)).toBe(skipped[0]);
      await pressOn(page, "s");
      expect(await currentTitle(page)).toBe(skipped[1]);
      await pressOn(page, "5");
      expect(await currentTitle(page)).toBe(skipped[0]);
      await page.keyboard.press("5");
      await page.waitForSelector("#finished:not([hidden])");
      await allSaved(page);
      expect(saidBy(server.database, "Ann")).toHaveLength(6);
    });

    it("flags an item that cannot be rated, and undoes the flag", async () => {
      const server = await serve();
      const page = await start(server.address);
      const title = await pressOn(page, "f");
      await allSaved(page);
      expect(saidBy(server.database, "Ann")).toEqual([expect.objectContaining({ grade: null })]);
      await pressOn(page, "k");
      expect(await currentTitle(page)).toBe(title);
      expect(await current(page).locator(".state").textContent()).toBe("cannot be rated · saved ✓");
      await page.keyboard.press("f");
      await allSaved(page);
      await expect.poll(() => saidBy(server.database, "Ann")).toEqual([]);
    });

    it("records no time for an item that was shown for more than a day", async () => {
      const server = await serve();
      await newContext();
      await context.clock.install();
      const page = await start(server.address, "Ann", context);
      await context.clock.fastForward("25:00:00");
      await pressOn(page, "3");
      await context.clock.fastForward("00:07");
      await pressOn(page, "4");
      await allSaved(page);
      const seconds = saidBy(server.database, "Ann").map((rating) => rating.seconds);
      expect(seconds).toHaveLength(2);
      expect(seconds).toEqual(expect.arrayContaining([null, expect.closeTo(7, -1)]));
    });

    it("keeps the last rating even if the browser's clock was set back before it", async () => {
      const server = await serve();
      await newContext();
      await context.clock.install();
      const page = await start(server.address, "Ann", context);
      await pressOn(page, "1");
      await allSaved(page);
      await context.clock.setSystemTime(Date.now() - 3_600_000);
      await page.keyboard.press("k");
      await page.keyboard.press("5");
      await allSaved(page);
      expect(saidBy(server.database, "Ann")).toEqual([expect.objectContaining({ grade: 5 })]);
    });

    it("accepts notes, in which keys write letters", async () => {
      const server = await serve();
      const page = await start(server.address);
      const title = await currentTitle(page);
      await page.keyboard.press("n");
      await page.keyboard.type("just 5 <b>stars</b>? \u202Euff");
      await page.keyboard.press("Escape");
      expect(await currentTitle(page)).toBe(title);
      // Not rated yet, so it is stored here.
      await page.reload();
      await page.waitForSelector('article[aria-current="true"]');
      if (await page.isVisible("#start-dialog")) await page.keyboard.press("Enter");
      expect(await current(page).locator("textarea").inputValue()).toBe("just 5 <b>stars</b>? \u202Euff");
      await pressOn(page, "2");
      await allSaved(page);
      const note = "just 5 <b>stars</b>? \u202Euff";
      expect(saidBy(server.database, "Ann")).toEqual([expect.objectContaining({ grade: 2, note })]);
    });

    it("jumps to a query by part of its name", async () => {
      const page = await start((await serve({ pairs: somePairs(30, 2) })).address);
      await page.keyboard.press("g");
      await page.keyboard.type("RY 17");
      expect(await page.textContent("#jump-count")).toBe("1 query");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.textContent("#query")).toBe("query 17");
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("ARTICLE");
    });

    it("shows help, and ignores keys with Ctrl, Alt or Meta, in dialogs, and if keys are switched off", async () => {
      const page = await start((await serve()).address);
      for (const key of ["Control+1", "Alt+1", "Meta+1", "Control+j"]) await page.keyboard.press(key);
      await page.keyboard.press("?");
      expect(await page.isVisible("#help-dialog")).toBe(true);
      await page.keyboard.press("3");
      await page.uncheck("#keys-on");
      await page.keyboard.press("Escape");
      await page.keyboard.press("4");
      expect(await page.textContent("#ahead")).toMatch(/^0 of 12/);
      await pressOn(page, "ArrowDown");
    });

    it("reaches all controls with Tab alone, and does not rate when arrows move between grades", async () => {
      const page = await start((await serve()).address);
      const reached = [];
      for (let step = 0; step < 8; step++) {
        await page.keyboard.press("Tab");
        reached.push(await page.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName));
      }
      expect(reached).toEqual(expect.arrayContaining(["INPUT", "Noten", "Cannot be ratedf", "Skips"]));
      await page.keyboard.press("Shift+Tab");
      await current(page).locator("input").first().focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      expect(await page.textContent("#ahead")).toMatch(/^0 of 12/);
      await page.keyboard.press("Space");
      await expect.poll(() => page.textContent("#announcement")).toContain("Rated 3, moderately relevant.");
    });

    it.each([
      ["0-1", ["0", "1"]],
      ["0-3", ["0", "1", "2", "3"]],
    ])("accepts the digits of the scale %s, and no other digits", async (scale, digits) => {
      const server = await serve({ scale });
      const page = await start(server.address);
      for (const digit of digits) await pressOn(page, digit);
      await page.keyboard.press("4");
      await allSaved(page);
      expect(
        saidBy(server.database, "Ann")
          .map(({ grade }) => String(grade))
          .sort(),
      ).toEqual(digits);
    });
  });

  describe("with a mouse", () => {
    it("rates, flags, skips and notes, and jumps by the menu", async () => {
      const server = await serve();
      const page = await start(server.address);
      const click = async (name: string) => {
        await page.evaluate(markBefore);
        await current(page).getByLabel(name).or(current(page).getByRole("button", { name })).first().click();
        await page.waitForFunction(hasMoved);
      };
      await click("highly relevant");
      await click("Cannot be rated");
      await click("Skip");
      await current(page).getByText("Note").first().click();
      await page.keyboard.type("by hand");
      await click("irrelevant");
      await allSaved(page);
      const said = saidBy(server.database, "Ann").map(({ grade, note }) => [grade, note]);
      expect(said).toHaveLength(3);
      expect(said).toEqual(
        expect.arrayContaining([
          [5, ""],
          [null, ""],
          [1, "by hand"],
        ]),
      );
      await page.click("#menu-button");
      await page.getByText("Go to a query").first().click();
      const last = page.locator("#jump-list button").last();
      const query = await last.locator("bdi").textContent();
      await last.click();
      await expect.poll(() => page.textContent("#query")).toBe(query);
    });

    it("links to the document in a new tab without access to this one", async () => {
      const page = await start((await serve()).address);
      const link = page.locator("article a").first();
      expect(await link.getAttribute("href")).toMatch(/^https:\/\/example\.org\//);
      expect(await link.getAttribute("target")).toBe("_blank");
      expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
      expect(await page.locator("article a").count()).toBe(2);
    });
  });

  describe("while the next query loads", () => {
    /** Serves the first query and delays the others. */
    async function startBeforeSlowQueries(address: string, hold: (route: Route) => unknown): Promise<Page> {
      const page = await visit(address);
      let isFirst = true;
      await page.route("**/api/group/*", (route) => {
        if (!isFirst) return void hold(route);
        isFirst = false;
        return route.continue();
      });
      await page.fill("#rater", "Ann");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#start-dialog[open]");
      await page.keyboard.press("Enter");
      await page.waitForSelector('article[aria-current="true"]');
      return page;
    }

    /** Serves the delayed queries, and waits until the page has handled them. */
    async function release(page: Page, held: readonly Route[]): Promise<void> {
      for (const route of held) {
        await route.continue();
        await (await route.request().response())?.finished();
      }
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    }

    const grades = (database: string) => saidBy(database, "Ann").map(({ grade }) => grade);
    const place = async (page: Page) => [
      await page.textContent("#query"),
      await current(page).locator(".number").textContent(),
    ];

    it("keys rate no item, and the next query starts at its first item", async () => {
      const server = await serve({ pairs: somePairs(3, 2) });
      const held: Route[] = [];
      const page = await startBeforeSlowQueries(server.address, (route) => held.push(route));
      const [query] = await place(page);
      for (const key of ["5", "5", "1", "1", "s", "f", "j", "2"]) await page.keyboard.press(key);
      expect(await page.textContent("#loading")).toBe("Loading …");
      expect(await page.isVisible("#loading")).toBe(true);
      expect(await current(page).count()).toBe(0);
      await expect.poll(() => held.length).toBeGreaterThanOrEqual(2);
      await release(page, held);
      expect(await place(page)).toEqual([expect.not.stringMatching(`^${query}$`), "1 of 2"]);
      await allSaved(page);
      expect(grades(server.database)).toEqual([5, 5]);
      expect(await page.textContent("#ahead")).toMatch(/^2 of 6/);
    });

    it("the rater's first action prevails over earlier requests", async () => {
      const server = await serve({ pairs: somePairs(3, 2) });
      const held: Route[] = [];
      const page = await startBeforeSlowQueries(server.address, (route) => held.push(route));
      const here = await place(page);
      await pressOn(page, "5");
      await page.keyboard.press("4");
      await expect.poll(() => held.length).toBeGreaterThanOrEqual(2);
      await page.keyboard.press("k");
      expect(await place(page)).toEqual([here[0], "2 of 2"]);
      await pressOn(page, "k");
      await release(page, held);
      expect(await place(page)).toEqual(here);
      await page.keyboard.press("u");
      expect(await place(page)).toEqual([here[0], "2 of 2"]);
      await allSaved(page);
      expect(grades(server.database)).toEqual([5]);
    });

    it("the page explains that it waits for the server, and rates no item until then", async () => {
      const pairs = somePairs(3, 2);
      const server = await serve({ pairs });
      const page = await startBeforeSlowQueries(server.address, (route) => route.abort());
      const [query] = await place(page);
      await server.end();
      for (const key of ["5", "5"]) await page.keyboard.press(key);
      await expect
        .poll(() => page.textContent("#loading"))
        .toBe("The next query will appear when the server is available again.");
      expect(await page.isVisible("#loading")).toBe(true);
      for (const key of ["1", "1", "f", "j"]) await page.keyboard.press(key);
      expect(await page.textContent("#ahead")).toMatch(/^2 of 6/);
      // The previous item can be changed meanwhile.
      await page.keyboard.press("k");
      expect(await place(page)).toEqual([query, "2 of 2"]);
      expect(await page.isVisible("#loading")).toBe(false);
      await page.keyboard.press("4");
      await expect
        .poll(() => page.textContent("#loading"))
        .toBe("The next query will appear when the server is available again.");
      await page.unroute("**/api/group/*");
      const { port, database } = server;
      await serve({ pairs, port, database });
      await page.waitForSelector('article[aria-current="true"]');
      expect(await place(page)).toEqual([expect.not.stringMatching(`^${query}$`), "1 of 2"]);
      await allSaved(page);
      expect(grades(database).sort()).toEqual([4, 5]);
    });

    it("the rater can go back from the end to the item that was rated last", async () => {
      const page = await start((await serve({ pairs: somePairs(1, 2) })).address);
      await pressOn(page, "5");
      const title = await currentTitle(page);
      await page.keyboard.press("5");
      await page.waitForSelector("#finished:not([hidden])");
      for (const key of ["1", "j", "1"]) await page.keyboard.press(key);
      await page.keyboard.press("k");
      expect(await page.isVisible("#finished")).toBe(false);
      expect(await currentTitle(page)).toBe(title);
      expect(await current(page).locator("input:checked").inputValue()).toBe("5");
    });
  });

  it("shows repeated items without their first rating, and keeps both ratings", async () => {
    const pairs = somePairs(4, 6);
    const server = await serve({ pairs, repeatShare: 0.1 });
    const page = await start(server.address);
    const total = Number(/of (\d+)/.exec((await page.textContent("#ahead")) ?? "")?.[1]);
    expect(total).toBeGreaterThan(pairs.length);
    const given = new Map<string, number[]>();
    for (let item = 0; item < total; item++) {
      const title = await currentTitle(page);
      const before = given.get(title) ?? [];
      expect(await current(page).locator("input:checked").count()).toBe(0);
      expect(await current(page).locator(".state").textContent()).toBe("");
      expect(await current(page).locator("textarea").inputValue()).toBe("");
      if (before.length === 0) {
        await page.keyboard.press("n");
        await page.keyboard.type("the first time");
        await page.keyboard.press("Escape");
      }
      given.set(title, [...before, before.length === 0 ? 4 : 2]);
      if (item < total - 1) await pressOn(page, before.length === 0 ? "4" : "2");
      else await page.keyboard.press(before.length === 0 ? "4" : "2");
    }
    await page.waitForSelector("#finished:not([hidden])");
    await allSaved(page);
    const set = readRatingSet(server.database);
    const saved = set.ratings.map(({ pair, occasion, grade, note }) => ({
      title: set.pairs[pair]?.title,
      occasion,
      grade,
      note,
    }));
    const wanted = [...given].flatMap(([title, grades]) =>
      grades.map((grade, occasion) => ({ title, occasion, grade, note: occasion === 0 ? "the first time" : "" })),
    );
    expect(wanted).toHaveLength(total);
    expect(saved).toHaveLength(total);
    expect(saved).toEqual(expect.arrayContaining(wanted));
  });

  describe("nothing is lost", () => {
    it("if two raters rate at once, each in a different order", async () => {
      const server = await serve({ pairs: somePairs(4, 10) });
      const shared = await newContext();
      const pages = [
        await start(server.address, "Ann", shared),
        await start(`${server.address}&rater=Bob`, "Bob", shared),
      ];
      const rateAll = async (page: Page, grade: string) => {
        const titles = [];
        for (let item = 0; item < 39; item++) titles.push(await pressOn(page, grade));
        await page.keyboard.press(grade);
        await page.waitForSelector("#finished:not([hidden])");
        return titles;
      };
      const [first = [], second = []] = await Promise.all(pages.map((page, place) => rateAll(page, String(place + 2))));
      expect(first).not.toEqual(second);
      for (const page of pages) await allSaved(page);
      for (const [place, rater] of ["Ann", "Bob"].entries()) {
        expect(saidBy(server.database, rater).map(({ grade }) => grade)).toEqual(new Array(40).fill(place + 2));
      }
    });

    it("if the page is reloaded, which continues at the same place", async () => {
      const server = await serve();
      const page = await start(server.address);
      for (const key of ["1", "f", "s", "5", "3"]) await pressOn(page, key);
      await allSaved(page);
      const [title, ahead] = [await currentTitle(page), await page.textContent("#ahead")];
      await page.reload();
      await page.waitForSelector('article[aria-current="true"]');
      expect(await currentTitle(page)).toBe(title);
      expect(await page.textContent("#ahead")).toMatch(new RegExp(`^${ahead?.split(" · ")[0]} · `));
      const states: (string | null)[] = [];
      const grades: string[][] = [];
      for (let item = 0; item < 5; item++) {
        await pressOn(page, "k");
        states.push(await current(page).locator(".state").textContent());
        grades.push(
          await current(page)
            .locator("input:checked")
            .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
        );
      }
      expect(states.sort()).toEqual([
        "cannot be rated · saved ✓",
        ...new Array(3).fill("saved ✓"),
        "skipped · saved ✓",
      ]);
      expect(grades.flat().sort()).toEqual(["1", "3", "5"]);
    });

    it("if the server is killed and restarted while people rate", async () => {
      const pairs = somePairs(2, 30);
      const server = await serve({ pairs }, serveApart);
      const page = await start(server.address);
      const given: Record<string, number> = {};
      const rateOn = async (count: number) => {
        for (let item = 0; item < count; item++) {
          const grade = (Object.keys(given).length % 5) + 1;
          given[await pressOn(page, String(grade))] = grade;
        }
      };
      await rateOn(10);
      await allSaved(page);
      await server.end();
      await rateOn(10);
      expect(await page.textContent("#banner-text")).toMatch(/does not answer.* 10 ratings kept in this browser/);
      expect(await page.locator('.state[data-state="waiting"]').count()).toBe(10);
      const { port, database } = server;
      const again = await serve({ pairs, port, database }, serveApart);
      await rateOn(5);
      await page.waitForFunction(() => (document.getElementById("banner") as HTMLElement).hidden);
      await again.end();
      await rateOn(3);
      await serve({ pairs, port, database }, serveApart);
      await allSaved(page);
      const set = readRatingSet(database);
      const saved = set.ratings.map(({ pair, grade }) => [set.pairs[pair]?.title, grade]);
      expect(Object.fromEntries(saved)).toEqual(given);
      expect(saved).toHaveLength(28);
    });

    it("if the server restarts with another token: the page at the new address sends waiting ratings", async () => {
      const server = await serve();
      const page = await start(server.address);
      await server.end();
      for (const key of ["1", "2", "3"]) await pressOn(page, key);
      const { port, database } = server;
      const again = await serve({ port, database, token: "another" });
      await expect
        .poll(() => page.textContent("#banner-text"), { timeout: 15_000 })
        .toMatch(/no longer valid.*3 ratings kept/);
      const other = await visit(again.address, context);
      await allSaved(other);
      expect(
        saidBy(database, "Ann")
          .map(({ grade }) => grade)
          .sort(),
      ).toEqual([1, 2, 3]);
      expect(await other.textContent("#ahead")).toMatch(/^3 of 12/);
    });

    it("if the browser is closed while the server is down", async () => {
      const server = await serve();
      const page = await start(server.address);
      await server.end();
      const title = await pressOn(page, "4");
      await page.close();
      const { port, database } = server;
      const again = await serve({ port, database });
      const other = await visit(again.address, context);
      await other.waitForSelector('article[aria-current="true"]');
      await allSaved(other);
      const set = readRatingSet(database);
      expect(set.ratings.map(({ pair, grade }) => [set.pairs[pair]?.title, grade])).toEqual([[title, 4]]);
    });

    it("if the pool was extended: the page says this, and waiting ratings go to their items", async () => {
      const pairs = somePairs(2, 4);
      const server = await serve({ pairs });
      const page = await start(server.address);
      await server.end();
      const title = await pressOn(page, "4");
      const { port, database } = server;
      await serve({ port, database, pairs: [pairOf("a new query", 0), ...pairs] });
      await expect.poll(() => page.textContent("#banner-text"), { timeout: 15_000 }).toContain("The pool has changed");
      await page.click("#reload");
      await page.waitForSelector('article[aria-current="true"]');
      await allSaved(page);
      const set = readRatingSet(database);
      expect(set.pairs).toHaveLength(9);
      expect(set.ratings.map(({ pair, grade }) => [set.pairs[pair]?.title, grade])).toEqual([[title, 4]]);
    });

    it("if it is unknown whether the extended pool has the item: its rating keeps waiting", async () => {
      const pairs = somePairs(2, 4);
      const server = await serve({ pairs });
      const page = await start(server.address);
      await server.end();
      const title = await pressOn(page, "4");
      const { port, database } = server;
      await serve({ port, database, pairs: [pairOf("a new query", 0), ...pairs] });
      await expect.poll(() => page.textContent("#banner-text"), { timeout: 15_000 }).toContain("The pool has changed");
      await page.route("**/api/group/*", (route) => route.abort());
      await page.reload();
      await expect.poll(() => page.textContent("#banner-text")).toContain("1 rating kept in this browser");
      await expect.poll(() => waitingIn(page)).toEqual([expect.objectContaining({ refusal: null })]);
      expect(await page.isVisible("#refusals")).toBe(false);
      await page.unroute("**/api/group/*");
      await allSaved(page);
      const set = readRatingSet(database);
      expect(set.ratings.map(({ pair, grade }) => [set.pairs[pair]?.title, grade])).toEqual([[title, 4]]);
    });

    it("if another database is served at the same address: waiting ratings go to their own database", async () => {
      const pairs = somePairs(2, 4);
      const server = await serve({ pairs });
      const page = await start(server.address);
      await server.end();
      const title = await pressOn(page, "4");
      const { port, database } = server;
      // The same pool, so that only the database differs.
      const other = await serve({ port, pairs });
      await expect.poll(() => page.textContent("#banner-text"), { timeout: 15_000 }).toContain("The pool has changed");
      await page.reload();
      await page.waitForSelector('article[aria-current="true"]');
      expect(await page.isVisible("#refusals")).toBe(false);
      expect(await page.textContent("#ahead")).toMatch(/^0 of 8/);
      await page.keyboard.press("Enter");
      await pressOn(page, "2");
      await expect.poll(() => saidBy(other.database, "Ann").map(({ grade }) => grade)).toEqual([2]);
      await expect.poll(() => waitingIn(page)).toEqual([expect.objectContaining({ refusal: null, title })]);
      await other.end();
      await serve({ port, database, pairs });
      await page.reload();
      await allSaved(page);
      const set = readRatingSet(database);
      expect(set.ratings.map(({ pair, grade }) => [set.pairs[pair]?.title, grade])).toEqual([[title, 4]]);
    });

    it("if the browser cannot store data: ratings wait in the window, which reloads without losing them", async () => {
      const pairs = somePairs(2, 4);
      const server = await serve({ pairs });
      await newContext();
      // As in Chromium with blocked cookies: no storage and no locks.
      await context.addInitScript(() => {
        const refuse = () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        };
        Object.defineProperty(window, "localStorage", { get: refuse });
        LockManager.prototype.request = () => Promise.reject(new DOMException("denied", "SecurityError"));
      });
      const page = await start(server.address, "Ann", context);
      const titles = [await pressOn(page, "5")];
      await expect.poll(() => saidBy(server.database, "Ann").map(({ grade }) => grade)).toEqual([5]);
      await expect.poll(() => asksBeforeClosing(page)).toBe(false);
      await server.end();
      for (const key of ["4", "3"]) titles.push(await pressOn(page, key));
      const { port, database } = server;
      await serve({ port, database, pairs: [pairOf("a new query", 0), ...pairs] });
      await expect
        .poll(() => page.textContent("#banner-text"), { timeout: 15_000 })
        .toMatch(/The pool has changed.* 2 ratings kept in this window only: do not close it\./);
      expect(await page.isVisible("#reload")).toBe(false);
      expect(await asksBeforeClosing(page)).toBe(true);
      await page.getByText("Try now").click();
      await expect.poll(() => saidBy(database, "Ann")).toHaveLength(3);
      const set = readRatingSet(database);
      const saved = set.ratings.map(({ pair, grade }) => [set.pairs[pair]?.title, grade]);
      expect(Object.fromEntries(saved)).toEqual(Object.fromEntries(titles.map((title, place) => [title, 5 - place])));
      await expect.poll(() => page.isVisible("#banner")).toBe(false);
      expect(await page.textContent("#ahead")).toMatch(/^3 of 9/);
      expect(await asksBeforeClosing(page)).toBe(false);
    });

    it("if a rating is sent late: its time is when it was given", async () => {
      const server = await serve();
      const page = await start(server.address);
      const sent: number[] = [];
      await page.route("**/api/ratings", (route) => {
        sent.push((route.request().postDataJSON() as { givenAt: number }).givenAt);
        if (sent.length > 2) return route.continue();
        return route.fulfill({ status: 503, json: { error: { code: "database-locked", message: "" } } });
      });
      const before = Date.now();
      await pressOn(page, "4");
      const after = Date.now();
      await allSaved(page);
      expect(Date.now() - after).toBeGreaterThan(1000);
      expect(new Set(sent).size).toBe(1);
      // The browser's clock and this one are read at slightly different times.
      expect(sent[0]).toBeGreaterThan(before - 100);
      expect(sent[0]).toBeLessThan(after + 100);
      const [said] = saidBy(server.database, "Ann");
      expect(Math.abs(Date.parse(said?.ratedAt ?? "") - (sent[0] ?? 0))).toBeLessThanOrEqual(1);
    });

    it("if the server refuses a rating: the rating is shown until the rater decides", async () => {
      const server = await serve();
      const page = await start(server.address);
      const answers = [
        { status: 404, code: "unknown-pair" },
        { status: 422, code: "out-of-scale" },
        { status: 400, code: "wrong-field" },
      ];
      await page.route("**/api/ratings", (route) => {
        const { status, code } = answers.shift() ?? { status: 500, code: "" };
        return route.fulfill({ status, json: { error: { code, message: "" } } });
      });
      const titles: string[] = [];
      for (const key of ["1", "2", "3"]) titles.push(await pressOn(page, key));
      await expect.poll(() => page.textContent("#refusals-text")).toBe("3 ratings not accepted.");
      expect(await page.locator('.state[data-state="refused"]').allTextContents()).toEqual([
        "not saved: this result is not in the server's pool",
        "not saved: this grade is not on the server's scale",
        "not saved: the server did not understand it",
      ]);
      await page.unroute("**/api/ratings");
      await page.reload();
      await page.waitForSelector("#start-dialog[open]");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Show" }).click();
      const lines = await page.locator("#refusal-list li").allTextContents();
      expect(lines.map((line, place) => line.includes(titles[place] ?? "?"))).toEqual([true, true, true]);
      await page.getByText("Send again").click();
      await allSaved(page);
      expect(saidBy(server.database, "Ann")).toHaveLength(3);
      await expect.poll(() => page.isVisible("#refusals")).toBe(false);
    });

    it("if the database is locked for some seconds", async () => {
      const server = await serve();
      const page = await start(server.address);
      let refusals = 2;
      await page.route("**/api/ratings", (route) => {
        if (refusals-- <= 0) return route.continue();
        return route.fulfill({ status: 503, json: { error: { code: "database-locked", message: "" } } });
      });
      await pressOn(page, "4");
      await expect
        .poll(() => page.textContent("#banner-text"))
        .toContain("Another program is using the ratings database");
      await allSaved(page);
      expect(saidBy(server.database, "Ann")).toHaveLength(1);
    });
  });

  it.skipIf(ownNames().length === 0)(
    "accepts ratings over plain HTTP in a network, at a personal address that does not ask for a name",
    async () => {
      const [name = ""] = ownNames();
      const host = await ratingHost(name);
      const { address, database } = await serve({ raters: ["Zoë", "Ann"], host });
      const page = await visit(address);
      // A page from another machine: the browser offers no locks and no randomUUID.
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await page.waitForSelector("#start-dialog[open]");
      await page.keyboard.press("Enter");
      await page.waitForSelector('article[aria-current="true"]:focus');
      await pressOn(page, "4");
      await allSaved(page);
      expect(await page.locator('[data-do="who"]').isDisabled()).toBe(true);
      expect(readRatingSet(database).ratings).toMatchObject([{ rater: "Zoë", grade: 4 }]);
    },
  );

  describe("hostile texts", () => {
    const hostile = [
      `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`,
      "\u202Ereversed\u202D \u2067isolated",
      "a".repeat(10_000),
      "wide ".repeat(2000),
      "",
    ];
    const pairs = hostile.map((title, place) =>
      pairOf(`<b>query</b> \u202E${"long ".repeat(2000)}`, place, {
        title,
        informationNeed: `<svg onload=alert(1)> ${"need".repeat(500)}`,
        url:
          ["javascript:alert(1)", "data:text/html,x", "https://example.org/<b>?\u202E", null, "file:///etc"][place] ??
          null,
        shown: { [`<b>${place}</b>`]: place === 0 ? "https://example.org/shown" : title || "javascript:alert(1)" },
      }),
    );

    it("are inert, are cut until they are unfolded, and stay inside their element", async () => {
      const page = await start((await serve({ pairs })).address, "<i>Eve</i>", {
        viewport: { width: 360, height: 740 },
      });
      expect(await page.locator("article img, article script, header b, header svg, main b").count()).toBe(0);
      expect(await page.title()).toMatch(/^0 of 5 · /);
      // The link of the third pair, and the column that is an address.
      const links = page.locator("article a");
      expect(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).rel))).toEqual([
        "noopener noreferrer",
        "noopener noreferrer",
      ]);
      expect(await page.locator("article .shown a").getAttribute("href")).toBe("https://example.org/shown");
      expect(await page.locator("article .shown dt").allTextContents()).toContain("<b>0</b>");
      const shown = await page.locator("article .title").allTextContents();
      expect(shown).toEqual(expect.arrayContaining([hostile[0], "\ufffdreversed\ufffd \ufffdisolated", "(no title)"]));
      expect(await overflow(page)).toEqual([]);
      const more = page.getByText(/^show all /);
      while ((await more.count()) > 0) await more.first().click();
      // Query, need, two long titles and the same in columns.
      expect(await page.getByText("show less").count()).toBe(6);
      expect(await page.locator("article .title", { hasText: "a".repeat(10_000) }).count()).toBe(1);
      expect(await overflow(page)).toEqual([]);
      const isolation = await page.locator("#query, #need, article .title").evaluateAll((elements) =>
        elements.map((element) => {
          const text = element.querySelector("bdi") ?? element;
          return [getComputedStyle(element).unicodeBidi, getComputedStyle(text).unicodeBidi];
        }),
      );
      expect(isolation.flat().every((value) => value === "isolate" || value === "plaintext")).toBe(true);
    });
  });

  describe("accessibility", () => {
    const arabic = [pairOf("تاريخ طريق الحرير", 0, { title: "كتاب عن طريق الحرير" }), pairOf("تاريخ طريق الحرير", 1)];

    it("lays out right-to-left texts from the right", async () => {
      const page = await start((await serve({ pairs: arabic })).address);
      const direction = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((one) => getComputedStyle(one).direction);
      expect(await direction("#query")).toBe("rtl");
      expect(await page.locator(".title", { hasText: "كتاب" }).evaluate((one) => getComputedStyle(one).direction)).toBe(
        "rtl",
      );
      expect(
        await page.locator(".title", { hasText: "Title 1" }).evaluate((one) => getComputedStyle(one).direction),
      ).toBe("ltr");
    });

    it("has no serious accessibility problems that axe-core finds, light and dark, 1280 and 360 px wide", {
      timeout: 120_000,
    }, async () => {
      const server = await serve({
        pairs: [...somePairs(2, 4), ...arabic],
        guidelines: "# A\n[b](https://example.org)",
      });
      const page = await visit(server.address);
      // Evaluated by the browser's own interface, so that the page's policy stays unchanged.
      await page.evaluate(axeScript);
      const check = async (state: string) => {
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 800 });
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            const found =
              await page.evaluate(`axe.run({ resultTypes: ["violations"], selectors: false }).then(({ violations }) => violations
              .filter(({ impact }) => impact === "serious" || impact === "critical")
              .map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
            const where = `${state}, ${colorScheme}, ${width} wide`;
            expect({ where, found, overflow: await overflow(page) }).toEqual({ where, found: [], overflow: [] });
          }
        }
      };
      await page.waitForSelector("#who-dialog[open]");
      await check("who");
      await page.fill("#rater", "Ann");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#start-dialog[open]");
      await check("start");
      await page.keyboard.press("Enter");
      for (const key of ["1", "f", "s"]) await pressOn(page, key);
      await page.keyboard.press("n");
      await page.keyboard.press("Escape");
      await check("items");
      await page.keyboard.press("?");
      await check("help");
      await page.keyboard.press("Escape");
      await page.keyboard.press("g");
      await check("jump");
      await page.keyboard.press("Escape");
      await page.click("#menu-button");
      await check("menu");
      await page.keyboard.press("Escape");
      await server.end();
      await page.keyboard.press("4");
      await page.waitForSelector("#banner:not([hidden])");
      await check("away");
    });

    it("never scrolls sideways at 360 pixels or at 200 % zoom, and keeps the current title in view", async () => {
      const { address } = await serve();
      // At 200 %, a window of 1280 x 720 has 640 x 360 CSS pixels.
      for (const viewport of [
        { width: 360, height: 640 },
        { width: 640, height: 360 },
        { width: 320, height: 256 },
      ]) {
        const page = await start(address, `At ${viewport.width}`, { viewport, deviceScaleFactor: 2 });
        for (let item = 0; item < 3; item++) await pressOn(page, "2");
        expect(await overflow(page)).toEqual([]);
        const box = await current(page).locator(".title").boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      }
    });

    it("leaves five sixths of a small screen to the items, because long queries and needs scroll", async () => {
      const needy = somePairs(1, 2).map((pair) => ({
        ...pair,
        query: "a query of many words ".repeat(6),
        informationNeed: "What somebody wants to know. ".repeat(9),
      }));
      const page = await start((await serve({ pairs: needy })).address, "Ann", {
        viewport: { width: 360, height: 640 },
      });
      const height = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().height);
      // One pixel for the border.
      expect(await height("header")).toBeLessThanOrEqual(640 / 6 + 1);
      expect(await overflow(page)).toEqual([]);
      const names = current(page).locator(".grade .label");
      expect(await names.allTextContents()).toContain("marginally relevant");
      const isInside = await names.evaluateAll((all) =>
        all.every((name) => {
          const [inner, outer] = [name, name.closest(".grade")].map((one) => one?.getBoundingClientRect());
          if (inner === undefined || outer === undefined) return false;
          return inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom;
        }),
      );
      expect(isInside).toBe(true);
      await page.locator("#need").click();
      expect(await height("header")).toBeGreaterThan(200);
      await page.keyboard.press("2");
      expect(await height("header")).toBeLessThanOrEqual(640 / 6 + 1);
    });

    it("scrolls smoothly if the user allows movement, and ends with the item below the header", async () => {
      const page = await start((await serve({ pairs: somePairs(1, 20) })).address, "Ann", {
        reducedMotion: "no-preference",
      });
      for (let item = 0; item < 5; item++) await pressOn(page, "2");
      const top = () => current(page).evaluate((card) => card.getBoundingClientRect().top);
      const head = await page.locator("header").evaluate((one) => one.getBoundingClientRect().bottom);
      await expect.poll(async () => Math.abs((await top()) - head - 16)).toBeLessThan(2);
    });
  });

  it("offers the names of known raters, and asks for another name if one is invalid", async () => {
    const { address } = await serve();
    const page = await start(address);
    await pressOn(page, "3");
    await allSaved(page);
    const other = await visit(address);
    await other.waitForSelector("#who-dialog[open]");
    // The page handles the closing slightly after the key.
    await other.evaluate(() => {
      const closed = new Promise<null>((resolve) => {
        document.querySelector("#who-dialog")?.addEventListener("close", () => resolve(null), { once: true });
      });
      Object.assign(window, { dialogClosed: closed });
    });
    await other.keyboard.press("Escape");
    await other.evaluate(() => (window as unknown as { dialogClosed: Promise<null> }).dialogClosed);
    expect(await other.isVisible("#who-dialog")).toBe(true);
    await other.fill("#rater", "  ");
    await other.keyboard.press("Enter");
    await expect.poll(() => other.textContent("#who-problem")).toContain("1 to 60 characters");
    await other.locator("#known-raters button", { hasText: "Ann" }).click();
    await expect.poll(() => other.textContent("#ahead")).toMatch(/^1 of 12/);
  });

  it("needs as few requests and as little memory for 20,000 pairs as for 200 pairs", async () => {
    const small = await workOf(20);
    const large = await workOf(2000);
    // Up to one request per rating, and one for each visited query and the next one.
    expect(large.requests).toBeLessThanOrEqual(25 + 4);
    // Names and numbers are some digits longer.
    expect(large.bytes).toBeLessThan(1.2 * small.bytes);
    expect(large.elements).toBeLessThan(1.1 * small.elements);
  });

  /** What 25 ratings in a pool with ten pairs per query need from start to end. */
  async function workOf(queries: number) {
    const server = await serve({ pairs: somePairs(queries, 10) });
    const page = await start(server.address);
    await page.waitForLoadState("networkidle");
    const finished: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      finished.push(request.sizes().then((sizes) => sizes.requestBodySize + sizes.responseBodySize));
    });
    let elements = 0;
    for (let item = 0; item < 25; item++) {
      await pressOn(page, String((item % 5) + 1));
      elements = Math.max(elements, await page.evaluate(() => document.querySelectorAll("*").length));
    }
    await allSaved(page);
    expect(saidBy(server.database, "Ann")).toHaveLength(25);
    const sizes = await Promise.all(finished);
    return { requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0), elements };
  }
});

/** Which scrolling parts are wider than their box, and by how many pixels. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll("main, header, #question, dialog[open]")];
    return parts
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => `${part.tagName} ${part.id}: ${part.scrollWidth - part.clientWidth}`);
  });
}

// The functions below run in the page.

function markBefore(): string {
  const card = document.querySelector('article[aria-current="true"]');
  (window as unknown as { before: Element | null }).before = card;
  return card?.querySelector(".title")?.textContent ?? "";
}

function hasMoved(): boolean {
  const card = document.querySelector('article[aria-current="true"]');
  return card !== null && card !== (window as unknown as { before: Element | null }).before;
}
