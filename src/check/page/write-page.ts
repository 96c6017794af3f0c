/** `semqrel system page`: writes the page that checks result lists in a browser, for your own server. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SemqrelError } from "../../core/errors.ts";
import { readBuiltFile } from "../../core/files/folders.ts";
import { readWhole, sha256 } from "../../core/files/read-whole.ts";
import { version } from "../../core/files/version.ts";
import type { FileToWrite } from "../../core/files/write-file.ts";
import type { ModelIdentity } from "../../core/types.ts";
import { writeWhole } from "../../io/input-error.ts";
import { bundledModel, openModelFolder } from "../../model/embed/model-folder.ts";
import { pageText } from "../../report/page/render-block.ts";
import { pageHead } from "../../report/page/render-report-page.ts";
import { reportStyle } from "../../report/page/report-style.ts";

const RUNTIME = "ort-wasm-simd.wasm";
const modelFiles = ["tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"];

/**
 * @param withModel - if false, writes only the page, on which only equal titles match
 * @returns paths of the files
 * @throws SemqrelError OUTPUT_UNWRITABLE; NATIVE_MODULE_MISSING without onnxruntime-web; those of `openModelFolder`
 */
export async function writePage(folder: string, withModel: boolean): Promise<readonly string[]> {
  const copies = withModel ? await filesToCopy() : null;
  const page = join(folder, "index.html");
  const copied = (copies?.files ?? []).map(({ from, to }) => ({ path: join(folder, to), content: bytesOf(from) }));
  const files: FileToWrite[] = [{ path: page, content: [pageHtml(copies?.identity ?? null)] }, ...copied];
  writeWhole(files, folder);
  return files.map(({ path }) => path);
}

/** Reads the file only when its copy is written, so that only one file is in memory at a time. */
function* bytesOf(file: string): Iterable<Uint8Array> {
  yield readWhole(file);
}

async function filesToCopy() {
  const model = await openModelFolder(bundledModel, null);
  const files = modelFiles.map((file) => ({ from: join(model.folder, file), to: `model/${file}` }));
  return { identity: model.identity, files: [...files, { from: findRuntime(), to: RUNTIME }] };
}

function findRuntime(): string {
  try {
    const file = join(dirname(createRequire(import.meta.url).resolve("onnxruntime-web")), RUNTIME);
    if (existsSync(file)) return file;
  } catch {
    // If the package is not found, the error below is thrown.
  }
  const remedy = "Run npm install onnxruntime-web@1.14.0, or write the page without the model: --alone.";
  throw new SemqrelError(
    "NATIVE_MODULE_MISSING",
    `Cannot write the page: onnxruntime-web 1.14.0 is not installed. ${remedy}`,
  );
}

const pageStyle = `
#drop { padding: 1rem 1.25rem; border: 2px dashed var(--edge); border-radius: .5rem; background: var(--surface); max-width: 48rem; }
#drop > :first-child { margin-block-start: 0; }
#drop > :last-child { margin-block-end: 0; }
#files { padding-inline-start: 1.5rem; }
#files li { padding-block: .2rem; overflow-wrap: anywhere; }
#drop :is(button, input), .download { padding: .3rem .7rem; min-height: 1.9rem; border: 1px solid var(--edge); border-radius: .35rem; background: var(--ground); cursor: pointer; }
#drop li button { margin-inline-start: .4rem; font-size: .875rem; }
#digest > p, #digest ul { max-width: 48rem; }
#start { font-weight: 600; }
#start:disabled { cursor: not-allowed; }
.download { display: inline-block; }
#bar { width: min(24rem, 100%); accent-color: var(--accent); }
#status:empty, #meaning:empty { display: none; }
#verdict:focus { outline: none; }
header, main { display: block !important; margin-inline: 0 !important; }
`;

/** Style and scripts are inline. The security policy forbids any others, and forbids connections to other servers. */
function pageHtml(identity: ModelIdentity | null): string {
  const script = readBuiltFile("check/page/script.js", "the script of the page").replaceAll("</script", "<\\/script");
  const reportScript = readBuiltFile("report/page/script/report-script.js", "the script of the report");
  const style = `${reportStyle}${pageStyle}`;
  const hash = (text: string) => `'sha256-${Buffer.from(sha256(text), "hex").toString("base64")}'`;
  const policy = [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)} ${hash(reportScript)} 'wasm-unsafe-eval'`,
    "worker-src blob:",
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `${pageHead(policy, "Which search engine is better? semqrel", style)}<body>
<header><p>semqrel ${pageText(version)}</p><h1>Which search engine is better?</h1></header>
<main>
<section id="headline" aria-label="Files">
<p>Give the results of two or more engines for the same queries. The results of the engine you trust more, the reference, come first.</p>
<p><strong>Nothing leaves this machine.</strong> The page reads your files, computes in this browser and sends nothing: its security policy forbids every connection except to the server it came from.</p>
<p id="meaning" class="caution"></p>
<div id="drop">
<p><label for="choose">Drop CSV files here, or choose them:</label> <input id="choose" type="file" multiple></p>
<ol id="files" aria-label="Chosen files, the reference first"></ol>
<p><button id="start" type="button" disabled>Compare</button></p>
<p id="status" role="status" aria-live="polite"></p>
<p><progress id="bar" aria-label="Progress" hidden></progress></p>
</div>
</section>
<section id="findings" aria-labelledby="verdict" hidden>
<h2 id="verdict" tabindex="-1"></h2>
<div id="digest"></div>
<p><a id="labels" class="download" download="labels.csv">Download labels.csv</a></p>
<div id="lists"></div>
</section>
</main>
<script type="application/json" id="model">${JSON.stringify(identity)}</script>
<script type="text/plain" id="report-script">${reportScript}</script>
<script>${script}</script>
</body>
</html>
`;
}
