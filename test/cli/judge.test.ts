/** Tests `judge` with a language model on 127.0.0.1 that answers, fails, obeys titles and repeats the key. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { chatServer, completion, gradesAnswer, questionIn } from "../support/chat-server.ts";
import { makePool } from "../support/make-pool.ts";
import { attacks } from "../support/prompt-attacks.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import type { SearchAnswer, SearchServer } from "../support/search-server.ts";
import { runInProcess } from "./run-in-process.ts";

let server: SearchServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function start(answer: SearchAnswer): Promise<SearchServer> {
  server = await chatServer(answer);
  return server;
}

const documents = ["a", "b", "c", "d", "e"];
const pool = makePool({ q1: { one: documents }, q2: { one: documents.slice(0, 3) } });
/** "Title b" is 1, "Title d" is 3. */
const gradeOf = (_: string, title: string) => Math.max(0, "abcd".indexOf(title.slice(-1)));
const good = gradesAnswer(gradeOf);

function folderWith(pairs = pool, more: Readonly<Record<string, string>> = {}): string {
  return temporaryFolder({ "pool.jsonl": [...poolText(pairs)].join(""), ...more });
}

function judge(cwd: string, further: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
  const to = server === null ? [] : ["--endpoint", server.address];
  const args = ["judge", "pool.jsonl", "--llm", "m", ...to, "-o", "judged.qrels", "--rate", "0", "--retries", "1"];
  return runInProcess([...args, "--json", ...further], { cwd, environment });
}

/** A list of the same titles for each of twelve queries. */
function listOf(...titles: readonly string[]): string {
  const rows = Array.from({ length: 12 }, (_, query) =>
    titles.map((title, rank) => `red wine ${query},${rank},${title}\n`),
  );
  return `query,rank,title\n${rows.flat().join("")}`;
}

function allFilesOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8")).join("\n");
}

describe("semqrel judge", () => {
  it.each([["1"], ["2"], ["10"]])(
    "stores the grades of a model with %s documents per request, and requests no grade twice",
    async (batch) => {
      const { requests } = await start(good);
      const folder = folderWith();
      const first = await judge(folder, ["--batch", batch]);
      expect(first.exitCode, first.stderr).toBe(0);
      const lines = ["q1 0 a 0", "q1 0 b 1", "q1 0 c 2", "q1 0 d 3", "q1 0 e 0", "q2 0 a 0", "q2 0 b 1", "q2 0 c 2"];
      expect(readFileSync(join(folder, "judged.qrels"), "utf8")).toBe(`${lines.join("\n")}\n`);
      const asked = requests.length;
      expect(JSON.parse(first.stdout)).toMatchObject({
        ...{ schema: "semqrel.judge/1", pairs: 8, judged: 8, labels: [3, 2, 2, 1], requests: asked, failures: [] },
        tokens: { in: 100 * asked, out: 10 * asked },
      });
      const again = await judge(folder, ["--batch", "3"]);
      expect(JSON.parse(again.stdout)).toMatchObject({ judged: 8, requests: 0 });
      expect(requests).toHaveLength(asked);
      const provenance = JSON.parse(readFileSync(join(folder, "judged.qrels.provenance.json"), "utf8"));
      expect(provenance).toMatchObject({ schema: "semqrel.judge-provenance/1", llm: "m", votes: 1 });
      expect(provenance.pairs[3]).toMatchObject({ id: "d", label: 3, by: "m", votes: [3], spread: 0 });
    },
  );

  it("sends no request without --endpoint, or with --dry-run", async () => {
    const folder = folderWith();
    const without = await judge(folder);
    expect(without.exitCode).toBe(2);
    expect(without.stderr).toMatch(
      /no pair has a grade \(the model was not asked yet\).*judged\.qrels was not written.*--endpoint/s,
    );
    const { requests } = await start(good);
    const prices = ["--price-in", "2", "--price-out", "8"];
    const dry = await judge(folder, ["--dry-run", "--batch", "2", ...prices]);
    expect(dry.exitCode, dry.stderr).toBe(0);
    const plan = JSON.parse(dry.stdout);
    expect(plan).toMatchObject({ schema: "semqrel.judge-plan/1", pairs: 8, existing: 0, requests: 5 });
    expect(plan.price).toBeCloseTo((plan.tokens.in * 2 + plan.tokens.out * 8) / 1e6, 12);
    expect(questionIn(plan.first).documents).toHaveLength(2);
    expect(requests).toHaveLength(0);
    expect(readdirSync(folder)).toEqual(["pool.jsonl"]);
  });

  it("stops at its limits, and continues from there when run again", async () => {
    const { requests } = await start(good);
    const folder = folderWith();
    const first = await judge(folder, ["--limit-requests", "3", "--concurrency", "4"]);
    expect(first.exitCode, first.stderr).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ judged: 3, requests: 3, stoppedBy: "requests" });
    expect(first.stderr).toMatch(
      /--limit-requests. Run the same command to continue.*5 pairs have no grade\. They are left unjudged, not counted as 0/s,
    );
    // A request costs .0002: 100 tokens at price 1 and 10 at price 10, per million. More is expected before the answer.
    const prices = ["--price-in", "1", "--price-out", "10", "--limit-cost", "0.001"];
    const second = await judge(folder, prices);
    const { judged, cost, stoppedBy } = JSON.parse(second.stdout);
    expect(stoppedBy).toBe("cost");
    expect(cost).toBeLessThanOrEqual(0.001);
    expect(judged).toBeGreaterThan(3);
    expect(JSON.parse((await judge(folder)).stdout)).toMatchObject({ judged: 8, stoppedBy: null });
    expect(requests).toHaveLength(8);
    const none = await judge(folderWith(), [...prices.slice(0, 4), "--limit-cost", "1e-9"]);
    expect(none.stderr).toMatch(/no pair has a grade.*limit of --limit-cost.*Raise it/);
    expect(none.stderr).not.toContain("--endpoint");
  });

  it("stores several votes for a pair, and uses their lower median", async () => {
    let vote = 0;
    const { requests } = await start(({ body }) =>
      completion([{ id: "d1", grade: JSON.parse(body).temperature === 0 ? 1 : 2 + (vote++ % 2) }]),
    );
    const folder = folderWith(pool.slice(0, 1));
    expect((await judge(folder)).exitCode).toBe(0);
    const found = await judge(folder, ["--votes", "3"]);
    expect(JSON.parse(found.stdout)).toMatchObject({ requests: 2, unequal: 1 });
    const { pairs } = JSON.parse(readFileSync(join(folder, "judged.qrels.provenance.json"), "utf8"));
    expect(pairs[0]).toMatchObject({ label: 2, votes: [1, 2, 3], spread: 2 });
    expect(new Set(requests.map(({ body }) => JSON.parse(body).seed)).size).toBe(3);
  });

  it("uses existing ratings, prefers people's ratings to a model's, and requests only missing grades", async () => {
    const { requests } = await start(good);
    const model = { schema: "semqrel.judge-provenance/1", llm: "old", pairs: [] };
    const more = {
      "model.qrels": "q1 0 a 1\nq1 0 b 1\n",
      "model.qrels.provenance.json": JSON.stringify(model),
      "people.qrels": "q1 0 a 3\nq2 0 c -1\n",
    };
    const folder = folderWith(pool, more);
    const found = await judge(folder, ["--existing", "model.qrels", "--existing", "people.qrels"]);
    expect(found.exitCode, found.stderr).toBe(0);
    expect(JSON.parse(found.stdout)).toMatchObject({ judged: 6, existing: 2 });
    expect(readFileSync(join(folder, "judged.qrels"), "utf8")).toMatch(/^q1 0 a 3\nq1 0 b 1\nq1 0 c 2\n/);
    expect(requests).toHaveLength(6);
    const { pairs } = JSON.parse(readFileSync(join(folder, "judged.qrels.provenance.json"), "utf8"));
    expect(pairs.slice(0, 3).map(({ by }: { by: string }) => by)).toEqual(["people.qrels", "model.qrels", "m"]);
    const above = await judge(folder, ["--scale", "0-1", "--existing", "people.qrels"]);
    expect(above.stderr).toMatch(/people\.qrels: it has the label 3, but the highest label of the scale 0-1 is 1/);
  });

  it("sends the model a further column and information needs, with the given prompt and scale", async () => {
    const { requests } = await start(({ body }) => {
      const { documents } = questionIn(body);
      return completion(
        documents.map(({ id, snippet = "" }) => ({ id, grade: snippet.length > 0 ? 5 : 1, reason: "why" })),
      );
    });
    const lists =
      "query_id,query,rank,id,title,snippet\n1,red wine,0,x,Red Wine,A drink.\n1,red wine,1,y,White Wine,\n";
    const queries = "id,query,information_need\n1,red wine,what to drink\n";
    const folder = temporaryFolder({
      "lists.csv": lists,
      "queries.csv": queries,
      "p.txt": "Be strict. {query} {need} {documents} {scale}",
    });
    const args = [
      "judge",
      "lists.csv",
      "--queries",
      "queries.csv",
      "--llm",
      "m",
      "--endpoint",
      server?.address ?? "",
      "-o",
      "j.qrels",
    ];
    const found = await runInProcess(
      [...args, "--field", "snippet", "--prompt", "p.txt", "--scale", "1-5", "--reason"],
      { cwd: folder },
    );
    expect(found.exitCode, found.stderr).toBe(0);
    // Labels start at 0, like those of `gold`.
    expect(readFileSync(join(folder, "j.qrels"), "utf8")).toBe("1 0 x 4\n1 0 y 0\n");
    const asked = questionIn(requests[0]?.body ?? "");
    expect(asked).toMatchObject({ query: "red wine", need: "what to drink", documents: [{ snippet: "A drink." }] });
    expect(asked.instructions).toMatch(/^Be strict\..*5 = highly relevant.*"reason"/s);
    expect(readFileSync(join(folder, "j.qrels.provenance.json"), "utf8")).toContain('"reason": "why"');
    const wrong = await runInProcess([...args, "--field", "snipet"], { cwd: folder });
    expect(wrong.stderr).toMatch(/no file has a column "snipet"/);
  });

  it("judges the labels of a folder, including the reference's results", async () => {
    await start(gradesAnswer(() => 2));
    const folder = temporaryFolder({
      "ref.csv": "query,rank,title\nred wine,0,Red Wine\nred wine,1,Claret\n",
      "eng.csv": "query,rank,title\nred wine,0,Red Wine\nred wine,1,Rioja\n",
    });
    const label = ["label", "--reference", "ref.csv", "--candidates", "eng.csv", "--embedder", "hash", "-o", "labels"];
    expect((await runInProcess(label, { cwd: folder })).exitCode).toBe(0);
    const args = ["judge", "labels", "--llm", "m", "--endpoint", server?.address ?? "", "-o", "j.qrels", "--json"];
    const found = await runInProcess(args, { cwd: folder });
    expect(JSON.parse(found.stdout), found.stderr).toMatchObject({ pairs: 3, judged: 3 });
    const validate = [
      "validate",
      "labels",
      "--gold",
      "j.qrels",
      "--proxy",
      "m=j.qrels",
      "--embedder",
      "hash",
      "--json",
    ];
    expect((await runInProcess(validate, { cwd: folder })).exitCode).toBe(0);
  });

  it("stores its results with the labels, and prints the model's order beside the labels' order", async () => {
    const folder = temporaryFolder({
      "ref.csv": listOf("Red Wine", "Claret"),
      "near.csv": listOf("Red Wine", "Claret"),
      "far.csv": listOf("Rioja", "Chianti"),
    });
    const label = ["label", "--reference", "ref.csv", "--candidates", "near.csv", "far.csv", "--embedder", "hash"];
    expect((await runInProcess([...label, "-o", "labels"], { cwd: folder })).exitCode).toBe(0);
    await start(gradesAnswer((_, title) => (["Rioja", "Chianti"].includes(title) ? 3 : 0)));
    const args = ["judge", "labels", "--llm", "m", "--endpoint", server?.address ?? "", "--rate", "0", "-o", "j.qrels"];
    const found = await runInProcess(args, { cwd: folder });
    expect(found.exitCode, found.stderr).toBe(0);
    const says = "The language model m (48 of 48 results judged) puts far first. It guesses, as labels do.";
    expect(found.stderr).toContain(says);
    expect(found.stderr).toMatch(/So far: The labels .* The language model/);
    const kept = JSON.parse(readFileSync(join(folder, "labels/evidence/judge.json"), "utf8"));
    expect(kept).toMatchObject({ schema: "semqrel.judge/1", evidence: { inputs: [{ path: "../j.qrels" }] } });
    const reportOf = async () =>
      (await runInProcess(["report", "labels", "--format", "md", "-o", "-"], { cwd: folder })).stdout;
    expect(await reportOf()).toContain(says);
    // In a folder, only judgments count that still exist unchanged.
    writeFileSync(join(folder, "j.qrels"), "red wine 0 0 x 1\n");
    expect(await reportOf()).toContain("j.qrels has changed, so the earlier results of judge are left out here");
    expect(await reportOf()).not.toContain("The language model m");
  });

  it("refuses to replace files of the labels, but writes other files into their folder", async () => {
    await start(gradesAnswer(() => 2));
    const folder = temporaryFolder({ "ref.csv": listOf("Red Wine"), "one.csv": listOf("Rioja") });
    const label = ["label", "--reference", "ref.csv", "--candidates", "one.csv", "--embedder", "hash", "-o", "labels"];
    expect((await runInProcess(label, { cwd: folder })).exitCode).toBe(0);
    const before = allFilesOf(join(folder, "labels"));
    const args = ["judge", "labels", "--llm", "m", "--endpoint", server?.address ?? "", "--rate", "0"];
    for (const out of ["labels/labels.csv", "labels/qrels/one.qrels"]) {
      const { exitCode, stderr } = await runInProcess([...args, "-o", out], { cwd: folder });
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/belongs to a folder of labels and would be lost/)]);
    }
    const odd = await runInProcess([...args, "-o", "j.qrels", "--same-as", "onee"], { cwd: folder });
    expect(odd.stderr).toMatch(/the labels have no engine "onee".* Did you mean "one"/);
    expect(allFilesOf(join(folder, "labels"))).toBe(before);
    const inside = await runInProcess([...args, "-o", "labels/j.qrels"], { cwd: folder });
    expect(inside.exitCode, inside.stderr).toBe(0);
    expect((await runInProcess([...args, "-o", "labels/j.qrels"], { cwd: folder })).exitCode).toBe(0);
  });

  it("does not order engines by queries for which most results have no grade", async () => {
    const folder = temporaryFolder({
      "ref.csv": listOf("Red Wine"),
      "a.csv": listOf("Rioja"),
      "b.csv": listOf("Claret"),
    });
    const label = ["label", "--reference", "ref.csv", "--candidates", "a.csv", "b.csv", "--embedder", "hash"];
    expect((await runInProcess([...label, "-o", "labels"], { cwd: folder })).exitCode).toBe(0);
    await start(gradesAnswer(() => 2));
    const args = ["judge", "labels", "--llm", "m", "--endpoint", server?.address ?? "", "--rate", "0", "-o", "j.qrels"];
    const found = await runInProcess([...args, "--limit-requests", "20", "--concurrency", "1"], { cwd: folder });
    expect(found.stderr).toContain("m (20 of 36 results judged) has judged too few queries to order the engines.");
  });

  it("refuses queries without texts, wrong options, and options without effect", async () => {
    await start(good);
    const folder = temporaryFolder({ "lists.csv": "query_id,rank,id,title\n1,0,x,Red Wine\n" });
    const args = ["judge", "lists.csv", "--llm", "m", "--endpoint", server?.address ?? "", "-o", "j.qrels"];
    expect((await runInProcess(args, { cwd: folder })).stderr).toMatch(/the query has an id but no text.*--queries/);
    const votes = await judge(folder, ["--votes", "1000000000"]);
    expect(votes.stderr).toMatch(/--votes is 1000000000.*at most 100/);
    writeFileSync(join(folder, "p.txt"), Buffer.from("\ufeff{query} {documents}", "utf16le"));
    expect((await judge(folder, ["--prompt", "p.txt"])).stderr).toMatch(/the prompt p\.txt: .*not UTF-8/);
    const limit = await runInProcess([...args, "--limit-cost", "1"], { cwd: folder });
    expect(limit.stderr).toMatch(/--limit-cost needs --price-in and --price-out/);
    const piped = await runInProcess(["judge", "-", "--llm", "m", "-o", "j.qrels"], { cwd: folder });
    expect(piped.stderr).toMatch(/Judging -: .* Give a file/);
    const deep = await judge(folderWith(), ["--depth", "3"]);
    expect(deep.stderr).toMatch(/pool\.jsonl: --depth is for result lists/);
  });
});

describe("a model that obeys titles", () => {
  it("finds no instruction to obey outside the fenced titles", async () => {
    /** Obeys instructions outside of data, and control tokens anywhere. */
    const obedient: SearchAnswer = ({ body }) => {
      const { documents: shown, instructions } = questionIn(body);
      const isTold = /answer 3/.test(instructions) || /<\|?[|｜/]|\[\/?INST\]|<s>/.test(instructions);
      return completion(shown.map(({ id }) => ({ id, grade: isTold ? 3 : 0 })));
    };
    await start(obedient);
    const pairs = attacks.map((title, place) => ({
      ...(pool[0] as (typeof pool)[number]),
      title,
      id: `x${place}`,
      engines: [],
    }));
    const folder = folderWith(pairs);
    const found = await judge(folder, ["--batch", "4"]);
    expect(JSON.parse(found.stdout), found.stderr).toMatchObject({ labels: [attacks.length, 0, 0, 0], failures: [] });
  });
});

describe("a misbehaving server", () => {
  const refusals: readonly [string, SearchAnswer, RegExp][] = [
    ["401", (_, response) => void response.writeHead(401).end('{"error":{"message":"no key"}}'), /401.*no key/],
    ["404", (_, response) => void response.writeHead(404).end('{"error":"model m not found"}'), /404.*not found/],
    ["500", (_, response) => void response.writeHead(500).end("{}"), /500.*asked 2 times/],
    [
      "429 with a long pause",
      (_, response) => void response.writeHead(429, { "retry-after": "4000" }).end("{}"),
      /429.*4000 s/,
    ],
    ["a broken connection", (_, response) => void response.socket?.destroy(), /connection/],
  ];
  it.each(refusals)("ends the command if it refuses the first request: %s", async (_, answer, reason) => {
    const { requests } = await start(answer);
    const folder = folderWith();
    const { exitCode, stderr } = await judge(folder, [], { SEMQREL_API_KEY: "hunter2hunter2" });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/the request to http.*failed.*--endpoint and --llm.*continue/s);
    expect(requests.length).toBeLessThanOrEqual(2);
    expect(existsSync(join(folder, "judged.qrels"))).toBe(false);
  });
  it("leads to an error that no server listens if it is closed", async () => {
    await start(good);
    const { address } = server as SearchServer;
    await server?.close();
    const folder = folderWith();
    const args = ["judge", "pool.jsonl", "--llm", "m", "--endpoint", address, "-o", "j.qrels", "--retries", "0"];
    const { stderr, exitCode } = await runInProcess(args, { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/no server listens there/);
    server = null;
  });
  it("is asked again after the time in Retry-After", async () => {
    const { requests } = await start((request, response) => {
      if (request.times > 1 || requests.length > 1) return good(request, response);
      return void response.writeHead(429, { "retry-after": "0" }).end("{}");
    });
    expect(JSON.parse((await judge(folderWith())).stdout)).toMatchObject({ judged: 8 });
    expect(requests).toHaveLength(9);
  });
  it("ends the command if it asks for a long pause", async () => {
    const { requests } = await start((request, response) =>
      requests.length === 1
        ? good(request, response)
        : void response.writeHead(429, { "retry-after": "4000" }).end("{}"),
    );
    const { stderr, exitCode } = await judge(folderWith(), ["--concurrency", "1"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/asks to wait for 4000 s.*kept. Run the same command to continue/s);
    expect(requests).toHaveLength(2);
  });
  it("does not end the command if it refuses only the content of the first request", async () => {
    await start((request, response) =>
      questionIn(request.body).documents[0]?.title === "Title a"
        ? void response.writeHead(400).end('{"error":{"message":"content_filter"}}')
        : good(request, response),
    );
    const found = await judge(folderWith(pool.slice(0, 3)));
    expect(found.exitCode, found.stderr).toBe(0);
    const { judged, failures } = JSON.parse(found.stdout);
    expect([judged, failures]).toEqual([2, [expect.objectContaining({ id: "a" })]]);
  });
  it("ends the command if it refuses every request", async () => {
    const { requests } = await start((_, response) => void response.writeHead(400).end('{"error":"no such model"}'));
    const { stderr, exitCode } = await judge(folderWith(makePool({ q1: { one: [..."abcdefghijklmnop"] } })));
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/400.*no such model.*--endpoint and --llm/s);
    expect(requests.length).toBeLessThan(13);
  });
  it("cannot redirect the key to another server", async () => {
    const other = await chatServer(good);
    await start(
      (_, response) => void response.writeHead(307, { location: `${other.address}/v1/chat/completions` }).end(),
    );
    const { stderr, exitCode } = await judge(folderWith(), [], { SEMQREL_API_KEY: "hunter2hunter2" });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/redirects to http:\/\/127\.0\.0\.1.*give that address/);
    expect(other.requests).toHaveLength(0);
    await other.close();
  });

  const wrong =
    (content: unknown): SearchAnswer =>
    () =>
      completion(content);
  const lists = "[".repeat(200_000) + "]".repeat(200_000);
  const half: SearchAnswer = (_, response) => void response.end('{"choices":[{"mess');
  const answers: readonly [string, SearchAnswer, RegExp][] = [
    ["prose", wrong("I find it relevant."), /not a list of grades \(I find it/],
    ["a refusal", wrong("I'm sorry, but I can't help with that."), /I'm sorry/],
    ["wrong ids", wrong([{ id: "d9", grade: 1 }]), /not asked/],
    ["NaN", wrong('[{"id":"d1","grade":NaN}]'), /not a list of grades/],
    ["a grade outside the scale", wrong([{ id: "d1", grade: 11 }]), /11 is not on the scale 0-3/],
    ["half an answer", half, /cut short/],
    ["an id that is nested too deeply", wrong(`[{"id":${lists},"grade":1}]`), /nested too deeply/],
    ["a grade that is nested too deeply", wrong(`[{"id":"d1","grade":${lists}}]`), /nested too deeply/],
    [
      "an error that is nested too deeply",
      (_, response) => void response.end(`{"error":${lists}}`),
      /nested too deeply/,
    ],
    ["text other than JSON", (_, response) => void response.end("<html>"), /HTML or XML/],
    ["an empty answer", (_, response) => void response.end(), /empty/],
    ["an answer of ten megabytes", (_, response) => void response.end(`"${"a".repeat(10e6)}"`), /larger than 1 MB/],
    ["an error with status 200", () => ({ error: { message: "overloaded" } }), /overloaded/],
  ];
  it.each(answers)(
    "is asked up to three times if its answer has no grade, and the pair stays unjudged: %s",
    async (_, answer, reason) => {
      let isBad = true;
      const { requests } = await start((request, response) =>
        isBad && questionIn(request.body).documents[0]?.title === "Title b"
          ? answer(request, response)
          : good(request, response),
      );
      const folder = folderWith(pool.slice(0, 3));
      const found = await judge(folder);
      expect(found.exitCode, found.stderr).toBe(0);
      const report = JSON.parse(found.stdout);
      expect(report).toMatchObject({
        judged: 2,
        requests: 5,
        failures: [{ id: "b", reason: expect.stringMatching(reason) }],
      });
      expect(readFileSync(join(folder, "judged.qrels"), "utf8")).toBe("q1 0 a 0\nq1 0 c 2\n");
      expect(found.stderr).toMatch(/1 pair has no grade\. It is left unjudged, not counted as 0/);
      expect(requests).toHaveLength(5);
      isBad = false;
      const retried = await judge(folder, ["--retry-failed"]);
      expect(JSON.parse(retried.stdout)).toMatchObject({ judged: 3, requests: 1, failures: [] });
    },
  );
  it.each([
    ["a word", wrong("no"), /not a list of grades \(no\)/],
    ["half an answer", half, /cut short/],
  ] as const)(
    "is not asked again in a later run after three answers without a grade: %s",
    async (_, answer, reason) => {
      const { requests } = await start(answer);
      const folder = folderWith(pool.slice(0, 2));
      expect((await judge(folder)).exitCode).toBe(2);
      expect(requests).toHaveLength(6);
      const again = await judge(folder);
      expect(again.stderr).toMatch(/no pair has a grade/);
      expect(again.stderr).toMatch(reason);
      expect(again.stderr).toMatch(/--retry-failed/);
      expect(requests).toHaveLength(6);
    },
  );
  it("cannot make the terminal print characters that change the writing direction", async () => {
    await start((request, response) =>
      questionIn(request.body).documents[0]?.title === "Title b" ? completion("no") : good(request, response),
    );
    const turned = pool.slice(0, 2).map((pair) => ({ ...pair, query: "red \u202egnp.wine" }));
    const { exitCode, stderr } = await judge(folderWith(turned), ["--llm", "m\u2066x"]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain('b of "red \\u202egnp.wine"');
    expect(stderr).toContain("m\\u2066x judged");
  });
  it("is asked separately for documents that it omits from an answer", async () => {
    const { requests } = await start((request, response) => {
      const { documents: shown } = questionIn(request.body);
      return shown.length > 1 ? completion([{ id: "d1", grade: 0 }]) : good(request, response);
    });
    const found = await judge(folderWith(pool.slice(0, 5)), ["--batch", "5"]);
    expect(JSON.parse(found.stdout)).toMatchObject({ judged: 5, requests: 5, failures: [] });
    expect(requests.map(({ body }) => questionIn(body).documents.length)).toEqual([5, 1, 1, 1, 1]);
  });
  it("is asked without a parameter that it does not support", async () => {
    await start((request, response) => {
      if (!("temperature" in JSON.parse(request.body))) return good(request, response);
      return void response.writeHead(400).end('{"error":{"message":"Unsupported value: temperature"}}');
    });
    const found = await judge(folderWith());
    expect(JSON.parse(found.stdout)).toMatchObject({ judged: 8, refused: ["temperature"] });
  });
});

describe("the key", () => {
  it("is sent only to the server, and is hidden even if the server repeats it", async () => {
    const key = "sk-hunter2hunter2";
    const { requests } = await start((request, response) => {
      const { authorization } = request.headers;
      if (questionIn(request.body).documents[0]?.title === "Title c")
        return void response.writeHead(403).end(JSON.stringify({ error: `wrong key ${authorization}` }));
      return { ...(good(request, response) as object), debug: { authorization } };
    });
    const folder = folderWith(pool.slice(0, 3));
    const environment = { MY_KEY: key };
    const found = await judge(folder, ["--key-env", "MY_KEY", "--votes", "2"], environment);
    expect(found.exitCode, found.stderr).toBe(0);
    expect(requests.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
    for (const text of [allFilesOf(folder), found.stdout, found.stderr]) expect(text).not.toContain("hunter2");
    expect(allFilesOf(join(folder, "judged.qrels.raw"))).toContain("Bearer {env:MY_KEY}");
    const dry = await judge(folder, ["--key-env", "MY_KEY", "--dry-run"], environment);
    expect(dry.stdout + dry.stderr).not.toContain("hunter2");
    const unset = await judge(folder, ["--key-env", "OTHER_KEY"]);
    expect(unset.stderr).toMatch(/the environment has no OTHER_KEY/);
    const twoLines = await judge(folder, ["--key-env", "MY_KEY", "--llm", "other"], { MY_KEY: `${key}\nsecond` });
    expect(twoLines).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("the key in MY_KEY has characters"),
    });
    expect(twoLines.stderr).not.toContain(key);
  });
  it.each([
    ["a key of digits, beside an equal number", "1234567890"],
    ["a key with letters", "sk-hunter2hunter2"],
  ])("is hidden in an answer that escapes its characters: %s", async (_, key) => {
    const escaped = [...key].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join("");
    await start((_, response) => {
      const answer = completion([{ id: "d1", reason: "KEY", grade: 1 }], { created: 1234567890, KEY: key });
      return void response.end(JSON.stringify(answer).replaceAll("KEY", escaped));
    });
    const folder = folderWith(pool.slice(0, 2));
    const found = await judge(folder, ["--reason"], { SEMQREL_API_KEY: key });
    expect(found.exitCode, found.stderr).toBe(0);
    expect(allFilesOf(folder)).toContain('"reason": "{env:SEMQREL_API_KEY}"');
    for (const text of [allFilesOf(folder), found.stdout, found.stderr])
      expect(text.replaceAll('"created":1234567890', "")).not.toContain(key);
    expect(JSON.parse((await judge(folder, ["--reason"], { SEMQREL_API_KEY: key })).stdout)).toMatchObject({
      requests: 0,
    });
  });
  it("is not sent if the environment has no key", async () => {
    const { requests } = await start(good);
    expect((await judge(folderWith())).exitCode).toBe(0);
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe("the folder of answers", () => {
  it("is refused if it contains other files", async () => {
    await start(good);
    const folder = folderWith();
    mkdirSync(join(folder, "other"));
    writeFileSync(join(folder, "other", "notes.txt"), "");
    const { stderr } = await judge(folder, ["--raw", "other"]);
    expect(stderr).toMatch(/it contains notes\.txt/);
  });
  it("is used again, and only damaged answers are requested again", async () => {
    const { requests } = await start(good);
    const folder = folderWith();
    await judge(folder);
    const raw = join(folder, "judged.qrels.raw");
    const [one = "", two = ""] = readdirSync(raw);
    writeFileSync(join(raw, one), '{"asked":{"mod');
    writeFileSync(join(raw, two), '{"asked":{"model":7},"response":{}}');
    expect(JSON.parse((await judge(folder)).stdout)).toMatchObject({ judged: 8, requests: 2 });
    expect(requests).toHaveLength(10);
  });
});
