import type { InEveryLanguage, Language } from '../../core/services/spoken-languages.ts';

/** `when` is a timestamp that Discord shows in each reader's own time zone; titles come as text. */
const en = {
  /** The plain sentence that a phone's notification shows. */
  open: (title: string) => `Sign up: ${title}`,
  closed: (title: string) => `Sign-ups are closed: ${title}`,
  cancelled: (title: string) => `Cancelled: ${title}`,
  completed: (title: string) => `Over: ${title}`,
  news: (title: string) => `News: ${title}`,
  signUpUntil: (when: string) => `Sign-ups close ${when}`,
  /** Above the people who come, shortly before it begins. */
  begins: (title: string, when: string) => `${title} begins ${when}`,
  comes: 'Coming',
  waitlist: 'Waitlist',
  tentative: 'Maybe',
  declined: (count: number) => `Can’t make it: ${count}`,
  /** The names for which there is no room. */
  more: (count: number) => `+${count} more`,
};

export type PostWords = typeof en;

const WORDS: InEveryLanguage<PostWords> = {
  en,
  de: {
    open: (title) => `Jetzt anmelden: ${title}`,
    closed: (title) => `Anmeldung geschlossen: ${title}`,
    cancelled: (title) => `Abgesagt: ${title}`,
    completed: (title) => `Vorbei: ${title}`,
    news: (title) => `Neuigkeit: ${title}`,
    signUpUntil: (when) => `Anmeldeschluss ${when}`,
    begins: (title, when) => `${title} beginnt ${when}`,
    comes: 'Dabei',
    waitlist: 'Warteliste',
    tentative: 'Vielleicht',
    declined: (count) => `Abgesagt haben: ${count}`,
    more: (count) => `+${count} weitere`,
  },
  es: {
    open: (title) => `Apúntate: ${title}`,
    closed: (title) => `Inscripción cerrada: ${title}`,
    cancelled: (title) => `Cancelado: ${title}`,
    completed: (title) => `Terminado: ${title}`,
    news: (title) => `Novedad: ${title}`,
    signUpUntil: (when) => `La inscripción se cierra ${when}`,
    begins: (title, when) => `${title} empieza ${when}`,
    comes: 'Vienen',
    waitlist: 'Lista de espera',
    tentative: 'Quizá',
    declined: (count) => `No pueden: ${count}`,
    more: (count) => `+${count} más`,
  },
  fr: {
    open: (title) => `Inscrivez-vous : ${title}`,
    closed: (title) => `Inscriptions closes : ${title}`,
    cancelled: (title) => `Annulé : ${title}`,
    completed: (title) => `Terminé : ${title}`,
    news: (title) => `Nouvelle : ${title}`,
    signUpUntil: (when) => `Fin des inscriptions ${when}`,
    begins: (title, when) => `${title} commence ${when}`,
    comes: 'Présents',
    waitlist: 'Liste d’attente',
    tentative: 'Peut-être',
    declined: (count) => `Indisponibles : ${count}`,
    more: (count) => `+${count} autres`,
  },
  pt: {
    open: (title) => `Inscreva-se: ${title}`,
    closed: (title) => `Inscrições encerradas: ${title}`,
    cancelled: (title) => `Cancelado: ${title}`,
    completed: (title) => `Encerrado: ${title}`,
    news: (title) => `Novidade: ${title}`,
    signUpUntil: (when) => `As inscrições se encerram ${when}`,
    begins: (title, when) => `${title} começa ${when}`,
    comes: 'Confirmados',
    waitlist: 'Lista de espera',
    tentative: 'Talvez',
    declined: (count) => `Não podem ir: ${count}`,
    more: (count) => `+${count} outros`,
  },
  ru: {
    open: (title) => `Открыта запись: ${title}`,
    closed: (title) => `Запись закрыта: ${title}`,
    cancelled: (title) => `Отменено: ${title}`,
    completed: (title) => `Завершено: ${title}`,
    news: (title) => `Новость: ${title}`,
    signUpUntil: (when) => `Запись закроется ${when}`,
    begins: (title, when) => `${title} начнётся ${when}`,
    comes: 'Участвуют',
    waitlist: 'Лист ожидания',
    tentative: 'Возможно',
    declined: (count) => `Не смогут: ${count}`,
    more: (count) => `и ещё ${count}`,
  },
};

export const postWords = (language: Language): PostWords => WORDS[language];
