import { pluralIn } from '../../../i18n/plural.ts';

const plural = pluralIn('en');

export const words = {
  question: (title: string) => `Your answer to ${title}`,
  in: 'In',
  maybe: 'Maybe',
  maybeShort: 'Maybe',
  no: 'No',
  place: (position: number) => `Place ${position}`,
  waiting: (position: number) => `You wait, place ${position}. You move up by yourself when somebody leaves.`,
  comesAs: 'as',
  whoComes: (title: string) => `Who comes to ${title}?`,
  character: 'Character',
  role: 'Role',
  also: 'Would also play',
  alsoHint: 'You get the first of your roles that has a free place, and wait for all of them.',
  choice: (place: number) => `choice ${place}`,
  full: 'full, you wait',
  note: 'Note',
  noteHint: 'Everybody who sees the event can read it.',
  signUp: 'Sign up',
  noCharacter: 'You have no character here',
  noCharacterHint: 'Fetch your characters, or bring one into this guild.',
  noRole: (name: string) => `${name} can play no role of this event.`,
  gaveUp: (title: string) => `You gave up your place in ${title}.`,
  days: {
    away: 'Away',
    today: 'Today',
    nothing: 'Nothing planned',
    reset: (time: string) => `Reset ${time}`,
    people: (count: number) => plural(count, { one: '# is in', other: '# are in' }),
  },
  states: {
    signed_up: 'You are in',
    tentative: 'You said maybe',
    declined: 'You said no',
    waitlist: 'You wait for a place',
    unanswered: 'You did not answer',
    closed: 'Sign-ups are closed',
    cancelled: 'Cancelled',
    draft: 'Not published yet',
  },
  attendance: {
    present: 'You were there',
    late: 'You came late',
    benched: 'You were on the bench',
    excused: 'You were excused',
    no_show: 'You were missing',
  },
};
export type SignupWords = typeof words;
