/**
 * Is a language model never asked again what it has answered, whenever `judge` is killed?
 * SEMQREL_KILLS is the number of kills or interruptions; 50 take a minute.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { chatServer, gradesAnswer, questionIn } from "../support/chat-server.ts";
import { poolOf } from "../support/rating-process.ts";
import { mainFile, runCli, temporaryFolder } from "../support/run-cli.ts";
import { below, randomOfCase } from "./mutate.ts";

const kills = Number(process.env["SEMQREL_KILLS"] ?? 5);
const seed = Number(process.env["SEMQREL_FAULT_SEED"] ?? 1);
/** Large enough that most kills come before the end. */
const queries = Math.max(10, 2 * kills);
const perQuery = 10;
const concurrency = 3;

it(
  `judge requests no stored grade again and loses no answer if it is killed ${kills} times`,
  async () => {
    const random = randomOfCase(seed, 0);
    const pairs = poolOf(queries, perQuery);
    const gradeOf = (_: string, title: string) => title.length % 4;
    let asked: string[] = [];
    const server = await chatServer(async (request, response) => {
      const { query, documents } = questionIn(request.body);
      asked.push(...documents.map(({ title }) => `${query}: ${title}`));
      await setTimeout(below(30, random));
      return gradesAnswer(gradeOf)(request, response);
    });
    const folder = temporaryFolder({ "pool.jsonl": [...poolText(pairs)].join("") });
    const raw = join(folder, "judged.qrels.raw");
    const kept = () =>
      (existsSync(raw) ? readdirSync(raw) : [])
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(join(raw, name), "utf8")).asked)
        .flatMap(({ query, documents }) => documents.map(({ title }: { title: string }) => `${query}: ${title}`));
    const args = ["judge", "pool.jsonl", "--llm", "m", "--endpoint", server.address, "-o", "judged.qrels"];
    const command = [...args, "--rate", "0", "--concurrency", String(concurrency), "--batch", "2"];
    let total = 0;
    try {
      for (let kill = 0; kill < kills; kill++) {
        const before = kept();
        asked = [];
        const child = spawn(process.execPath, [mainFile, ...command], { cwd: folder, stdio: "ignore" });
        const wanted = 1 + below(6, random);
        const ended = once(child, "exit");
        while (asked.length < wanted && child.exitCode === null) await setTimeout(5);
        await setTimeout(below(40, random));
        child.kill(below(4, random) === 0 ? "SIGINT" : "SIGKILL");
        await ended;
        expect(asked.filter((one) => before.includes(one))).toEqual([]);
        expect(kept()).toEqual(expect.arrayContaining(before));
        total += asked.length;
      }
      const before = kept();
      asked = [];
      const last = await runCli(command, { cwd: folder });
      expect(last.exitCode, last.stderr).toBe(0);
      expect(asked.filter((one) => before.includes(one))).toEqual([]);
      total += asked.length;
      // Only requests in progress when the process ended may be repeated.
      expect(total).toBeLessThanOrEqual(pairs.length + kills * concurrency * 2);
      const judged = readFileSync(join(folder, "judged.qrels"), "utf8").trim().split("\n");
      const expected = pairs.map(({ queryId, id, title }) => `${queryId} 0 ${id} ${title.length % 4}`);
      expect(judged.toSorted()).toEqual(expected.toSorted());
      console.warn(
        `judge: ${kills} kills, ${total} questions for ${pairs.length} pairs, ${before.length} kept at the end`,
      );
    } finally {
      await server.close();
    }
  },
  60_000 + kills * 10_000,
);
