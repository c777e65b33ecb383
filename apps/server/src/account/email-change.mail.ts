import { localTime, plainName, renderMail, wordsIn } from '../core/services/mail-layout.ts';
import { emailChangeWords } from './email-change.words.ts';

type Person = { displayName: string; locale: string; host: string };

export function emailChangeMail(mail: Person & { url: string; expiresAt: Date; timeZone: string }) {
  const { words, locale } = wordsIn(emailChangeWords, mail.locale);
  const { confirm, greeting } = words;
  return renderMail({
    subject: confirm.subject({ host: mail.host }),
    greeting: greeting({ name: plainName(mail.displayName) }),
    paragraphs: [confirm.body({ host: mail.host, until: localTime(mail.expiresAt, locale, mail.timeZone) })],
    action: { label: confirm.action, url: mail.url },
    footer: confirm.footer,
  });
}

export function oldAddressMail({ displayName, locale, host }: Person) {
  const { changed, greeting } = wordsIn(emailChangeWords, locale).words;
  return renderMail({
    subject: changed.subject({ host }),
    greeting: greeting({ name: plainName(displayName) }),
    paragraphs: [changed.body({ host })],
    footer: changed.footer,
  });
}
