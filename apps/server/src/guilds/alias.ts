import { reservedAliases } from '@guildhall/contracts/manage-organization.ts';

const MAX_LENGTH = 60;

/** Turns any text into a URL part: lower-case ASCII letters and digits joined by hyphens. May be empty. */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '');
}

/** Aliases to try in turn; a name in another script leaves only realm and region readable. */
export function* aliasCandidates(parts: string[]): Generator<string> {
  const base = parts.map(slugify).filter(Boolean).join('-') || 'guild';
  if (!reservedAliases.includes(base)) yield base;
  for (let suffix = 2; suffix < 1_000; suffix++) yield `${base}-${suffix}`;
}
