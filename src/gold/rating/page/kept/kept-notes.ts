/** Which notes stand on items that are still open? They are kept in this browser until their items are rated. */
import { databaseOf, type Item } from "../facts/session.ts";
import { type Notes, withNoteOf } from "../facts/with-what-waits.ts";
import { state } from "../state.ts";
import { readStored, store } from "./browser-storage.ts";

export function readNotes(): Notes {
  return readStored<Notes>(notesKey(), {});
}

/** Forgets the note where the item is no longer open. */
export function keepNote(item: Item): void {
  store(notesKey(), withNoteOf(item, readNotes()));
}

function notesKey(): string {
  return `semqrel.notes.${state.session === null ? "" : databaseOf(state.session)}.${state.rater}`;
}
