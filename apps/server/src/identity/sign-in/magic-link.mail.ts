import { localTime, renderMail, wordsIn } from '../../core/services/mail-layout.ts';
import { magicLinkWords } from './magic-link.words.ts';

type MagicLinkMail = { url: string; host: string; expiresAt: Date; locale: string; timeZone: string };

export function magicLinkMail({ url, host, expiresAt, timeZone, ...person }: MagicLinkMail) {
  const { words, locale } = wordsIn(magicLinkWords, person.locale);
  return renderMail({
    subject: words.subject({ host }),
    greeting: words.greeting,
    paragraphs: [words.body({ host, until: localTime(expiresAt, locale, timeZone) })],
    action: { label: words.action, url },
    footer: words.footer,
  });
}
