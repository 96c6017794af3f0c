/** What does the address of this window say? */

const said = new URLSearchParams(location.search);

/** Of the address that `semqrel rate` printed; every request names it. */
export const token = said.get("token") ?? "";

export const raterInAddress = said.get("rater");

export function keepRaterInAddress(rater: string): void {
  history.replaceState(null, "", `?${new URLSearchParams({ token, rater })}`);
}
