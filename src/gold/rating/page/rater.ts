/** The actions of a rater. Ratings are shown at once and saved as soon as possible. */
import {
  type Grade,
  type Group,
  type Item,
  isDone,
  isOf,
  placeAfter,
  type Session,
  unfinishedFrom,
  type Verdict,
} from "./facts.ts";
import {
  announce,
  askWho,
  at,
  cardAt,
  closeDialog,
  drawGroup,
  drawSession,
  openDialog,
  render,
  showNote,
} from "./screen.ts";
import { adoptOlderRatings, hearConnection, loadGroup, requestSession, retry, sendWaiting, waitFor } from "./server.ts";
import {
  currentItem,
  forget,
  keep,
  keepNote,
  nextMoment,
  ownRefused,
  readRater,
  readWaiting,
  rememberRater,
  state,
} from "./state.ts";
import { counted } from "./words.ts";

export function rate({ grade, label }: Grade): Promise<void> {
  return judge({ state: "rated", grade }, `Rated ${grade}, ${label}.`);
}

export function skip(): Promise<void> {
  // Skipping a rated item does not remove its rating.
  const item = currentItem();
  return item !== undefined && isDone(item) ? advance() : judge({ state: "skipped", grade: null }, "Skipped.");
}

export function flag(): Promise<void> {
  return currentItem()?.state === "flagged"
    ? judge({ state: "open", grade: null }, "No longer flagged.")
    : judge({ state: "flagged", grade: null }, "Flagged: cannot be rated.");
}

async function judge(verdict: Verdict, words: string): Promise<void> {
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

export async function undo(): Promise<void> {
  const step = state.steps.at(-1);
  if (step === undefined) return announce("Nothing to undo.");
  const group = await findGroup(step.group, undo);
  const place = group?.items.findIndex(({ pair, occasion }) => pair === step.pair && occasion === step.occasion) ?? -1;
  const item = group?.items[place];
  if (group === null || item === undefined) return;
  state.steps.pop();
  give(group, item, { state: step.state, grade: step.grade });
  announce("Undone.");
  showGroup(group, place);
}

/** A note on an open item is stored in this browser until the item is rated. */
export function writeNote(item: Item, note: string): void {
  if (note === item.note || state.group === null) return;
  item.note = note;
  if (item.state === "open") keepNote(item);
  else give(state.group, item, item);
  render();
}

export function openNote(): void {
  const view = cardAt(state.current);
  if (view === undefined) return;
  showNote(view, true);
  view.noteField.focus();
}

export function give(group: Group, item: Item, verdict: Verdict): void {
  const { session, rater } = state;
  const summary = session?.groups[group.group];
  if (session === null || rater === null || summary === undefined) return;
  const wasDone = isDone(item);
  item.state = verdict.state;
  item.grade = verdict.grade;
  summary.done += Number(isDone(item)) - Number(wasDone);
  session.done += Number(isDone(item)) - Number(wasDone);
  if (item.state === "open") state.withoutOpen.delete(group.group);
  const { pair, occasion, grade, note } = item;
  const isSameItem = group === state.group && item === currentItem();
  const seconds = wasDone || !isSameItem ? null : secondsOnScreen();
  const rating = { pool: session.pool, rater, pair, occasion, grade, note, seconds } as const;
  // A new rating replaces refused ratings of this item.
  for (const refused of ownRefused()) if (isOf(refused, item)) forget(refused);
  keep({
    key: randomKey(),
    givenAt: nextMoment(Date.now()),
    rating: { ...rating, state: item.state === "open" ? "none" : item.state },
    query: group.query,
    title: item.title,
    refusal: null,
  });
  keepNote(item);
  // While the server does not answer, the timer decides when to send.
  if (state.connection === "well") void sendWaiting();
}

/** Does not use `randomUUID`, because browsers only offer it to pages from this machine or over HTTPS. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** Returns null if the rater was away; more than a day also counts as away. */
function secondsOnScreen(): number | null {
  const seconds = state.shownAt === null ? Number.POSITIVE_INFINITY : (performance.now() - state.shownAt) / 1000;
  return seconds <= 86_400 ? seconds : null;
}

/** Starts a move and returns its number. If `state.moveNumber` differs later, another move has replaced this move. */
function startMove(): number {
  state.wanted = null;
  return ++state.moveNumber;
}

export function mark(place: number): void {
  startMove();
  state.isFinished = false;
  state.current = place;
  state.shownAt = performance.now();
  render();
}

export function select(place: number, isNew = false): void {
  const card = cardAt(place)?.card;
  if (card === undefined) return;
  mark(place);
  card.focus({ preventScroll: true });
  const isCalm = isNew || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const top = place === 0 ? at("items") : card;
  top.scrollIntoView({ block: "start", behavior: isCalm ? "instant" : "smooth" });
}

function leave(): void {
  if (state.current >= 0) state.left = state.current;
  state.current = -1;
  render();
}

/** Loads a group; meanwhile, no item is current. Returns null if loading fails or the rater has moved elsewhere. */
export async function findGroup(number: number, again: () => Promise<void>): Promise<Group | null> {
  const thisMove = startMove();
  if (state.group?.group === number) return state.group;
  if (state.nextGroup?.group === number) return state.nextGroup;
  state.isFinished = false;
  leave();
  at("loading").focus();
  const group = await loadGroup(number);
  if (thisMove !== state.moveNumber) return null;
  if (group === null) waitFor(again);
  return group;
}

export function showGroup(group: Group, place: number): void {
  const isNew = group !== state.group;
  state.group = group;
  if (isNew) {
    const summary = state.session?.groups[group.group];
    if (summary !== undefined) summary.done = group.items.filter(isDone).length;
    drawGroup(group, state.session?.scale.grades ?? []);
    announce(`Query: ${group.query.slice(0, 200)}. ${counted(group.items.length, "result")}.`);
    void fetchAhead(group.group);
  }
  select(place, isNew);
}

async function fetchAhead(group: number): Promise<void> {
  const { session } = state;
  const next = unfinishedFrom(session?.groups ?? [], group + 1).find((summary) => summary.group !== group);
  if (next === undefined || next.group === state.nextGroup?.group) return;
  const loaded = await loadGroup(next.group);
  if (session === state.session) state.nextGroup = loaded;
}

/** Moves to the next open item of this query, then of other queries, then to skipped items, then to the last page. */
export async function advance(from = state.current): Promise<void> {
  const here = state.group?.group ?? Math.max(0, state.session?.current ?? 0);
  for (const wanted of ["open", "skipped"] as const) {
    // If no skipped item follows in this query, starts at the next query and wraps around. Thus the earlier items of
    // this query are searched last.
    const start = wanted === "open" || placeAfter(state.group, from, wanted) >= 0 ? here : here + 1;
    for (const { group: number } of unfinishedFrom(state.session?.groups ?? [], start)) {
      if (wanted === "open" && state.withoutOpen.has(number)) continue;
      const group = await findGroup(number, () => advance(from));
      if (group === null) return;
      const later = group === state.group ? placeAfter(group, from, wanted) : -1;
      const place = later >= 0 ? later : placeAfter(group, -1, wanted);
      if (place >= 0) return showGroup(group, place);
      state.withoutOpen.add(number);
    }
  }
  startMove();
  state.isFinished = true;
  leave();
  announce("All results are rated.");
  at("finished").focus();
}

export async function move(step: 1 | -1): Promise<void> {
  if (state.group === null) return;
  // While another query loads, a step back returns to the item that the rater left. A step forward does nothing,
  // because the next item is already loading.
  if (state.current < 0) return step === -1 ? select(state.left) : undefined;
  const place = state.current + step;
  if (cardAt(place) !== undefined) return select(place);
  const neighbour = state.session?.groups[state.group.group + step];
  if (neighbour === undefined) return announce(step === 1 ? "This is the last result." : "This is the first result.");
  await goTo(neighbour.group, step === 1 ? "first" : "last");
}

export async function goTo(number: number, where: "open" | "first" | "last"): Promise<void> {
  const group = await findGroup(number, () => goTo(number, where));
  if (group === null) return;
  const open = where === "open" ? placeAfter(group, -1, "open") : -1;
  showGroup(group, where === "last" ? group.items.length - 1 : Math.max(0, open));
}

/** Moves the focus only. The browser's arrow keys would also select a radio button, and thereby rate the item. */
export function moveBetweenGrades(step: 1 | -1): void {
  const radios = cardAt(state.current)?.radios ?? [];
  const place = radios.indexOf(document.activeElement as HTMLInputElement);
  radios[Math.min(radios.length - 1, Math.max(0, place + step))]?.focus();
}

export async function begin(rater: string | null): Promise<void> {
  const answer = await requestSession(rater);
  if (!hearConnection(answer)) return waitFor(() => begin(rater));
  if (answer.status !== 200) return askWho("Use 1 to 60 characters, without invisible ones.");
  const session = answer.body as Session;
  const name = rater ?? readRater(session);
  state.session = session;
  // The address determines the rater, even if this browser remembers another name.
  if (session.isOwn && session.rater !== null) return startSession(session, session.rater);
  if (name === null) return askWho("");
  if (session.rater === null) return begin(name);
  await startSession(session, session.rater);
}

async function startSession(session: Session, rater: string): Promise<void> {
  Object.assign(state, { rater, group: null, nextGroup: null, current: -1, isFinished: false, steps: [] });
  state.withoutOpen.clear();
  const thisMove = startMove();
  closeDialog("who-dialog");
  rememberRater(session, rater);
  render();
  if (readWaiting().length > 0) {
    await adoptOlderRatings(session);
    // Also sends ratings of another rater who closed the window too early, unless the address belongs to one rater.
    await (session.isOwn ? sendWaiting() : sendWaiting(() => true));
    const again = await requestSession(rater);
    if (thisMove !== state.moveNumber) return;
    if (again.status === 200) state.session = again.body as Session;
  }
  drawSession(state.session ?? session);
  await advance();
  if (state.session?.done === 0 && state.group !== null) openDialog("start-dialog");
}

/** If the page is outdated, does the same as reloading, but keeps ratings that are only in this window. */
export async function tryNow(): Promise<void> {
  if (state.connection !== "stale") return retry();
  state.connection = "well";
  await begin(state.rater);
}
