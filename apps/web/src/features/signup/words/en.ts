import { pluralIn } from '../../../i18n/plural.ts';

const plural = pluralIn('en');

export const words = {
  question: (title: string) => `Your answer to ${title}`,
  in: 'In',
  maybe: 'Maybe',
  maybeShort: 'Maybe',
  no: 'No',
  place: (position: number) => `Place ${position}`,
  waiting: (position: number) => `Waitlist, place ${position}. You move up automatically when somebody leaves.`,
  comesAs: 'as',
  whoComes: (title: string) => `Who comes to ${title}?`,
  character: 'Character',
  role: 'Role',
  also: 'Would also play',
  alsoHint: 'You get the first of your roles with a free place; until then you wait for all of them.',
  choice: (place: number) => `choice ${place}`,
  full: 'full, waitlist',
  note: 'Note',
  noteHint: 'Everybody who sees the event can read it.',
  signUp: 'Sign up',
  noCharacter: 'You have no character here',
  noCharacterHint: 'Fetch your characters, or bring one into this guild.',
  noRole: (name: string) => `${name} cannot play any role of this event.`,
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
    waitlist: 'You are waitlisted',
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
