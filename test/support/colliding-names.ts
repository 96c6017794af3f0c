/** Makes names that collide in a hash that is the same in every process. */

/** 2^blocks names with one FNV-1a hash: each block has two texts that lead from one state to another (Joux, 2004). */
export function collidingNames(blocks: number): string[] {
  let state = 0x811c9dc5 | 0;
  let names = [""];
  for (let block = 0; block < blocks; block++) {
    const seen = new Map<number, string>();
    for (let count = 0; ; count++) {
      const text = count.toString(36).padStart(6, "0");
      let next = state;
      for (let at = 0; at < text.length; at++) next = Math.imul(next ^ text.charCodeAt(at), 0x01000193);
      const other = seen.get(next);
      seen.set(next, text);
      if (other === undefined) continue;
      names = names.flatMap((name) => [name + other, name + text]);
      state = next;
      break;
    }
  }
  return names;
}
