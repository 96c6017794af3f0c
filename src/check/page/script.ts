/** The script of the page and of its worker. The worker runs the same text, so that the page needs no second file. */
import { messageOf, SemqrelError } from "../../core/errors.ts";
import type { ModelIdentity } from "../../core/types.ts";
import { type CheckedFiles, checkDropped, type DroppedFile } from "./check-dropped.ts";
import { equalTitles, pageEmbedder } from "./page-embedder.ts";

interface Job {
  readonly files: readonly DroppedFile[];
  /** Null if no model can be loaded. Then only equal titles match. */
  readonly model: { readonly folder: string; readonly identity: ModelIdentity } | null;
}

type Message =
  | { readonly kind: "progress"; readonly task: string; readonly done: number; readonly total: number }
  | { readonly kind: "done"; readonly checked: CheckedFiles }
  | { readonly kind: "failed"; readonly message: string };

function work(): void {
  const say = (message: Message) => postMessage(message);
  addEventListener("message", async ({ data }: MessageEvent<Job>) => {
    const { files, model } = data;
    let now = { task: "", total: 0 };
    const update = (done: number) => say({ kind: "progress", ...now, done });
    const progress = {
      start(task: string, total: number, unit: string) {
        now = { task: `${task} ${unit}`, total };
        update(0);
      },
      update,
      finish: () => {},
    };
    try {
      const embedder = model === null ? equalTitles : pageEmbedder(model.folder, model.identity);
      say({ kind: "done", checked: await checkDropped(files, embedder, progress) });
    } catch (error) {
      const isOurs = error instanceof SemqrelError;
      say({ kind: "failed", message: isOurs ? error.message : `The page failed: ${messageOf(error)}.` });
    }
  });
}

function show(): void {
  const own = document.currentScript?.textContent ?? "";
  const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
  const [list, start, status] = [find("files"), find<HTMLButtonElement>("start"), find("status")];
  const bar = find<HTMLProgressElement>("bar");
  const chosen: File[] = [];
  const identity: ModelIdentity | null = JSON.parse(find("model").textContent);
  const isServed = location.protocol.startsWith("http");
  const folder = location.href.replace(/[?#].*$/, "").replace(/[^/]*$/, "");
  const note = find("meaning");
  const equalAlone = "Titles match only if they are equal";
  if (identity === null) note.textContent = `${equalAlone}: this page was written without the model.`;
  else if (!isServed)
    note.textContent = `${equalAlone}: a page opened from the disk may not read the model beside it. Serve its folder, for example with python3 -m http.server, and open the address that it prints.`;

  function showFiles(): void {
    list.replaceChildren(
      ...chosen.map((file, place) => {
        const item = document.createElement("li");
        const name = document.createElement("bdi");
        name.textContent = file.name;
        item.append(name, place === 0 ? " (reference) " : " ");
        if (place > 0) item.append(button(`Make reference: ${file.name}`, "Make reference", () => move(place)));
        item.append(button(`Remove: ${file.name}`, "Remove", () => remove(place)));
        return item;
      }),
    );
    start.disabled = chosen.length < 2;
  }
  function button(label: string, text: string, onClick: () => void): HTMLButtonElement {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    made.ariaLabel = label;
    made.addEventListener("click", onClick);
    return made;
  }
  function move(place: number): void {
    chosen.unshift(...chosen.splice(place, 1));
    showFiles();
  }
  function remove(place: number): void {
    chosen.splice(place, 1);
    showFiles();
  }
  function add(files: Iterable<File>): void {
    for (const file of files) if (!chosen.some(({ name }) => name === file.name)) chosen.push(file);
    showFiles();
  }

  const input = find<HTMLInputElement>("choose");
  input.addEventListener("change", () => {
    add(input.files ?? []);
    input.value = "";
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    add(event.dataTransfer?.files ?? []);
  });
  start.addEventListener("click", async () => {
    start.disabled = true;
    find("findings").hidden = true;
    status.textContent = "Reading the files …";
    bar.hidden = false;
    bar.removeAttribute("value");
    const files = await Promise.all(
      chosen.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    const address = URL.createObjectURL(new Blob([own], { type: "text/javascript" }));
    const worker = new Worker(address);
    const end = () => {
      worker.terminate();
      URL.revokeObjectURL(address);
      bar.hidden = true;
      start.disabled = false;
    };
    worker.addEventListener("error", ({ message }) => {
      status.textContent = `The page failed: ${message}.`;
      end();
    });
    worker.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if (data.kind === "progress") {
        const { task, done, total } = data;
        // Screen readers read each change aloud, so only about ten are shown.
        const step = Math.max(1, Math.floor(total / 10));
        if (done === 0 || done === total || done % step === 0) status.textContent = `${task}: ${done} of ${total}`;
        bar.max = Math.max(1, total);
        bar.value = done;
        return;
      }
      if (data.kind === "failed") status.textContent = data.message;
      else showChecked(data.checked);
      end();
    });
    const model = identity !== null && isServed ? { folder, identity } : null;
    worker.postMessage({ files, model } satisfies Job);
  });

  function showChecked({ verdict, findings, queries, labels }: CheckedFiles): void {
    status.textContent = "Done.";
    find("verdict").textContent = verdict;
    find("digest").innerHTML = findings;
    find("lists").innerHTML = queries;
    const link = find<HTMLAnchorElement>("labels");
    link.href = URL.createObjectURL(new Blob([labels], { type: "text/csv" }));
    const section = find("findings");
    section.hidden = false;
    section.scrollIntoView();
    find("verdict").focus();
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = find("report-script").textContent;
    document.body.append(script);
  }
  showFiles();
}

if (typeof document === "undefined") work();
else show();
