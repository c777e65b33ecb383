import { pluralIn } from '../../../i18n/plural.ts';
import type { SignupWords } from './en.ts';

const plural = pluralIn('de');

export const words: SignupWords = {
  question: (title) => `Deine Antwort zu ${title}`,
  in: 'Dabei',
  maybe: 'Vielleicht',
  maybeShort: 'Evtl.',
  no: 'Nein',
  place: (position) => `Platz ${position}`,
  waiting: (position) => `Du wartest auf Platz ${position}. Wird etwas frei, rückst du von selbst nach.`,
  comesAs: 'als',
  whoComes: (title) => `Wer kommt zu ${title}?`,
  character: 'Charakter',
  role: 'Rolle',
  also: 'Spielt auch',
  alsoHint: 'Du bekommst die erste deiner Rollen, die einen freien Platz hat, und wartest auf alle.',
  choice: (place) => `${place}. Wahl`,
  full: 'voll, du wartest',
  note: 'Notiz',
  noteHint: 'Alle, die das Ereignis sehen, können sie lesen.',
  signUp: 'Anmelden',
  noCharacter: 'Du hast hier keinen Charakter',
  noCharacterHint: 'Hole deine Charaktere oder bring einen in diese Gilde.',
  noRole: (name) => `${name} kann keine Rolle dieses Ereignisses spielen.`,
  gaveUp: (title) => `Du hast deinen Platz bei ${title} abgegeben.`,
  days: {
    away: 'Abwesend',
    today: 'Heute',
    nothing: 'Nichts geplant',
    reset: (time) => `Reset ${time}`,
    people: (count) => plural(count, { one: '# ist dabei', other: '# sind dabei' }),
  },
  states: {
    signed_up: 'Du bist dabei',
    tentative: 'Du kommst vielleicht',
    declined: 'Du hast abgesagt',
    waitlist: 'Du wartest auf einen Platz',
    unanswered: 'Du hast nicht geantwortet',
    closed: 'Die Anmeldung ist zu',
    cancelled: 'Abgesagt',
    draft: 'Noch nicht veröffentlicht',
  },
  attendance: {
    present: 'Du warst da',
    late: 'Du kamst zu spät',
    benched: 'Du warst auf der Bank',
    excused: 'Du warst entschuldigt',
    no_show: 'Du hast gefehlt',
  },
};
