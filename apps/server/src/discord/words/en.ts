import type { EventRole } from '@guildhall/contracts/event.ts';

/** `when` is a timestamp that Discord shows in each reader's own time zone; names and titles come escaped. */
export type DiscordWords = {
  /** As a heading or on a button. */
  roles: Record<EventRole, string>;
  buttons: {
    comes: string;
    tentative: string;
    declined: string;
    late: string;
    mine: string;
    page: string;
    link: string;
    character: string;
    back: string;
    forward: string;
  };
  answers: {
    signedUp(title: string, when: string): string;
    waitlist(title: string, when: string, place: number): string;
    tentative(title: string, when: string): string;
    declined(title: string, when: string): string;
    none(title: string, when: string): string;
    /** Joined by ` · `: the character, the role, the minutes late. */
    lateBy(minutes: number): string;
    away: string;
    linkedSince: string;
  };
  character: { choose(role: string | null): string; placeholder: string; more: string };
  late: { title: string; minutes: string; onTime: string; byMinutes(minutes: number): string; note: string };
  refusals: {
    outOfDate: string;
    notLinked: string;
    noServer: string;
    whichGuild: string;
    notMember: string;
    noCharacter(role: string | null): string;
    answerFirst: string;
    waitSeconds(seconds: number): string;
    fault(requestId: string): string;
    busy: string;
  };
  works: string;
};

export const words: DiscordWords = {
  roles: { tank: 'Tank', healer: 'Healer', melee: 'Melee', ranged: 'Ranged', flex: 'Flexible' },
  buttons: {
    comes: 'I’m in',
    tentative: 'Maybe',
    declined: 'Can’t make it',
    late: 'Late or note',
    mine: 'My answer',
    page: 'Open the page',
    link: 'Connect Discord with Guildhall',
    character: 'Another character',
    back: 'Back',
    forward: 'More',
  },
  answers: {
    signedUp: (title, when) => `You’re in: **${title}**, ${when}.`,
    waitlist: (title, when, place) => `You’re on the waitlist, place ${place}: **${title}**, ${when}.`,
    tentative: (title, when) => `You said maybe: **${title}**, ${when}.`,
    declined: (title, when) => `You said no: **${title}**, ${when}.`,
    none: (title, when) => `You haven’t answered yet: **${title}**, ${when}.`,
    lateBy: (minutes) => `${minutes} min late`,
    away: 'You are marked as away that day, so no place from the waitlist and no reminder reaches you.',
    linkedSince: 'Discord is connected now.',
  },
  character: {
    choose: (role) => (role ? `Which character do you bring as ${role}?` : 'Which character do you bring?'),
    placeholder: 'Choose a character',
    more: 'These are your 25 best equipped. The page has all of them.',
  },
  late: {
    title: 'Late, or a note',
    minutes: 'How late will you be?',
    onTime: 'On time',
    byMinutes: (minutes) => `About ${minutes} minutes`,
    note: 'Note for the raid leader',
  },
  refusals: {
    outOfDate: 'This button is out of date. Use those of a newer message, or the page.',
    notLinked: 'Guildhall doesn’t know who you are here yet. Connect Discord once, and your answer counts at once.',
    noServer: 'This server isn’t connected with a guild of Guildhall. An officer connects it in the guild’s settings.',
    whichGuild: 'Several guilds share this server. Say which one with the option “guild”.',
    notMember: 'Only members of the guild can do this. Sync your characters on the page if you are one.',
    noCharacter: (role) =>
      role
        ? `None of your characters in this guild can come as ${role}. Choose another role, or sync your characters on the page.`
        : 'You have no character in this guild yet. Sync your characters on the page.',
    answerFirst: 'Answer first: press a role or “Maybe”. Then you can say that you’ll be late.',
    waitSeconds: (seconds) => `That was a lot at once. Try again in ${seconds} seconds.`,
    fault: (requestId) =>
      `Something went wrong on our side. Press again; if it stays, tell an officer this number: ${requestId}`,
    busy: 'Guildhall is busy right now and could not do it. Press again in a moment.',
  },
  works: 'It works: this server reaches Guildhall.',
};
