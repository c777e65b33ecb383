/**
 * The order of names, the same wherever they are sorted, whatever the locale of the database: the root collation of
 * Unicode, which ignores case and accents unless nothing else differs. The web client sorts by the same.
 */
export const byName = (text: string): string => `${text} ${NAMED}`;

const NAMED = 'collate "und-x-icu"';

export const compareNames = new Intl.Collator('en').compare;
