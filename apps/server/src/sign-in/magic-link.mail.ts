import { localTime, renderMail, wordsIn } from '../core/services/mail-layout.ts';
import type { InEveryLanguage } from '../core/services/spoken-languages.ts';

const ENGLISH = {
  subject: (host: string) => `Your sign-in link for ${host}`,
  greeting: 'Hello,',
  body: (host: string, until: string) => `here is your link to sign in to ${host}. It works once, until ${until}.`,
  action: 'Sign in',
  footer: 'If you did not ask for it, ignore this email: without the link nobody gets in.',
};

const WORDS: InEveryLanguage<typeof ENGLISH> = {
  en: ENGLISH,
  de: {
    subject: (host) => `Dein Anmeldelink für ${host}`,
    greeting: 'Hallo,',
    body: (host, until) => `hier ist dein Link, um dich bei ${host} anzumelden. Er gilt einmal, bis ${until}.`,
    action: 'Anmelden',
    footer: 'Falls du ihn nicht angefordert hast, ignoriere diese Mail: Ohne den Link kommt niemand hinein.',
  },
  es: {
    subject: (host) => `Tu enlace de acceso a ${host}`,
    greeting: 'Hola:',
    body: (host, until) => `este es tu enlace para entrar en ${host}. Sirve una sola vez, hasta las ${until}.`,
    action: 'Entrar',
    footer: 'Si no lo has pedido, ignora este correo: sin el enlace no entra nadie.',
  },
  fr: {
    subject: (host) => `Votre lien de connexion à ${host}`,
    greeting: 'Bonjour,',
    body: (host, until) =>
      `voici votre lien pour vous connecter à ${host}. Il fonctionne une seule fois, jusqu’à ${until}.`,
    action: 'Se connecter',
    footer: 'Si vous ne l’avez pas demandé, ignorez ce message : sans le lien, personne n’entre.',
  },
  pt: {
    subject: (host) => `Seu link de acesso a ${host}`,
    greeting: 'Olá,',
    body: (host, until) => `aqui está o seu link para entrar em ${host}. Ele funciona uma vez, até ${until}.`,
    action: 'Entrar',
    footer: 'Se você não pediu, ignore este e-mail: sem o link ninguém entra.',
  },
  ru: {
    subject: (host) => `Ссылка для входа на ${host}`,
    greeting: 'Здравствуйте!',
    body: (host, until) => `Вот ваша ссылка для входа на ${host}. Она действует один раз, до ${until}.`,
    action: 'Войти',
    footer: 'Если вы её не запрашивали, не обращайте внимания: без ссылки никто не войдёт.',
  },
};

type MagicLinkMail = { url: string; host: string; expiresAt: Date; locale: string; timeZone: string };

export function magicLinkMail({ url, host, expiresAt, timeZone, ...person }: MagicLinkMail) {
  const { words, locale } = wordsIn(WORDS, person.locale);
  return renderMail({
    subject: words.subject(host),
    greeting: words.greeting,
    paragraphs: [words.body(host, localTime(expiresAt, locale, timeZone))],
    action: { label: words.action, url },
    footer: words.footer,
  });
}
