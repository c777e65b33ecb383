/** Cuts between whole characters, and never leaves a lone escape behind. Counts UTF-16 units, as Discord does. */
export function truncate(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Only the character at the cut matters; to walk through a long text takes milliseconds.
  const cut = new Intl.Segmenter().segment(text.slice(0, longest + 1)).containing(longest - 1)?.index ?? 0;
  return `${text.slice(0, cut).replace(/(?<!\\)\\+$/, '')}…`;
}
