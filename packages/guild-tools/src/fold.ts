/**
 * A name as it is compared: spaces, apostrophes, hyphens and capitals do not count, diacritics do. The function `folded_name`
 * of the database is the same. Each letter is folded by itself, so a sigma is the same at the end of a word, and a dotted
 * capital I has no dot of its own.
 */
export function fold(name: string): string {
  return (
    name
      // Before the composition, which makes a space and an accent of it.
      .replaceAll('´', '')
      .normalize('NFKC')
      .replaceAll('İ', 'i')
      .toLowerCase()
      .replaceAll('i\u0307', 'i')
      .replaceAll('ς', 'σ')
      .replaceAll(/[\s'‘’ʼ`\u00ad‐-]/g, '')
  );
}

/** The folded name without diacritics. Letters such as `ø` that are no compositions become their base, too. */
export function foldPlain(name: string): string {
  return fold(name)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øæœßłđð]/g, (letter) => PLAIN[letter] ?? letter);
}

const PLAIN: Record<string, string> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ł: 'l', đ: 'd', ð: 'd' };

/** `Curlybill/Ruff`, `Curlybill (Ruff)`: the names within a name; empty for a single one. */
export function nameParts(name: string): string[] {
  const parts = name
    .split(/[/|,()]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 || parts[0] !== name.trim() ? parts : [];
}

/** `Name-Realm` as the game writes it. A name of the game has no hyphen, a realm may have one. */
export function splitRealm(text: string): { name: string; realm: string | null } {
  const trimmed = text.trim();
  const at = trimmed.indexOf('-');
  if (at <= 0 || at === trimmed.length - 1) return { name: trimmed, realm: null };
  return { name: trimmed.slice(0, at).trim(), realm: trimmed.slice(at + 1).trim() };
}
