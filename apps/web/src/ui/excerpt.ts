const MOST_CHARACTERS = 280;

/** The beginning of a text, cut between words. */
export function excerpt(body: string): string {
  if (body.length <= MOST_CHARACTERS) return body;
  const cut = body.slice(0, MOST_CHARACTERS);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'), 1)).trimEnd()} …`;
}
