import { localTime, plainName, renderMail, wordsIn } from '../core/services/mail-layout.ts';
import type { InEveryLanguage } from '../core/services/spoken-languages.ts';

const ENGLISH = {
  greeting: (name: string) => `Hello ${name},`,
  confirm: {
    subject: (host: string) => `Confirm your new address for ${host}`,
    body: (host: string, until: string) =>
      `please confirm that this is your address for ${host}. The link works once, until ${until}, while you are signed in.`,
    action: 'Confirm the address',
    footer: 'If you do not know what this is about, ignore it: nothing changes without the link.',
  },
  changed: {
    subject: (host: string) => `Your address for ${host} was changed`,
    body: (host: string) =>
      `this address no longer signs in to your account at ${host}: another one was confirmed in its place.`,
    footer: 'If that was not you, tell the people who run the service at once.',
  },
};

const WORDS: InEveryLanguage<typeof ENGLISH> = {
  en: ENGLISH,
  de: {
    greeting: (name) => `Hallo ${name},`,
    confirm: {
      subject: (host) => `Bestätige deine neue Adresse für ${host}`,
      body: (host, until) =>
        `bitte bestätige, dass dies deine Adresse für ${host} ist. Der Link gilt einmal, bis ${until}, solange du angemeldet bist.`,
      action: 'Adresse bestätigen',
      footer: 'Falls du nicht weißt, worum es geht, ignoriere diese Mail: Ohne den Link ändert sich nichts.',
    },
    changed: {
      subject: (host) => `Deine Adresse für ${host} wurde geändert`,
      body: (host) =>
        `mit dieser Adresse meldet man sich nicht mehr bei deinem Konto auf ${host} an: Eine andere wurde an ihrer Stelle bestätigt.`,
      footer: 'Falls du das nicht warst, sag den Betreibern sofort Bescheid.',
    },
  },
  es: {
    greeting: (name) => `Hola, ${name}:`,
    confirm: {
      subject: (host) => `Confirma tu nueva dirección para ${host}`,
      body: (host, until) =>
        `confirma que esta es tu dirección para ${host}. El enlace sirve una vez, hasta las ${until}, mientras tengas la sesión abierta.`,
      action: 'Confirmar la dirección',
      footer: 'Si no sabes de qué se trata, ignora este correo: sin el enlace no cambia nada.',
    },
    changed: {
      subject: (host) => `Tu dirección para ${host} ha cambiado`,
      body: (host) => `esta dirección ya no da acceso a tu cuenta en ${host}: se ha confirmado otra en su lugar.`,
      footer: 'Si no has sido tú, avisa cuanto antes a quienes llevan el servicio.',
    },
  },
  fr: {
    greeting: (name) => `Bonjour ${name},`,
    confirm: {
      subject: (host) => `Confirmez votre nouvelle adresse pour ${host}`,
      body: (host, until) =>
        `merci de confirmer que cette adresse est la vôtre pour ${host}. Le lien fonctionne une fois, jusqu’à ${until}, tant que vous êtes connecté.`,
      action: 'Confirmer l’adresse',
      footer: 'Si cela ne vous dit rien, ignorez ce message : sans le lien, rien ne change.',
    },
    changed: {
      subject: (host) => `Votre adresse pour ${host} a été changée`,
      body: (host) =>
        `cette adresse ne permet plus de se connecter à votre compte sur ${host} : une autre a été confirmée à sa place.`,
      footer: 'Si ce n’était pas vous, prévenez tout de suite les responsables du service.',
    },
  },
  pt: {
    greeting: (name) => `Olá, ${name},`,
    confirm: {
      subject: (host) => `Confirme seu novo endereço em ${host}`,
      body: (host, until) =>
        `confirme que este é o seu endereço em ${host}. O link funciona uma vez, até ${until}, enquanto você estiver conectado.`,
      action: 'Confirmar endereço',
      footer: 'Se você não sabe do que se trata, ignore: sem o link nada muda.',
    },
    changed: {
      subject: (host) => `Seu endereço em ${host} foi alterado`,
      body: (host) => `este endereço não dá mais acesso à sua conta em ${host}: outro foi confirmado no lugar dele.`,
      footer: 'Se não foi você, avise imediatamente os responsáveis pelo serviço.',
    },
  },
  ru: {
    greeting: (name) => `Здравствуйте, ${name}!`,
    confirm: {
      subject: (host) => `Подтвердите новый адрес для ${host}`,
      body: (host, until) =>
        `Подтвердите, что это ваш адрес для ${host}. Ссылка действует один раз, до ${until}, пока вы находитесь в системе.`,
      action: 'Подтвердить адрес',
      footer: 'Если вы не понимаете, о чём речь, не обращайте внимания: без ссылки ничего не изменится.',
    },
    changed: {
      subject: (host) => `Ваш адрес для ${host} изменён`,
      body: (host) =>
        `С этим адресом больше нельзя войти в вашу учётную запись на ${host}: вместо него подтверждён другой.`,
      footer: 'Если это были не вы, немедленно сообщите тем, кто управляет сервисом.',
    },
  },
};

type Person = { displayName: string; locale: string; host: string };

export function emailChangeMail(mail: Person & { url: string; expiresAt: Date; timeZone: string }) {
  const { words, locale } = wordsIn(WORDS, mail.locale);
  const { confirm, greeting } = words;
  return renderMail({
    subject: confirm.subject(mail.host),
    greeting: greeting(plainName(mail.displayName)),
    paragraphs: [confirm.body(mail.host, localTime(mail.expiresAt, locale, mail.timeZone))],
    action: { label: confirm.action, url: mail.url },
    footer: confirm.footer,
  });
}

export function oldAddressMail({ displayName, locale, host }: Person) {
  const { changed, greeting } = wordsIn(WORDS, locale).words;
  return renderMail({
    subject: changed.subject(host),
    greeting: greeting(plainName(displayName)),
    paragraphs: [changed.body(host)],
    footer: changed.footer,
  });
}
