import { pluralIn } from '../../../i18n/plural.ts';
import type { SignupWords } from './en.ts';

const plural = pluralIn('fr');

export const words: SignupWords = {
  question: (title) => `Ta réponse pour ${title}`,
  in: 'Oui',
  maybe: 'Peut-être',
  maybeShort: 'Peut-être',
  no: 'Non',
  place: (position) => `Rang ${position}`,
  waiting: (position) => `Tu attends au rang ${position}. Tu montes tout seul dès qu’une place se libère.`,
  comesAs: 'avec',
  whoComes: (title) => `Qui vient à ${title} ?`,
  character: 'Personnage',
  role: 'Rôle',
  also: 'Jouerait aussi',
  alsoHint: 'Tu obtiens le premier de tes rôles qui a une place libre, et tu attends pour tous.',
  choice: (place) => `choix ${place}`,
  full: 'complet, tu attendras',
  note: 'Note',
  noteHint: 'Tous ceux qui voient l’événement peuvent la lire.',
  signUp: 'S’inscrire',
  noCharacter: 'Tu n’as aucun personnage ici',
  noCharacterHint: 'Récupère tes personnages ou fais-en entrer un dans cette guilde.',
  noRole: (name) => `${name} ne peut tenir aucun rôle de cet événement.`,
  gaveUp: (title) => `Tu as laissé ta place à ${title}.`,
  days: {
    away: 'Absent',
    today: 'Aujourd’hui',
    nothing: 'Rien de prévu',
    reset: (time) => `Reset ${time}`,
    people: (count) => plural(count, { one: '# participant', other: '# participants' }),
  },
  states: {
    signed_up: 'Tu participes',
    tentative: 'Tu as dit peut-être',
    declined: 'Tu as dit non',
    waitlist: 'Tu attends une place',
    unanswered: 'Tu n’as pas répondu',
    closed: 'Inscriptions closes',
    cancelled: 'Annulé',
    draft: 'Pas encore publié',
  },
  attendance: {
    present: 'Tu étais là',
    late: 'Tu es arrivé en retard',
    benched: 'Tu étais sur le banc',
    excused: 'Tu étais excusé',
    no_show: 'Tu étais absent',
  },
};
