/// <reference lib="dom" />
/** Does the page that needs no installation find what `check` finds, and send nothing? In a real browser. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check } from "../../src/check/check.ts";
import { writePage } from "../../src/check/page/write-page.ts";
import { hasBrowser, openBrowser } from "../support/browser.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";

const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const files = ["library.csv", "explorer.csv", "quickfind.csv"].map((file) => join(root, "data/samples", file));
const types: Readonly<Record<string, string>> = { ".html": "text/html", ".wasm": "application/wasm" };
/**
 * WebAssembly and the native runtime add in different orders. On the samples, similarities and margins differ by no more
 * than one in the sixth decimal, the last one in labels.csv, plus the rounding of doubles.
 */
const MOST_DIFFERENCE = 1e-6 + 1e-12;

describe.skipIf(!hasBrowser)("the page that needs no installation", () => {
  let browser: Browser;
  let server: Server;
  let address: string;
  const folder = join(temporaryFolder(), "page");
  const labels = join(temporaryFolder(), "labels");
  let verdict: string | undefined;

  beforeAll(async () => {
    await writePage(folder, true);
    server = createServer(({ url = "/" }, response) => {
      const file = join(folder, url === "/" ? "index.html" : url);
      if (!existsSync(file)) return response.writeHead(404).end();
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
      return response.end(readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const [reference = "", ...candidates] = files;
    verdict = (await check(reference, candidates, { out: labels, cache: false })).conclusion?.verdict;
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function open(from: string) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const asked: string[] = [];
    const complaints: string[] = [];
    await context.route("**", (route) => {
      const url = route.request().url();
      asked.push(url);
      return url.startsWith(from) || url.startsWith("blob:") ? route.continue() : route.abort();
    });
    const page = await context.newPage();
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(from);
    return { page, asked, complaints };
  }

  async function compare(page: Page, paths: readonly string[]): Promise<void> {
    await page.setInputFiles("#choose", [...paths]);
    await page.click("#start");
    await page.waitForSelector("#bar", { state: "hidden", timeout: 90_000 });
  }

  async function download(page: Page): Promise<string> {
    const [found] = await Promise.all([page.waitForEvent("download"), page.click("#labels")]);
    return readFileSync(await found.path(), "utf8");
  }

  it("shows the verdict and writes the labels.csv of the command line, and requests only its own files", {
    timeout: 120_000,
  }, async () => {
    const { page, asked, complaints } = await open(address);
    await compare(page, files);
    expect(await page.textContent("#status")).toBe("Done.");
    expect(await page.textContent("#verdict")).toBe(verdict);
    const text = await download(page);
    const wanted = readFileSync(join(labels, "labels.csv"), "utf8");
    const rows: string[][] = parse(text);
    const expected: string[][] = parse(wanted);
    const [names = []] = expected;
    const isNear = (place: number) => ["similarity", "margin"].includes(names[place] ?? "");
    const exact = (all: string[][]) => all.map((cells) => cells.filter((_, place) => !isNear(place)));
    expect(exact(rows)).toEqual(exact(expected));
    const withoutSixth = (whole: string) => whole.replace(/-?\d\.\d{6}(?=,)/g, "~");
    expect(withoutSixth(text)).toBe(withoutSixth(wanted));
    for (const [row, cells] of expected.entries()) {
      for (const [place, cell] of cells.entries()) {
        if (row === 0 || !isNear(place)) continue;
        const found = rows[row]?.[place] ?? "";
        expect(found === "").toBe(cell === "");
        expect(Math.abs(Number(found) - Number(cell))).toBeLessThanOrEqual(MOST_DIFFERENCE);
      }
    }
    expect(asked.filter((url) => !url.startsWith(address) && !url.startsWith("blob:"))).toEqual([]);
    expect(complaints).toEqual([]);
    // The same bytes with the vectors that the browser stored, without the network.
    const before = await download(page);
    await page.context().setOffline(true);
    await compare(page, []);
    expect(await page.textContent("#status")).toBe("Done.");
    expect(await download(page)).toBe(before);
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      }
    }
  });

  it("has no accessibility problems that axe-core finds", { timeout: 60_000 }, async () => {
    const { page } = await open(pathToFileURL(join(folder, "index.html")).href);
    await compare(page, files);
    await page.evaluate(axeScript);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))`,
      );
      expect(found).toEqual([]);
    }
  });

  it("matches only equal titles, and explains this, if it is opened from the disk", {
    timeout: 60_000,
  }, async () => {
    const { page, complaints } = await open(pathToFileURL(join(folder, "index.html")).href);
    expect(await page.textContent("#meaning")).toContain("Titles match only if they are equal");
    await compare(page, files);
    expect(await page.textContent("#status")).toBe("Done.");
    const kinds = new Set((parse(await download(page)) as string[][]).slice(1).map((cells) => cells[6]));
    expect([...kinds].sort()).toEqual(["exact", "none"]);
    expect(complaints).toEqual([]);
  });

  it("shows the command line's message for an invalid file", { timeout: 60_000 }, async () => {
    const { page } = await open(pathToFileURL(join(folder, "index.html")).href);
    const wrong = { name: "wrong.csv", mimeType: "text/csv", buffer: Buffer.from("query,title\na,b,c\n") };
    const right = { name: "right.csv", mimeType: "text/csv", buffer: Buffer.from("query,title\na,b\n") };
    await page.setInputFiles("#choose", [right, wrong]);
    await page.click("#start");
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.startsWith("Reading wrong.csv"));
    expect(await page.textContent("#status")).toMatch(
      /^Reading wrong\.csv:2: the row has 3 cells, too many for 2 columns/,
    );
  });

  it("can be written without the model", async () => {
    const alone = join(temporaryFolder(), "page");
    expect(await writePage(alone, false)).toEqual([join(alone, "index.html")]);
    const { page } = await open(pathToFileURL(join(alone, "index.html")).href);
    expect(await page.textContent("#meaning")).toContain("written without the model");
  });
});
