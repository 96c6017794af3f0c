/**
 * Lists the packages that semqrel installs. `npm sbom` lists all packages (CycloneDX), and this script removes those
 * that only tests need:
 *   tsx scripts/sbom.ts [FILE]       writes the list to FILE, or to semqrel.cdx.json
 *   tsx scripts/sbom.ts --licences   prints the table of docs/supply-chain.md
 * It reads package-lock.json and needs no registry. (`npm sbom --omit dev` of npm 11 would also remove packages that
 * both semqrel and its tests need.)
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

interface Component {
  readonly "bom-ref": string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[];
}
interface Bom {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly dev?: true; readonly devOptional?: true }>
  >;
}

const [wanted = "semqrel.cdx.json"] = process.argv.slice(2);
const lock: Lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const shipped = new Set<string>();
// "devOptional": tests need the package, and other packages only use it if it is installed (valibot uses TypeScript).
for (const [path, { version, dev, devOptional }] of Object.entries(lock.packages)) {
  const name = path.split("node_modules/").at(-1);
  if (dev === undefined && devOptional === undefined) shipped.add(`${name || "semqrel"}@${version}`);
}
const text = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
  stdio: ["ignore", "pipe", "ignore"],
  encoding: "utf8",
  maxBuffer: 1 << 26,
  shell: process.platform === "win32",
});
const all: Bom = JSON.parse(text);
const components = all.components.filter((component) => shipped.has(component["bom-ref"]));
const dependencies = all.dependencies
  .filter(({ ref }) => shipped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) }));

if (wanted === "--licences") {
  const byLicence = new Map<string, string[]>();
  for (const { "bom-ref": ref, licenses = [] } of components) {
    const licence = licenses[0]?.expression ?? licenses[0]?.license?.id ?? "as in its LICENSE.txt";
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), ref]);
  }
  console.log("| licence | packages |\n|---|---|");
  for (const [licence, refs] of [...byLicence].sort()) console.log(`| ${licence} | ${refs.sort().join(", ")} |`);
} else {
  writeFileSync(wanted, `${JSON.stringify({ ...all, components, dependencies }, null, 1)}\n`);
  console.log(`${components.length} packages in ${wanted}`);
}
