/**
 * The two ways of numbering cells that keep neighbours' numbers close (format 2). Columns are counted from
 * the west. Results of the inverses stand in `cell`, as returning pairs would allocate.
 */
export const cell = new Int32Array(2);
export const CELL_X = 0;
export const CELL_Y = 1;

/** Columns of six cells, the last of them taking what is left; y counts upward from the south. */
export function sixWide(x: number, y: number, width: number, height: number): number {
  const lastColumn = ((width - 4) / 6) | 0;
  let column = (x / 6) | 0;
  let columnWidth = 6;
  if (column >= lastColumn) {
    column = lastColumn;
    columnWidth = width - 6 * lastColumn;
  }
  return height * 6 * column + (height - 1 - y) * columnWidth + (x - 6 * column);
}

/** The cell of a sixWide number; it may lie outside, when no point has the number. */
export function sixWideCell(value: number, width: number, height: number): void {
  const lastColumn = ((width - 4) / 6) | 0;
  let column = (value / (height * 6)) | 0;
  let columnWidth = 6;
  if (column >= lastColumn) {
    column = lastColumn;
    columnWidth = width - 6 * lastColumn;
  }
  const rest = value - column * height * 6;
  const row = (rest / columnWidth) | 0;
  cell[CELL_X] = 6 * column + (rest - row * columnWidth);
  cell[CELL_Y] = height - 1 - row;
}

/** The rows of a block, from the north, that tall tiles take; wide ones take the rest. */
export const TALL_ROWS = 136;

/** Three digits for a cell of a block 168 wide and 176 high: four rows of tall tiles, then wide. */
export function triple(x: number, y: number): number {
  if (y < TALL_ROWS) {
    const tileX = (x / 28) | 0;
    const tileY = (y / 34) | 0;
    return (tileX + 6 * tileY) * 961 + (x - 28 * tileX) * 34 + (y - 34 * tileY);
  }
  const tileX = (x / 24) | 0;
  return (tileX + 24) * 961 + (x - 24 * tileX) * 40 + (y - TALL_ROWS);
}

export function tripleCell(value: number): void {
  const tile = (value / 961) | 0;
  const rest = value - 961 * tile;
  if (tile < 24) {
    const tileY = (tile / 6) | 0;
    const column = (rest / 34) | 0;
    cell[CELL_X] = (tile - 6 * tileY) * 28 + column;
    cell[CELL_Y] = tileY * 34 + (rest - 34 * column);
    return;
  }
  const column = (rest / 40) | 0;
  cell[CELL_X] = column + 24 * (tile - 24);
  cell[CELL_Y] = rest - 40 * column + TALL_ROWS;
}
