import { describe, expect, it } from "vitest";
import { explainMissingHnsw } from "../../../src/model/index/missing-hnsw.ts";

const machine = { lacking: [], headersAt: null, isGlobal: false };
// Messages of Node and of the package bindings 1.5.0.
const notThere = new Error("Cannot find module 'hnswlib-node'\nRequire stack:\n- /app/node_modules/semqrel/dist/a.js");
const notCompiled = new Error("Could not locate the bindings file. Tried:\n → /app/build/addon.node");
const elsewhere =
  "/app/addon.node was compiled against a different Node.js version using\nNODE_MODULE_VERSION 108. This version";

describe("the message if hnswlib-node is not installed", () => {
  const explain = (about: object) => explainMissingHnsw(notThere, { ...machine, ...about });

  it("names the missing compiler and other build tools", () => {
    expect(explain({ lacking: ["a C++ compiler", "make"], headersAt: "/usr" })).toEqual({
      fact: "hnswlib-node is not installed. npm could not compile it and skipped it: this machine lacks a C++ compiler and make.",
      remedy: "Install a C++ compiler and make, then install semqrel again.",
      cause: notThere,
    });
  });

  it("explains that npm downloads Node's headers", () => {
    const { fact, remedy } = explain({});
    expect(fact).toMatch(/Node's headers are not installed with Node, so npm downloads them from nodejs\.org\.$/);
    expect(remedy).toBe("Allow that download or install the headers, then install semqrel again.");
  });

  it("names the path of Node's headers if they are beside Node", () => {
    const { fact, remedy } = explain({ headersAt: "/usr" });
    expect(fact).toContain("/usr/include/node");
    expect(remedy).toBe("Install semqrel again with npm_config_nodedir=/usr.");
  });
});

describe("the message if hnswlib-node cannot be loaded", () => {
  it.each([
    { about: {}, command: "npm rebuild hnswlib-node" },
    { about: { isGlobal: true }, command: "npm rebuild hnswlib-node --global" },
    { about: { headersAt: "/usr" }, command: "npm rebuild hnswlib-node --nodedir=/usr" },
  ])("suggests $command", ({ about, command }) => {
    const one = explainMissingHnsw(notCompiled, { ...machine, lacking: ["make"], ...about });
    expect(one.fact).toMatch(/^hnswlib-node is installed but was not compiled\./);
    expect(one.remedy).toBe(
      `Run ${command}. With pnpm, run pnpm approve-builds; with Yarn, set dependenciesMeta.hnswlib-node.built to true.`,
    );
    const other = explainMissingHnsw(new Error(elsewhere), { ...machine, ...about });
    expect(other.fact).toContain(`Node ${process.version} cannot load it (/app/addon.node was compiled against`);
    expect(other.remedy).toBe(`Run ${command}.`);
  });
});

it("explainMissingHnsw examines this machine by default", () => {
  const { fact, remedy } = explainMissingHnsw(notThere);
  expect(fact).toMatch(/^hnswlib-node is not installed\. npm skip(?:s|ped) /);
  expect(remedy).toMatch(/semqrel again/);
});
