/** Cuts between whole characters, and never leaves a lone escape behind. Counts UTF-16 units, as Discord does. */
export function truncate(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > longest - 1) break;
    kept += segment;
  }
  return `${kept.replace(/(?<!\\)\\+$/, '')}…`;
}
