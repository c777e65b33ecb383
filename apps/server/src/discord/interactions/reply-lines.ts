/** Discord shows at most 2,000 characters. */
const LONGEST = 1_900;

/** As many lines as Discord shows. */
export function linesOf(head: string, lines: string[]): string {
  let text = head;
  for (const line of lines) {
    if (text.length + line.length > LONGEST) return `${text}\n…`;
    text = `${text}\n${line}`;
  }
  return text;
}
