/**
 * Assigns each row to a different column at minimum total cost, by shortest augmenting paths.
 * Time: O(rows^2 * columns).
 * Source: Jonker & Volgenant 1987 (Computing 38, 325-340), without their initialisation, in the rectangular form of
 * Crouse 2016 (IEEE TAES 52(4), 1679-1696).
 * @param cost - rows x columns in row-major order, all finite
 * @param rows - number of rows, at most `columns`
 * @returns the column of each row
 */
export function assign(cost: Float64Array, rows: number, columns: number): Int32Array {
  const rowOfColumn = new Int32Array(columns).fill(-1);
  const columnOfRow = new Int32Array(rows).fill(-1);
  const rowPrice = new Float64Array(rows);
  const columnPrice = new Float64Array(columns);
  for (let start = 0; start < rows; start++) {
    const shortest = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
    const cameFrom = new Int32Array(columns).fill(-1);
    const done = new Uint8Array(columns);
    const reached = [start];
    let row = start;
    let length = 0;
    let free = -1;
    while (free < 0) {
      let nearest = -1;
      for (let column = 0; column < columns; column++) {
        if (done[column] === 1) continue;
        const path =
          length +
          (cost[row * columns + column] as number) -
          (rowPrice[row] as number) -
          (columnPrice[column] as number);
        if (path < (shortest[column] as number)) {
          shortest[column] = path;
          cameFrom[column] = row;
        }
        const isNearer = nearest < 0 || (shortest[column] as number) < (shortest[nearest] as number);
        const isFreeTie =
          nearest >= 0 &&
          shortest[column] === shortest[nearest] &&
          rowOfColumn[column] === -1 &&
          rowOfColumn[nearest] !== -1;
        if (isNearer || isFreeTie) nearest = column;
      }
      length = shortest[nearest] as number;
      done[nearest] = 1;
      if (rowOfColumn[nearest] === -1) free = nearest;
      else {
        row = rowOfColumn[nearest] as number;
        reached.push(row);
      }
    }
    for (const visited of reached) {
      const column = columnOfRow[visited] as number;
      const slack = visited === start ? length : length - (shortest[column] as number);
      rowPrice[visited] = (rowPrice[visited] as number) + slack;
    }
    for (let column = 0; column < columns; column++) {
      if (done[column] === 1)
        columnPrice[column] = (columnPrice[column] as number) - (length - (shortest[column] as number));
    }
    for (let column = free; ; ) {
      const owner = cameFrom[column] as number;
      const previous = columnOfRow[owner] as number;
      rowOfColumn[column] = owner;
      columnOfRow[owner] = column;
      if (owner === start) break;
      column = previous;
    }
  }
  return columnOfRow;
}
