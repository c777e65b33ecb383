/** The colors in which the game shows its classes, by id. */
const COLORS = new Map([
  [1, '#c69b6d'],
  [2, '#f48cba'],
  [3, '#aad372'],
  [4, '#fff468'],
  [5, '#ffffff'],
  [6, '#c41e3a'],
  [7, '#0070dd'],
  [8, '#3fc7eb'],
  [9, '#8788ee'],
  [10, '#00ff98'],
  [11, '#ff7c0a'],
  [12, '#a330c9'],
  [13, '#33937f'],
]);

export const classColor = (classId: number): string | null => COLORS.get(classId) ?? null;
