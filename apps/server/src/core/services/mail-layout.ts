/** The frame of every mail, as plain text and as HTML. Escapes everything that comes from outside. */
import { zoneOrUtc } from '@guildhall/contracts/time-zone.ts';
import { type Language, languageOf } from './spoken-languages.ts';

type MailText = {
  subject: string;
  greeting: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  footer: string;
};

export function renderMail({ subject, greeting, paragraphs, action, footer }: MailText) {
  const text = [greeting, ...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), '--', footer].join(
    '\n\n',
  );
  const html = `<!doctype html><html><body style="font:16px/1.6 sans-serif;color:#1d2430;max-width:34rem;margin:2rem auto;padding:0 1rem">
<p>${escapeHtml(greeting)}</p>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${action ? `<p><a href="${escapeHtml(action.url)}" style="background:#7a3e12;color:#fff;padding:.7rem 1.2rem;border-radius:6px;text-decoration:none">${escapeHtml(action.label)}</a></p>` : ''}
<p style="color:#5b6474;font-size:13px">${escapeHtml(footer)}</p></body></html>`;
  return { subject, text, html };
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/**
 * Reduces a user-chosen name to letters, digits and spaces, for a mail to an unverified address: mail programs turn
 * anything that resembles a link into one.
 */
export function plainName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{M}\p{N}' -]+/gu, '').trim();
  return plain === '' ? '…' : plain;
}

/** Words in a person's language, or else in English, and the locale of these words, for the times among them. */
export function wordsIn<Words>(wordsOf: (language: Language) => Words, locale: string) {
  const language = languageOf(locale);
  return { words: wordsOf(language), locale: locale.startsWith(language) ? locale : 'en_US' };
}

const CLOCK = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
const DATE = { weekday: 'long', day: 'numeric', month: 'long' } as const;

const formatted = (at: Date, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale.replace('_', '-'), options).format(at);

/** Formats a point in time in the locale of the words around it, naming the zone. */
export const localTime = (at: Date, locale: string, timeZone: string) =>
  formatted(at, locale, { ...CLOCK, timeZone: zoneOrUtc(timeZone) });

/** The same with the date. */
export const localMoment = (at: Date, locale: string, timeZone: string) =>
  formatted(at, locale, { ...DATE, ...CLOCK, timeZone: zoneOrUtc(timeZone) });
