/**
 * How does a rater work through the items?
 * One state, changed by what the rater does and what the server answers; `render` shows it. A rating is on screen at
 * once, and kept in this browser until the server has acknowledged it.
 */

// ---- What the server tells ----

interface Grade {
  readonly grade: number;
  readonly label: string;
}

interface GroupSummary {
  readonly group: number;
  readonly query: string;
  readonly part: number;
  readonly parts: number;
  readonly isRepeat: boolean;
  readonly items: number;
  done: number;
}

interface Session {
  /** `database:fingerprint`: the first stays, the second is another one when the pool has grown. */
  readonly pool: string;
  /** As the server writes the name. */
  readonly rater: string | null;
  readonly raters: readonly string[];
  readonly scale: { readonly name: string; readonly grades: readonly Grade[] };
  readonly guidelines: string;
  readonly groups: readonly GroupSummary[];
  total: number;
  done: number;
  secondsPerRating: number;
  readonly current: number;
}

type ItemState = "open" | "rated" | "flagged" | "skipped";

interface Item {
  readonly pair: number;
  readonly occasion: 0 | 1;
  readonly title: string;
  readonly url: string | null;
  state: ItemState;
  grade: number | null;
  note: string;
}

interface Group {
  readonly group: number;
  readonly query: string;
  readonly informationNeed: string | null;
  readonly part: number;
  readonly parts: number;
  readonly isRepeat: boolean;
  readonly items: readonly Item[];
}

/** `status` 0: nobody answered. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

// ---- What this page knows ----

/** A rating that the server has not acknowledged. */
interface Waiting {
  readonly key: string;
  /** Milliseconds since 1970, at the key or click. */
  readonly givenAt: number;
  /** The body of its request, with `givenAt`. */
  readonly rating: {
    readonly pool: string;
    readonly rater: string;
    readonly pair: number;
    readonly occasion: 0 | 1;
    readonly state: "rated" | "flagged" | "skipped" | "none";
    readonly grade: number | null;
    readonly note: string;
    readonly seconds: number | null;
  };
  /** To find the item again in a pool that has grown, and to name it where it was refused. */
  readonly query: string;
  readonly title: string;
  /** The server's code where it refused the rating, which then waits for the rater and not for the server. */
  readonly refusal: string | null;
}

/** What `undo` restores; the note stays as it is. */
interface Step {
  readonly group: number;
  readonly pair: number;
  readonly occasion: 0 | 1;
  readonly state: ItemState;
  readonly grade: number | null;
}

type Connection = "well" | "away" | "locked" | "failing" | "stale" | "unknown-token";

const state = {
  rater: null as string | null,
  session: null as Session | null,
  group: null as Group | null,
  /** Fetched ahead, so that the next query is there at once. */
  nextGroup: null as Group | null,
  /** Place in the group's items; -1 while another query is on its way, so that no key meets an item already rated. */
  current: -1,
  /** The last place that was current, to go back to. */
  left: -1,
  /** Counts ways to an item; one that is overtaken while it loads ends nowhere. */
  way: 0,
  isFinished: false,
  /** Groups in which nothing but skipped items is left to do. */
  withoutOpen: new Set<number>(),
  steps: [] as Step[],
  connection: "well" as Connection,
  failures: 0,
  retryTimer: 0,
  /** What could not be loaded, to be done when the server is back. */
  wanted: null as (() => Promise<void>) | null,
  /** Ratings that wait and that localStorage cannot keep. */
  memory: new Map<string, Waiting>(),
  /** When the current item came on screen, in milliseconds of performance.now(); null where the rater was away. */
  shownAt: null as number | null,
};

const token = new URLSearchParams(location.search).get("token") ?? "";
const poolName = document.title;

// ---- Ratings that wait ----

const waitingPrefix = "semqrel.waiting.";

function readStored<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @returns whether the browser keeps it: it may be full, or told to keep nothing */
function store(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * For this database, in the order in which they were given: another one, served at this address earlier or later, has
 * its own. Each has an entry of its own in the storage, because two windows that change one list would lose each
 * other's ratings.
 */
function readWaiting(): readonly Waiting[] {
  const { session } = state;
  if (session === null) return [];
  const stored = storedKeys()
    .filter((key) => key.startsWith(waitingPrefix))
    .map((key) => readStored<Waiting | null>(key, null))
    .filter((waiting) => waiting !== null);
  return [...stored, ...state.memory.values()]
    .filter(({ rating }) => databaseOf(rating) === databaseOf(session))
    .sort((one, other) => one.givenAt - other.givenAt);
}

function databaseOf({ pool }: { readonly pool: string }): string {
  return pool.split(":", 1)[0] ?? pool;
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function keep(waiting: Waiting): void {
  if (store(waitingPrefix + waiting.key, waiting)) state.memory.delete(waiting.key);
  else state.memory.set(waiting.key, waiting);
}

function forget({ key }: Waiting): void {
  state.memory.delete(key);
  try {
    localStorage.removeItem(waitingPrefix + key);
  } catch {
    // What could not be written is not there.
  }
}

function ownWaiting(): readonly Waiting[] {
  return readWaiting().filter(({ rating, refusal }) => rating.rater === state.rater && refusal === null);
}

function ownRefused(): readonly Waiting[] {
  return readWaiting().filter(({ rating, refusal }) => rating.rater === state.rater && refusal !== null);
}

/** In order, one window at a time, until one is not answered. */
async function sendWaiting(isMeant = ({ rating }: Waiting) => rating.rater === state.rater): Promise<void> {
  const firstToSend = () =>
    readWaiting().find((one) => one.rating.pool === state.session?.pool && one.refusal === null && isMeant(one));
  await oneWindowAtATime(async () => {
    for (let first = firstToSend(); first !== undefined; first = firstToSend()) {
      const answer = await request("/api/ratings", { ...first.rating, givenAt: first.givenAt });
      if (!hearConnection(answer)) break;
      if (answer.status < 300) {
        forget(first);
        if (first.rating.rater === state.rater) updateProgress(answer.body as Pick<Session, "done" | "total">);
      } else {
        keep({ ...first, refusal: codeOf(answer) });
        announce("A rating was not accepted.");
      }
    }
  });
  render();
}

async function oneWindowAtATime(task: () => Promise<void>): Promise<void> {
  let isRefused = true;
  const locked = async () => {
    isRefused = false;
    await task();
  };
  await navigator.locks.request(waitingPrefix, locked).catch((error: unknown) => {
    if (!isRefused) throw error;
  });
  // A browser told to store nothing has no locks either; its windows share no ratings.
  if (isRefused) await task();
}

/** The server's counts are behind while ratings wait. */
function updateProgress(progress: Pick<Session, "done" | "total">): void {
  if (state.session !== null && ownWaiting().length === 0) Object.assign(state.session, progress);
}

/**
 * Ratings that waited while the pool grew: those whose item is still there under its number, query and title are sent
 * to it; the rest is shown as refused. Those of which the server did not say wait on.
 */
async function adoptOlderRatings(session: Session): Promise<void> {
  for (const waiting of [...ownWaiting(), ...ownRefused()]) {
    const { rating, refusal } = waiting;
    const isStale = refusal === "stale-page";
    if (rating.pool === session.pool && !isStale) continue;
    const found = await findItem(session, waiting);
    if (found === "unknown") return;
    if (found === "gone") keep({ ...waiting, refusal: "stale-page" });
    else keep({ ...waiting, rating: { ...rating, pool: session.pool }, refusal: isStale ? null : refusal });
  }
}

async function findItem(session: Session, waiting: Waiting): Promise<"here" | "gone" | "unknown"> {
  for (const summary of session.groups.filter(({ query }) => query === waiting.query)) {
    const group = await loadGroup(summary.group);
    if (group === null) return "unknown";
    if (group.items.some((item) => isOf(waiting, item))) return "here";
  }
  return "gone";
}

// ---- Talking to the server ----

async function request(path: string, body?: unknown): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "X-Semqrel-Token": token, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, body: response.status === 204 ? null : await response.json() };
  } catch {
    return { status: 0, body: null };
  }
}

function codeOf({ status, body }: Answer): string {
  return (body as { error?: { code?: string } } | null)?.error?.code ?? String(status);
}

/** @returns whether the server dealt with the request, be it with a refusal; else it is asked again later */
function hearConnection(answer: Answer): boolean {
  // Nothing but loading the page again helps.
  if (state.connection === "stale") return false;
  const connection = connectionOf(answer);
  if (connection !== state.connection && connection !== "well") announce(connectionWords[connection]);
  if (connection === "well" && state.connection !== "well") announce("The server is back.");
  state.connection = connection;
  if (connection === "well") state.failures = 0;
  if (connection === "away" || connection === "locked" || connection === "failing") retryLater();
  return connection === "well";
}

function connectionOf({ status }: Answer): Connection {
  if (status === 0) return "away";
  if (status === 403) return "unknown-token";
  if (status === 409) return "stale";
  if (status === 503) return "locked";
  return status >= 500 ? "failing" : "well";
}

/** Half a second, then twice as long each time, up to eight seconds. */
function retryLater(): void {
  clearTimeout(state.retryTimer);
  state.retryTimer = setTimeout(retry, 500 * 2 ** Math.min(4, state.failures));
  state.failures++;
}

async function retry(): Promise<void> {
  clearTimeout(state.retryTimer);
  if (hearConnection(await request("/api/health"))) {
    if (state.session !== null) await adoptOlderRatings(state.session);
    await sendWaiting();
    const wanted = state.wanted;
    state.wanted = null;
    if (state.connection === "well") await wanted?.();
    else state.wanted = wanted;
  }
  render();
}

/** In a page that is stale, does what loading it again does without losing the ratings that are in this window alone. */
async function tryNow(): Promise<void> {
  if (state.connection !== "stale") return retry();
  state.connection = "well";
  await begin(state.rater);
}

/** @returns null where it has to wait: see the connection */
async function loadGroup(number: number): Promise<Group | null> {
  const answer = await request(`/api/group/${number}?rater=${encodeURIComponent(state.rater ?? "")}`);
  if (!hearConnection(answer)) return null;
  const group = answer.body as Group;
  const isKnown = answer.status === 200 && group.query === state.session?.groups[number]?.query;
  // The server started anew with a pool that has grown: its groups have other numbers.
  if (!isKnown) hearConnection({ status: 409, body: null });
  return isKnown ? withWhatWaits(group) : null;
}

/** The server does not know yet what waits here. */
function withWhatWaits(group: Group): Group {
  const notes = readStored<Record<string, string>>(notesKey(), {});
  const own = ownWaiting();
  for (const item of group.items) {
    if (item.state === "open") item.note = notes[nameOf(item)] ?? item.note;
    for (const { rating } of own.filter((waiting) => isOf(waiting, item))) {
      item.state = rating.state === "none" ? "open" : rating.state;
      item.grade = rating.grade;
      item.note = rating.note;
    }
  }
  return group;
}

// ---- What a rater does ----

/** Asks for a name where none is known, and goes on where this rater stopped. */
async function begin(rater: string | null): Promise<void> {
  const answer = await request(`/api/session${rater === null ? "" : `?rater=${encodeURIComponent(rater)}`}`);
  if (!hearConnection(answer)) return waitFor(() => begin(rater));
  if (answer.status !== 200) return askWho("A name has 1 to 60 characters, none of them invisible.");
  const session = answer.body as Session;
  const name = rater ?? readStored<string | null>(raterKey(session), null);
  state.session = session;
  if (name === null) return askWho("");
  if (session.rater === null) return begin(name);
  Object.assign(state, {
    rater: session.rater,
    group: null,
    nextGroup: null,
    current: -1,
    isFinished: false,
    steps: [],
  });
  state.withoutOpen.clear();
  const way = setOut();
  at<HTMLDialogElement>("who-dialog").close();
  rememberRater(session, session.rater);
  render();
  if (readWaiting().length > 0) {
    await adoptOlderRatings(session);
    // Also those of somebody else who closed the window too early.
    await sendWaiting(() => true);
    const again = await request(`/api/session?rater=${encodeURIComponent(session.rater)}`);
    if (way !== state.way) return;
    if (again.status === 200) state.session = again.body as Session;
  }
  drawSession(state.session);
  await advance();
  if (state.session.done === 0 && state.group !== null) open("start-dialog");
}

/** In the address, so that two raters may use two windows of one browser. */
function rememberRater(session: Session, rater: string): void {
  store(raterKey(session), rater);
  history.replaceState(null, "", `?${new URLSearchParams({ token, rater })}`);
}

function raterKey(session: Session): string {
  return `semqrel.rater.${databaseOf(session)}`;
}

/** The rater's word on an item: shown now, saved as soon as possible. */
function give(group: Group, item: Item, verdict: { state: ItemState; grade: number | null }): void {
  const { session, rater } = state;
  const summary = session?.groups[group.group];
  if (session === null || rater === null || summary === undefined) return;
  const wasDone = isDone(item);
  Object.assign(item, verdict);
  summary.done += Number(isDone(item)) - Number(wasDone);
  session.done += Number(isDone(item)) - Number(wasDone);
  if (item.state === "open") state.withoutOpen.delete(group.group);
  const { pair, occasion, grade, note } = item;
  const isSameItem = group === state.group && item === currentItem();
  const seconds = wasDone || !isSameItem ? null : secondsOnScreen();
  const rating = { pool: session.pool, rater, pair, occasion, grade, note, seconds } as const;
  const waiting: Waiting = {
    key: crypto.randomUUID(),
    // Not performance.now(), which may stand still while the machine sleeps.
    givenAt: Date.now(),
    rating: { ...rating, state: item.state === "open" ? "none" : item.state },
    query: group.query,
    title: item.title,
    refusal: null,
  };
  // An earlier word on this item that was refused is settled by the new one.
  for (const refused of ownRefused()) if (isOf(refused, item)) forget(refused);
  keep(waiting);
  keepNote(item);
  // While the server is away the timer decides when to send.
  if (state.connection === "well") void sendWaiting();
}

/** Null where the rater was away, which more than a day tells as well. */
function secondsOnScreen(): number | null {
  const seconds = state.shownAt === null ? Number.POSITIVE_INFINITY : (performance.now() - state.shownAt) / 1000;
  return seconds <= 86_400 ? seconds : null;
}

async function judge(verdict: { state: ItemState; grade: number | null }, words: string): Promise<void> {
  const { group } = state;
  const item = currentItem();
  if (group === null || item === undefined) return;
  const { pair, occasion } = item;
  state.steps.push({ group: group.group, pair, occasion, state: item.state, grade: item.grade });
  give(group, item, verdict);
  const summary = state.session?.groups[group.group];
  announce(`${words} ${summary?.done} of ${summary?.items} done.`);
  if (verdict.state === "open") render();
  else await advance();
}

function rate({ grade, label }: Grade): Promise<void> {
  return judge({ state: "rated", grade }, `Rated ${grade}, ${label}.`);
}

function skip(): Promise<void> {
  // What is rated stays rated.
  const item = currentItem();
  return item !== undefined && isDone(item) ? advance() : judge({ state: "skipped", grade: null }, "Skipped.");
}

function flag(): Promise<void> {
  return currentItem()?.state === "flagged"
    ? judge({ state: "open", grade: null }, "No longer flagged.")
    : judge({ state: "flagged", grade: null }, "Flagged: cannot be rated.");
}

async function undo(): Promise<void> {
  const step = state.steps.at(-1);
  if (step === undefined) return announce("Nothing to undo.");
  const group = await findGroup(step.group, undo);
  const place = group?.items.findIndex(({ pair, occasion }) => pair === step.pair && occasion === step.occasion) ?? -1;
  const item = group?.items[place];
  if (group === null || item === undefined) return;
  state.steps.pop();
  give(group, item, { state: step.state, grade: step.grade });
  announce("Undone.");
  show(group, place);
}

/** A note on an item that is still open is kept in this browser until the item is rated. */
function writeNote(item: Item, note: string): void {
  if (note === item.note || state.group === null) return;
  item.note = note;
  if (item.state === "open") keepNote(item);
  else give(state.group, item, item);
  render();
}

function keepNote(item: Item): void {
  const { [nameOf(item)]: _, ...others } = readStored<Record<string, string>>(notesKey(), {});
  store(notesKey(), item.state === "open" && item.note !== "" ? { ...others, [nameOf(item)]: item.note } : others);
}

function notesKey(): string {
  return `semqrel.notes.${state.session === null ? "" : databaseOf(state.session)}.${state.rater}`;
}

// ---- Which item comes ----

/**
 * The next open item of this query, else of the queries that follow, else what was skipped, else the end.
 *
 * @param from place in this query's items; -1 before the first
 */
async function advance(from = state.current): Promise<void> {
  const here = state.group?.group ?? Math.max(0, state.session?.current ?? 0);
  for (const wanted of ["open", "skipped"] as const) {
    // Skipped items come in turn, so this query's earlier ones after all others.
    const start = wanted === "open" || placeAfter(state.group, from, wanted) >= 0 ? here : here + 1;
    for (const { group: number } of unfinishedFrom(start)) {
      if (wanted === "open" && state.withoutOpen.has(number)) continue;
      const group = await findGroup(number, () => advance(from));
      if (group === null) return;
      const later = group === state.group ? placeAfter(group, from, wanted) : -1;
      const place = later >= 0 ? later : placeAfter(group, -1, wanted);
      if (place >= 0) return show(group, place);
      state.withoutOpen.add(number);
    }
  }
  finish();
}

function placeAfter(group: Group | null, place: number, wanted: ItemState): number {
  return group?.items.findIndex((item, index) => index > place && item.state === wanted) ?? -1;
}

function unfinishedFrom(start: number): readonly GroupSummary[] {
  const groups = state.session?.groups ?? [];
  return [...groups.slice(start), ...groups.slice(0, start)].filter(({ items, done }) => done < items);
}

/**
 * Where a query has to be loaded no item is current until it comes, and whatever the rater does first goes before it.
 *
 * @param again what to do when the server is back
 * @returns null where it has to wait or was overtaken
 */
async function findGroup(number: number, again: () => Promise<void>): Promise<Group | null> {
  const way = setOut();
  if (state.group?.group === number) return state.group;
  if (state.nextGroup?.group === number) return state.nextGroup;
  state.isFinished = false;
  leave();
  at("loading").focus();
  const group = await loadGroup(number);
  if (way !== state.way) return null;
  if (group === null) waitFor(again);
  return group;
}

/** @returns the number of this way, which is overtaken once `state.way` is another */
function setOut(): number {
  state.wanted = null;
  return ++state.way;
}

function leave(): void {
  if (state.current >= 0) state.left = state.current;
  state.current = -1;
  render();
}

function waitFor(wanted: () => Promise<void>): void {
  state.wanted = wanted;
  render();
}

function show(group: Group, place: number): void {
  const isNew = group !== state.group;
  state.group = group;
  if (isNew) {
    const summary = state.session?.groups[group.group];
    if (summary !== undefined) summary.done = group.items.filter(isDone).length;
    drawGroup(group);
    announce(`Query: ${group.query.slice(0, 200)}. ${group.items.length} items.`);
    void fetchAhead(group.group);
  }
  select(place, isNew);
}

async function fetchAhead(group: number): Promise<void> {
  const { session } = state;
  const next = unfinishedFrom(group + 1).find((summary) => summary.group !== group);
  if (next === undefined || next.group === state.nextGroup?.group) return;
  const loaded = await loadGroup(next.group);
  if (session === state.session) state.nextGroup = loaded;
}

/** Marks an item, brings it to the top and gives it the focus. */
function select(place: number, isNew = false): void {
  const card = cards[place]?.card;
  if (card === undefined) return;
  mark(place);
  card.focus({ preventScroll: true });
  const isCalm = isNew || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (place === 0) at("items").scrollIntoView({ block: "start", behavior: isCalm ? "instant" : "smooth" });
  else card.scrollIntoView({ block: "start", behavior: isCalm ? "instant" : "smooth" });
}

function mark(place: number): void {
  setOut();
  state.isFinished = false;
  state.current = place;
  state.shownAt = performance.now();
  render();
}

/** To the item before or after, over the borders of queries. */
async function move(step: 1 | -1): Promise<void> {
  if (state.group === null) return;
  // On the way to another query: the item before is the one just left, the one after is on its way.
  if (state.current < 0) return step === -1 ? select(state.left) : undefined;
  const place = state.current + step;
  if (cards[place] !== undefined) return select(place);
  const neighbour = state.session?.groups[state.group.group + step];
  if (neighbour === undefined) return announce(step === 1 ? "This is the last item." : "This is the first item.");
  await goTo(neighbour.group, step === 1 ? "first" : "last");
}

/** To a query: its first open item, or the end of it one comes from. */
async function goTo(number: number, where: "open" | "first" | "last"): Promise<void> {
  const group = await findGroup(number, () => goTo(number, where));
  if (group === null) return;
  const open = where === "open" ? placeAfter(group, -1, "open") : -1;
  show(group, where === "last" ? group.items.length - 1 : Math.max(0, open));
}

function finish(): void {
  setOut();
  state.isFinished = true;
  leave();
  announce("All items are rated.");
  at("finished").focus();
}

function currentItem(): Item | undefined {
  return state.group?.items[state.current];
}

function isDone({ state: itemState }: Item): boolean {
  return itemState === "rated" || itemState === "flagged";
}

/** The title too: in a pool that was changed the number may be another item's. */
function isOf({ rating, title }: Waiting, item: Item): boolean {
  return rating.pair === item.pair && rating.occasion === item.occasion && title === item.title;
}

function nameOf({ pair, occasion }: Item): string {
  return `${pair}/${occasion}`;
}

// ---- What is on screen ----

const connectionWords: Record<Exclude<Connection, "well">, string> = {
  away: `The server does not answer. Go on rating: nothing is lost. If it was stopped, start semqrel rate again with --port ${location.port}.`,
  locked: "Another program is using the ratings database. Go on rating: nothing is lost.",
  failing: "The server could not save a rating. Go on: nothing is lost. Its window says what is wrong.",
  stale: "The pool has changed since this page was loaded.",
  "unknown-token": "This address is not valid any more. Open the one that semqrel rate printed when it was started.",
};

const refusalWords: Readonly<Record<string, string>> = {
  "unknown-pair": "the server's pool does not have this item",
  "out-of-scale": "this grade is not on the server's scale",
  "stale-page": "the pool has changed and does not have this item any more",
};

const stateWords: Record<ItemState, string> = {
  open: "",
  rated: "",
  flagged: "cannot be rated · ",
  skipped: "skipped · ",
};

interface Card {
  readonly card: HTMLElement;
  readonly state: HTMLElement;
  readonly radios: readonly HTMLInputElement[];
  readonly flag: HTMLElement;
  readonly noteButton: HTMLElement;
  readonly note: HTMLElement;
  readonly noteField: HTMLTextAreaElement;
}

let cards: readonly Card[] = [];

function at<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function part<T extends HTMLElement>(parent: ParentNode, selector: string): T {
  return parent.querySelector(selector) as T;
}

function copyOf(template: string): HTMLElement {
  return at<HTMLTemplateElement>(template).content.firstElementChild?.cloneNode(true) as HTMLElement;
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, text = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function announce(words: string): void {
  at("announcement").textContent = words;
}

/** Shows the state: the one place where what changes between two items is written. */
function render(): void {
  renderHead();
  renderBanners();
  const waiting = readWaiting().filter(({ rating }) => rating.rater === state.rater);
  const isShown = state.group !== null && !state.isFinished;
  at("items").hidden = !isShown;
  at("question").hidden = !isShown;
  state.group?.items.forEach((item, place) => {
    const card = cards[place];
    if (card !== undefined) renderCard(card, item, place === state.current, waiting);
  });
  at("loading").hidden = state.current >= 0 || state.isFinished;
  setText(at("loading"), state.wanted === null ? "Loading …" : "The next query comes when the server is back.");
  at("finished").hidden = !state.isFinished;
  if (state.isFinished) setText(at("finished-text"), finishedWords());
}

function renderHead(): void {
  const { session, group } = state;
  const summary = session?.groups[group?.group ?? -1];
  if (session === null || state.rater === null) return;
  const overall = at<HTMLProgressElement>("overall");
  overall.max = Math.max(1, session.total);
  overall.value = session.done;
  setText(at("ahead"), `${count(session.done)} of ${count(session.total)}${aheadWords(session, " · ")}`);
  if (summary !== undefined) {
    const part = summary.parts > 1 ? ` · part ${summary.part} of ${summary.parts}` : "";
    setText(at("query-progress"), `${summary.done} of ${summary.items} done${part}`);
  }
  document.title = `${session.done} of ${session.total} · ${poolName}`;
}

function renderBanners(): void {
  const { connection } = state;
  const waiting = ownWaiting().length;
  const refused = ownRefused().length;
  const kept =
    waiting === 0
      ? ""
      : ` ${ratings(waiting)} kept in ${state.memory.size === 0 ? "this browser" : "this window alone: do not close it"}.`;
  at("banner").hidden = connection === "well";
  if (connection !== "well") setText(at("banner-text"), `${connectionWords[connection]}${kept}`);
  // Loading the page again would lose what is in this window alone.
  const isReload = connection === "stale" && state.memory.size === 0;
  at("reload").hidden = !isReload;
  at("retry").hidden = isReload || connection === "unknown-token";
  at("refusals").hidden = refused === 0;
  setText(at("refusals-text"), `${ratings(refused)} not accepted.`);
}

function renderCard(view: Card, item: Item, isCurrent: boolean, waiting: readonly Waiting[]): void {
  if (isCurrent) view.card.setAttribute("aria-current", "true");
  else view.card.removeAttribute("aria-current");
  view.card.dataset["state"] = item.state;
  const last = waiting.findLast((one) => isOf(one, item));
  const saved = saveState(item, last);
  view.state.dataset["state"] = saved;
  setText(view.state, stateWords[item.state] + saveWords(saved, last));
  for (const radio of view.radios) radio.checked = item.state === "rated" && Number(radio.value) === item.grade;
  view.flag.setAttribute("aria-pressed", String(item.state === "flagged"));
  if (document.activeElement !== view.noteField) {
    view.noteField.value = item.note;
    showNote(view, item.note !== "");
  }
}

type SaveState = "open" | "saved" | "saving" | "waiting" | "refused";

function saveState(item: Item, last: Waiting | undefined): SaveState {
  if (last === undefined) return item.state === "open" ? "open" : "saved";
  if (last.refusal !== null) return "refused";
  return state.connection === "well" ? "saving" : "waiting";
}

function saveWords(saved: SaveState, last: Waiting | undefined): string {
  if (saved === "refused")
    return `not saved: ${refusalWords[last?.refusal ?? ""] ?? "the server did not understand it"}`;
  return { open: "", saved: "saved ✓", saving: "saving …", waiting: "waiting for the server" }[saved];
}

function showNote(view: Card, isShown: boolean): void {
  view.note.hidden = !isShown;
  view.noteButton.setAttribute("aria-expanded", String(isShown));
}

function finishedWords(): string {
  const waiting = ownWaiting().length;
  const thanks = `All ${count(state.session?.total ?? 0)} items are rated. Thank you, \u2068${state.rater}\u2069.`;
  if (waiting > 0) return `${thanks} ${ratings(waiting)} still waiting for the server: keep this window open.`;
  return `${thanks} Everything is saved; you can close this window.`;
}

/** What belongs to a rater: the grades' keys, the guidelines, the name. */
function drawSession({ scale, guidelines, done, total, secondsPerRating }: Session): void {
  setText(at("who"), state.rater ?? "");
  const keys = scale.grades.map(({ grade }) => make("kbd", String(grade)));
  at("grade-keys").replaceChildren(...keys.flatMap((key) => [key, " "]));
  setText(at("first-key"), String(scale.grades[0]?.grade));
  setText(at("last-key"), String(scale.grades.at(-1)?.grade));
  at("grade-list").replaceChildren(
    ...scale.grades.map((grade) => {
      const line = make("div");
      const term = make("dt");
      term.append(make("kbd", String(grade.grade)), " ", starsOf(grade));
      line.append(term, make("dd", grade.label));
      return line;
    }),
  );
  setText(at("start-ahead"), `${ratings(total - done)} ahead of you: ${duration((total - done) * secondsPerRating)}.`);
  at("guidelines-button").hidden = guidelines === "";
  // The server made this from Markdown with all HTML escaped; this page's policy would not run a script either.
  for (const place of document.querySelectorAll(".guidelines")) place.innerHTML = guidelines;
}

function drawGroup(group: Group): void {
  drawText(at("query"), group.query);
  drawText(at("need"), group.informationNeed ?? "");
  cards = group.items.map((item, place) => drawCard(item, place, group.items.length));
  at("items").replaceChildren(...cards.map(({ card }) => card));
}

function drawCard(item: Item, place: number, places: number): Card {
  const card = copyOf("card");
  const title = part(card, ".title");
  title.id = `title-${place}`;
  card.setAttribute("aria-labelledby", title.id);
  drawText(title, item.title === "" ? "(no title)" : item.title);
  title.classList.toggle("untitled", item.title === "");
  setText(part(card, ".number"), `${place + 1} of ${places}`);
  drawLink(part(card, ".link"), item.url);
  const radios = (state.session?.scale.grades ?? []).map((grade) => drawGrade(part(card, ".grades"), grade, place));
  const noteField = part<HTMLTextAreaElement>(card, "textarea");
  const view: Card = {
    card,
    state: part(card, ".state"),
    radios,
    flag: part(card, '[data-card="flag"]'),
    noteButton: part(card, '[data-card="note"]'),
    note: part(card, ".note"),
    noteField,
  };
  // Before what was clicked acts on the current item: not every browser gives the focus to a button.
  const markThis = () => {
    if (state.current !== place) mark(place);
  };
  card.addEventListener("click", markThis, { capture: true });
  card.addEventListener("focusin", markThis);
  noteField.addEventListener("change", () => writeNote(item, noteField.value));
  noteField.addEventListener("blur", render);
  noteField.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || (event.key === "Enter" && event.ctrlKey)) card.focus();
  });
  return view;
}

function drawGrade(grades: HTMLElement, grade: Grade, place: number): HTMLInputElement {
  const label = copyOf("grade");
  const radio = part<HTMLInputElement>(label, "input");
  radio.name = `grade-${place}`;
  radio.value = String(grade.grade);
  setText(part(label, "kbd"), String(grade.grade));
  part(label, ".stars").replaceWith(starsOf(grade));
  setText(part(label, ".label"), grade.label);
  radio.addEventListener("click", () => void rate(grade));
  grades.append(label);
  return radio;
}

/** Stars where the scale counts them, from one to five; else nothing. */
function starsOf({ grade }: Grade): HTMLElement {
  const grades = state.session?.scale.grades ?? [];
  const isStars = grades[0]?.grade === 1 && grades.length <= 5;
  const stars = make("span", isStars ? "★".repeat(grade) : "");
  stars.className = "stars";
  stars.setAttribute("aria-hidden", "true");
  return stars;
}

/** @param url shown without its protocol */
function drawLink(place: HTMLElement, url: string | null): void {
  const link = part<HTMLAnchorElement>(place, "a");
  if (url === null || !/^https?:\/\//i.test(url)) {
    place.remove();
    return;
  }
  link.href = url;
  const address = make(
    "bdi",
    unturned(url)
      .replace(/^https?:\/\//i, "")
      .slice(0, 200),
  );
  const hint = make("span", " (opens in a new tab)");
  hint.className = "hidden";
  link.replaceChildren(address, " ↗", hint);
}

const shownCharacters = 300;

/** Marks that turn the writing direction of what follows become U+FFFD: a title must not show itself mirrored. */
function unturned(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/** Long texts are cut, with a button that shows the rest. */
function drawText(place: HTMLElement, given: string): void {
  const text = unturned(given);
  const characters = [...text];
  place.hidden = text === "";
  if (characters.length <= shownCharacters * 1.2) {
    place.textContent = text;
    return;
  }
  const shown = make("bdi");
  const more = make("button");
  more.type = "button";
  more.className = "more";
  const showAll = (isAll: boolean): void => {
    shown.textContent = isAll ? text : `${characters.slice(0, shownCharacters).join("")}…`;
    more.textContent = isAll ? "show less" : `show all ${count(characters.length)} characters`;
    more.setAttribute("aria-expanded", String(isAll));
  };
  more.addEventListener("click", () => showAll(more.getAttribute("aria-expanded") !== "true"));
  showAll(false);
  place.replaceChildren(shown, more);
}

// ---- Words ----

function count(number: number): string {
  return number.toLocaleString("en");
}

function ratings(number: number): string {
  return number === 1 ? "1 rating" : `${count(number)} ratings`;
}

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return "less than a minute";
  if (minutes < 90) return `about ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 10 ? `about ${hours} h ${minutes % 60} min` : `about ${Math.round(minutes / 60)} h`;
}

function aheadWords({ done, total, secondsPerRating }: Session, before: string): string {
  return done >= total ? "" : `${before}${duration((total - done) * secondsPerRating)} left`;
}

// ---- Dialogs ----

function open(id: string): void {
  at<HTMLDialogElement>("menu").hidePopover();
  const dialog = at<HTMLDialogElement>(id);
  if (!dialog.open) dialog.showModal();
}

function askWho(problem: string): void {
  setText(at("who-problem"), problem);
  at<HTMLInputElement>("rater").value = state.rater ?? "";
  at("who-cancel").hidden = state.rater === null;
  at("known-raters").replaceChildren(
    ...(state.session?.raters ?? []).map((name) => {
      const button = make("button");
      button.type = "button";
      button.append(make("bdi", name));
      button.addEventListener("click", () => void begin(name));
      return button;
    }),
  );
  open("who-dialog");
  at<HTMLInputElement>("rater").focus();
}

function openJump(): void {
  at<HTMLInputElement>("jump-search").value = "";
  drawJumpList();
  open("jump-dialog");
  part(at("jump-list"), '[aria-current="true"]')?.scrollIntoView({ block: "center" });
}

function drawJumpList(): void {
  const searched = at<HTMLInputElement>("jump-search").value.trim().toLocaleLowerCase();
  const groups = (state.session?.groups ?? []).filter(({ query }) => query.toLocaleLowerCase().includes(searched));
  setText(at("jump-count"), groups.length === 1 ? "1 query" : `${count(groups.length)} queries`);
  at("jump-list").replaceChildren(...groups.map(drawJumpLine));
}

function drawJumpLine({ group, query, part: number, parts, isRepeat, items, done }: GroupSummary): HTMLElement {
  const button = make("button");
  button.type = "button";
  button.dataset["group"] = String(group);
  if (group === state.group?.group) button.setAttribute("aria-current", "true");
  const name = make("bdi", query.length > 200 ? `${query.slice(0, 200)}…` : query);
  const which = isRepeat ? "again · " : parts > 1 ? `part ${number} · ` : "";
  const progress = make("span", `${which}${done} of ${items}${done === items ? " ✓" : ""}`);
  progress.className = "progress";
  const bar = make("progress");
  bar.max = items;
  bar.value = done;
  bar.setAttribute("aria-hidden", "true");
  button.append(name, progress, bar);
  const line = make("li");
  line.append(button);
  return line;
}

async function jump(group: number): Promise<void> {
  at<HTMLDialogElement>("jump-dialog").close();
  await goTo(group, "open");
}

function openRefusals(): void {
  const lines = ownRefused().map(({ rating, query, title, refusal }) => {
    const line = make("li");
    const said = rating.state === "rated" ? `grade ${rating.grade}` : rating.state;
    const reason = refusalWords[refusal ?? ""] ?? "the server did not understand it";
    line.append(
      make("bdi", query.slice(0, 200)),
      " – ",
      make("bdi", title.slice(0, 200)),
      `: ${said}. Reason: ${reason}.`,
    );
    return line;
  });
  at("refusal-list").replaceChildren(...lines);
  open("refusals-dialog");
}

function settleRefusals(settle: "discard" | "resend"): void {
  for (const refused of ownRefused()) {
    if (settle === "discard") forget(refused);
    else keep({ ...refused, refusal: null });
  }
  at<HTMLDialogElement>("refusals-dialog").close();
  void sendWaiting();
}

// ---- Keys and clicks ----

const commands: Readonly<Record<string, () => unknown>> = {
  jump: openJump,
  guidelines: () => open("guidelines-dialog"),
  who: () => askWho(""),
  help: () => open("help-dialog"),
  retry: tryNow,
  reload: () => location.reload(),
  refusals: openRefusals,
  discard: () => settleRefusals("discard"),
  resend: () => settleRefusals("resend"),
};

function openNote(): void {
  const view = cards[state.current];
  if (view === undefined) return;
  showNote(view, true);
  view.noteField.focus();
}

const cardCommands: Readonly<Record<string, () => unknown>> = { note: openNote, flag, skip };

const keys: Readonly<Record<string, () => unknown>> = {
  j: () => move(1),
  k: () => move(-1),
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  ArrowRight: () => moveBetweenGrades(1),
  ArrowLeft: () => moveBetweenGrades(-1),
  u: undo,
  s: skip,
  f: flag,
  n: openNote,
  g: openJump,
  "?": () => open("help-dialog"),
};

/** Arrows alone would choose, and so rate, in a group of radio buttons. */
function moveBetweenGrades(step: 1 | -1): void {
  const radios = cards[state.current]?.radios ?? [];
  const place = radios.indexOf(document.activeElement as HTMLInputElement);
  radios[Math.min(radios.length - 1, Math.max(0, place + step))]?.focus();
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isElsewhere(event.target)) return;
  const isSingle = event.key.length === 1;
  if (isSingle && !at<HTMLInputElement>("keys-on").checked) return;
  const grade = gradeOf(event);
  const action = grade === undefined ? keys[isSingle ? event.key.toLowerCase() : event.key] : () => rate(grade);
  if (action === undefined) return;
  event.preventDefault();
  // A key held down moves on, but does not rate what nobody has seen.
  if (!event.repeat || action === keys["j"] || action === keys["k"] || !isSingle) void action();
}

/** Keys belong to what is being typed in, to an open dialog or to the open menu. */
function isElsewhere(target: EventTarget | null): boolean {
  const isField = target instanceof HTMLElement && target.matches('textarea, input:not([type="radio"])');
  return isField || document.querySelector("dialog[open], #menu:popover-open") !== null;
}

/** By its sign or, where digits need the shift key, by its place on the keyboard. */
function gradeOf({ key, code, shiftKey }: KeyboardEvent): Grade | undefined {
  const digit = /^\d$/.test(key) ? key : shiftKey ? "" : (/^Digit(\d)$/.exec(code)?.[1] ?? "");
  return state.session?.scale.grades.find(({ grade }) => String(grade) === digit);
}

function onClick({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest("button") : null;
  if (button === null) return;
  const { do: command, card: cardCommand, group } = button.dataset;
  if (command !== undefined) void commands[command]?.();
  if (cardCommand !== undefined) void cardCommands[cardCommand]?.();
  if (group !== undefined) void jump(Number(group));
  if (button.hasAttribute("data-close")) button.closest("dialog")?.close();
}

function listen(): void {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  part(at("who-dialog"), "form").addEventListener("submit", (event) => {
    event.preventDefault();
    void begin(at<HTMLInputElement>("rater").value.trim());
  });
  // Without a name nothing can be rated: Escape does not help.
  at("who-dialog").addEventListener("close", () => {
    if (state.rater === null) askWho("");
  });
  at("start-dialog").addEventListener("close", () => select(state.current, true));
  at("jump-search").addEventListener("input", drawJumpList);
  at("jump-search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") part(at("jump-list"), "button")?.click();
  });
  const keysOn = at<HTMLInputElement>("keys-on");
  keysOn.checked = readStored("semqrel.keys", true);
  keysOn.addEventListener("change", () => store("semqrel.keys", keysOn.checked));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) state.shownAt = null;
  });
  addEventListener("storage", render);
  addEventListener("online", retry);
  addEventListener("beforeunload", (event) => {
    const isWaiting = ownWaiting().length > 0 && state.connection !== "stale";
    if (isWaiting || state.memory.size > 0) event.preventDefault();
  });
}

listen();
await begin(new URLSearchParams(location.search).get("rater"));
