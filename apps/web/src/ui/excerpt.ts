const MOST_CHARACTERS = 280;

/** The beginning of a text, cut between words if it has several. */
export function excerpt(body: string): string {
  if (body.length <= MOST_CHARACTERS) return body;
  const cut = body.slice(0, MOST_CHARACTERS);
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'), 0);
  // A word that fills the excerpt is cut, but never within a character.
  const kept = cut.slice(0, end).trimEnd() || cut.replace(/[\ud800-\udbff]$/, '').trimEnd();
  return `${kept} …`;
}
