/** How do dialogs open and close? */
import { at } from "./elements.ts";

export function openDialog(id: string): void {
  at("menu").hidePopover();
  const dialog = at<HTMLDialogElement>(id);
  if (!dialog.open) dialog.showModal();
}

export function closeDialog(id: string): void {
  at<HTMLDialogElement>(id).close();
}
