/**
 * A level is known from a character's profile and from a guild's roster, each as of its Last-Modified. A roster is often
 * hours behind what it lists, so a date decides only when it is a day later: that is how levels fall when the game
 * lowers all of them. Otherwise the higher level is the newer one.
 */
const BEHIND = `interval '1 day'`;

/** Two columns of a statement: a level, and the HTTP date of the document that it comes from. */
type Known = { level: string; date: string };

/** The SQL of the newer of two levels. */
export const newerLevel = (one: Known, other: Known): string => `case
  when ${one.date}::timestamptz > ${other.date}::timestamptz + ${BEHIND} then ${one.level}
  when ${other.date}::timestamptz > ${one.date}::timestamptz + ${BEHIND} then ${other.level}
  else greatest(${one.level}, ${other.level}) end`;
