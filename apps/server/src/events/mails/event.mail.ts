import { ParticipationStatus } from '@guildhall/contracts/event.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { OutgoingMessage } from '@guildhall/discord/schemas.ts';
import { customId } from '../../chat/custom-id.ts';
import { columns, type RowOf, text } from '../../core/db/statement.ts';
import { localMoment, plainName, renderMail, wordsIn } from '../../core/services/mail-layout.ts';
import type { InEveryLanguage } from '../../core/services/spoken-languages.ts';
import { EVENT_MAIL_KINDS, type EventMailKind } from './event-mail.entity.ts';

/** The facts that a mail or message states. */
export const EventMailRow = columns({
  kind: text(EVENT_MAIL_KINDS),
  displayName: 'text',
  locale: 'text',
  timeZone: 'text',
  eventId: 'uuid',
  title: 'text',
  startsAt: 'instant',
  added: 'bool',
  status: text(ParticipationStatus.options).orNull,
  reason: 'text?',
  /** Such as `tank 1/2`. */
  gaps: 'text[]',
});
type EventMailRow = RowOf<typeof EventMailRow>;

type Words = {
  greeting: (name: string) => string;
  subject: Record<EventMailKind, (title: string) => string>;
  body: {
    reminder: (title: string, at: string) => string;
    promotion: (title: string, at: string) => string;
    /** For a promotion by an officer, who added the person. */
    added: (title: string, at: string) => string;
    role_gap: (title: string, at: string, gaps: string) => string;
  };
  /** By an officer, by the participation after it. */
  placement: Record<ParticipationStatus, (title: string, at: string) => string>;
  reason: (text: string) => string;
  action: string;
  footer: string;
  /** On a button below a direct message. */
  mute: Record<EventMailKind, string>;
};

const ENGLISH: Words = {
  greeting: (name) => `Hello ${name},`,
  subject: {
    reminder: (title) => `Soon: ${title}`,
    promotion: (title) => `You have a place: ${title}`,
    placement: (title) => `Your place has changed: ${title}`,
    role_gap: (title) => `Still missing: ${title}`,
  },
  body: {
    reminder: (title, at) =>
      `“${title}” begins on ${at}. If you cannot come, say so, and somebody else gets the place.`,
    promotion: (title, at) => `a place became free in “${title}” on ${at}, and it is yours.`,
    added: (title, at) => `an officer added you to “${title}” on ${at}. If you cannot come, please withdraw.`,
    role_gap: (title, at, gaps) => `“${title}” begins on ${at}, and people are still missing: ${gaps}.`,
  },
  placement: {
    signed_up: (title, at) => `an officer gave you another place in “${title}” on ${at}.`,
    waitlist: (title, at) => `an officer moved you to the waitlist of “${title}” on ${at}.`,
    tentative: (title, at) => `an officer changed your answer to “${title}” on ${at} to maybe.`,
    declined: (title, at) => `an officer removed you from “${title}” on ${at}.`,
  },
  reason: (text) => `Reason: “${text}”`,
  action: 'Open the event',
  footer: 'Choose in your profile which emails about events you get.',
  mute: {
    reminder: 'No more reminders',
    promotion: 'No more news of free places',
    placement: 'No more news of my place',
    role_gap: 'No more news of missing roles',
  },
};

const WORDS: InEveryLanguage<Words> = {
  en: ENGLISH,
  de: {
    greeting: (name) => `Hallo ${name},`,
    subject: {
      reminder: (title) => `Bald: ${title}`,
      promotion: (title) => `Du bist dabei: ${title}`,
      placement: (title) => `Dein Platz hat sich geändert: ${title}`,
      role_gap: (title) => `Es fehlt noch jemand: ${title}`,
    },
    body: {
      reminder: (title, at) =>
        `„${title}“ beginnt am ${at}. Wenn du nicht kannst, sag ab, dann bekommt jemand anderes den Platz.`,
      promotion: (title, at) => `bei „${title}“ am ${at} ist ein Platz frei geworden, und er gehört dir.`,
      added: (title, at) => `du bist für „${title}“ am ${at} eingetragen worden. Wenn du nicht kannst, sag bitte ab.`,
      role_gap: (title, at, gaps) => `„${title}“ beginnt am ${at}, und es fehlen noch Leute: ${gaps}.`,
    },
    placement: {
      signed_up: (title, at) => `ein Offizier hat dir bei „${title}“ am ${at} einen anderen Platz gegeben.`,
      waitlist: (title, at) => `ein Offizier hat dich bei „${title}“ am ${at} auf die Warteliste gesetzt.`,
      tentative: (title, at) => `ein Offizier hat deine Antwort zu „${title}“ am ${at} auf „vielleicht“ geändert.`,
      declined: (title, at) => `ein Offizier hat dich bei „${title}“ am ${at} ausgetragen.`,
    },
    reason: (text) => `Grund: „${text}“`,
    action: 'Termin öffnen',
    footer: 'Welche Mails zu Terminen du bekommst, wählst du in deinem Profil.',
    mute: {
      reminder: 'Nicht mehr erinnern',
      promotion: 'Nachrücken nicht mehr melden',
      placement: 'Nichts mehr zu meinem Platz melden',
      role_gap: 'Fehlende Rollen nicht mehr melden',
    },
  },
  es: {
    greeting: (name) => `Hola, ${name}:`,
    subject: {
      reminder: (title) => `Pronto: ${title}`,
      promotion: (title) => `Tienes plaza: ${title}`,
      placement: (title) => `Tu plaza ha cambiado: ${title}`,
      role_gap: (title) => `Todavía falta gente: ${title}`,
    },
    body: {
      reminder: (title, at) => `«${title}» empieza el ${at}. Si no puedes venir, dilo y otra persona tendrá la plaza.`,
      promotion: (title, at) => `ha quedado libre una plaza en «${title}», el ${at}, y es tuya.`,
      added: (title, at) =>
        `un oficial te ha apuntado a «${title}», el ${at}. Si no puedes venir, retírate, por favor.`,
      role_gap: (title, at, gaps) => `«${title}» empieza el ${at} y todavía falta gente: ${gaps}.`,
    },
    placement: {
      signed_up: (title, at) => `un oficial te ha dado otra plaza en «${title}», el ${at}.`,
      waitlist: (title, at) => `un oficial te ha pasado a la lista de espera de «${title}», el ${at}.`,
      tentative: (title, at) => `un oficial ha cambiado tu respuesta a «${title}», el ${at}, a «quizá».`,
      declined: (title, at) => `un oficial te ha quitado de «${title}», el ${at}.`,
    },
    reason: (text) => `Motivo: «${text}»`,
    action: 'Abrir el evento',
    footer: 'En tu perfil eliges qué correos sobre eventos recibes.',
    mute: {
      reminder: 'No más recordatorios',
      promotion: 'No más avisos de plazas libres',
      placement: 'No más avisos sobre mi plaza',
      role_gap: 'No más avisos de roles que faltan',
    },
  },
  fr: {
    greeting: (name) => `Bonjour ${name},`,
    subject: {
      reminder: (title) => `Bientôt : ${title}`,
      promotion: (title) => `Vous avez une place : ${title}`,
      placement: (title) => `Votre place a changé : ${title}`,
      role_gap: (title) => `Il manque du monde : ${title}`,
    },
    body: {
      reminder: (title, at) =>
        `« ${title} » commence le ${at}. Si vous ne pouvez pas venir, dites-le : quelqu’un d’autre aura la place.`,
      promotion: (title, at) => `une place s’est libérée pour « ${title} », le ${at}, et elle est à vous.`,
      added: (title, at) =>
        `un officier vous a inscrit à « ${title} », le ${at}. Si vous ne pouvez pas venir, désistez-vous.`,
      role_gap: (title, at, gaps) => `« ${title} » commence le ${at} et il manque encore du monde : ${gaps}.`,
    },
    placement: {
      signed_up: (title, at) => `un officier vous a donné une autre place dans « ${title} », le ${at}.`,
      waitlist: (title, at) => `un officier vous a mis sur la liste d’attente de « ${title} », le ${at}.`,
      tentative: (title, at) => `un officier a changé votre réponse à « ${title} », le ${at}, en « peut-être ».`,
      declined: (title, at) => `un officier vous a retiré de « ${title} », le ${at}.`,
    },
    reason: (text) => `Raison : « ${text} »`,
    action: 'Ouvrir l’événement',
    footer: 'Dans votre profil, vous choisissez les messages que vous recevez sur les événements.',
    mute: {
      reminder: 'Plus de rappels',
      promotion: 'Plus d’annonces de places',
      placement: 'Plus d’annonces sur ma place',
      role_gap: 'Plus d’annonces de rôles manquants',
    },
  },
  pt: {
    greeting: (name) => `Olá, ${name},`,
    subject: {
      reminder: (title) => `Em breve: ${title}`,
      promotion: (title) => `Você tem uma vaga: ${title}`,
      placement: (title) => `Sua vaga mudou: ${title}`,
      role_gap: (title) => `Ainda falta gente: ${title}`,
    },
    body: {
      reminder: (title, at) => `“${title}” começa em ${at}. Se não puder vir, avise, e outra pessoa fica com a vaga.`,
      promotion: (title, at) => `abriu uma vaga em “${title}”, em ${at}, e ela é sua.`,
      added: (title, at) => `um oficial inscreveu você em “${title}”, em ${at}. Se não puder vir, cancele a inscrição.`,
      role_gap: (title, at, gaps) => `“${title}” começa em ${at} e ainda falta gente: ${gaps}.`,
    },
    placement: {
      signed_up: (title, at) => `um oficial deu a você outra vaga em “${title}”, em ${at}.`,
      waitlist: (title, at) => `um oficial colocou você na lista de espera de “${title}”, em ${at}.`,
      tentative: (title, at) => `um oficial mudou sua resposta a “${title}”, em ${at}, para talvez.`,
      declined: (title, at) => `um oficial tirou você de “${title}”, em ${at}.`,
    },
    reason: (text) => `Motivo: “${text}”`,
    action: 'Abrir o evento',
    footer: 'No seu perfil você escolhe quais e-mails sobre eventos recebe.',
    mute: {
      reminder: 'Não quero mais lembretes',
      promotion: 'Não avisar mais de vagas',
      placement: 'Não avisar mais da minha vaga',
      role_gap: 'Não avisar mais de funções em falta',
    },
  },
  ru: {
    greeting: (name) => `Здравствуйте, ${name}!`,
    subject: {
      reminder: (title) => `Скоро: ${title}`,
      promotion: (title) => `Для вас есть место: ${title}`,
      placement: (title) => `Ваше место изменилось: ${title}`,
      role_gap: (title) => `Ещё не хватает людей: ${title}`,
    },
    body: {
      reminder: (title, at) =>
        `«${title}» начинается ${at}. Если вы не сможете прийти, откажитесь, и место достанется другому.`,
      promotion: (title, at) => `В «${title}» (${at}) освободилось место, и оно ваше.`,
      added: (title, at) => `Офицер записал вас на «${title}» (${at}). Если вы не сможете прийти, откажитесь.`,
      role_gap: (title, at, gaps) => `«${title}» начинается ${at}, и ещё не хватает людей: ${gaps}.`,
    },
    placement: {
      signed_up: (title, at) => `Офицер дал вам другое место в «${title}» (${at}).`,
      waitlist: (title, at) => `Офицер перевёл вас в лист ожидания «${title}» (${at}).`,
      tentative: (title, at) => `Офицер изменил ваш ответ на «${title}» (${at}) на «возможно».`,
      declined: (title, at) => `Офицер убрал вас из «${title}» (${at}).`,
    },
    reason: (text) => `Причина: «${text}»`,
    action: 'Открыть событие',
    footer: 'В профиле можно выбрать, какие письма о событиях вы получаете.',
    mute: {
      reminder: 'Больше не напоминать',
      promotion: 'Не сообщать об освободившихся местах',
      placement: 'Не сообщать о моём месте',
      role_gap: 'Не сообщать о недостающих ролях',
    },
  },
};

export function eventMail(row: EventMailRow, baseUrl: string) {
  const { words, locale } = wordsIn(WORDS, row.locale);
  const { greeting, subject, reason, action, footer } = words;
  // The title is user input, and mail programs turn anything that resembles a link into one.
  const title = plainName(row.title);
  const at = localMoment(new Date(row.startsAt), locale, row.timeZone);
  return renderMail({
    subject: subject[row.kind](title),
    greeting: greeting(plainName(row.displayName)),
    paragraphs: [sentence(words, row, title, at), ...(row.reason ? [reason(plainName(row.reason))] : [])],
    action: { label: action, url: `${baseUrl}/events/${row.eventId}` },
    footer,
  });
}

/**
 * The same as a message, with times that the reader's program shows on their own clock, and a button that ends messages of
 * its kind. Angle brackets keep Discord from showing a preview of the address.
 */
export function eventMessage(row: EventMailRow, baseUrl: string): OutgoingMessage {
  const { words } = wordsIn(WORDS, row.locale);
  const { footer, mute, reason } = words;
  const seconds = Math.floor(new Date(row.startsAt).getTime() / 1_000);
  const told = sentence(words, row, escapeMarkdown(row.title), `<t:${seconds}:F>`);
  const text = row.reason ? `${told} ${reason(escapeMarkdown(row.reason))}` : told;
  const button = { type: 2, style: 2, label: mute[row.kind], custom_id: customId.mute(row.kind) } as const;
  return {
    content: `${text}\n<${baseUrl}/events/${row.eventId}>\n-# ${footer} <${baseUrl}/me/notifications>`,
    embeds: [],
    components: [{ type: 1, components: [button] }],
  };
}

function sentence({ body, placement }: Words, { kind, added, status, gaps }: EventMailRow, title: string, at: string) {
  if (kind === 'placement') return placement[status ?? 'declined'](title, at);
  return body[added ? 'added' : kind](title, at, gaps.join(', '));
}
