/**
 * Text of people as Discord shows it literally: no formatting, no mention, no link, no timestamp, and no mark that turns
 * the direction of the rest.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\\*_~`|<>[\]()@]|:(?=\/\/)|^[#-]/gm, (sign) => (sign === '@' ? '@\u200b' : `\\${sign}`));
}
