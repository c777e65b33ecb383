import type { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';

type AttendanceNumbers = { percent: number; events: number; there: number; late: number; missed: number };

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
  lists: {
    status: Record<ParticipationStatus, string>;
    noEvents: string;
    noEvent(text: string): string;
    whichEvent: string;
    nobody: string;
    members(count: number): string;
    crafters(text: string): string;
    noCrafter(text: string): string;
    noAttendance: string;
    attendance(name: string, of: AttendanceNumbers): string;
    wrongDays: string;
    away(from: string, to: string, declined: number): string;
  };
  /** Shown while a command is typed: at most 100 characters. */
  commands: Record<'events' | 'event' | 'signup' | 'roster' | 'whocan' | 'absence' | 'attendance', string>;
  options: Record<
    'name' | 'role' | 'character' | 'search' | 'rank' | 'recipe' | 'from' | 'to' | 'note' | 'member' | 'guild',
    string
  >;
  works: string;
  muted(address: string): string;
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
  lists: {
    status: {
      signed_up: 'you’re in',
      tentative: 'you said maybe',
      waitlist: 'you’re waiting',
      declined: 'you said no',
    },
    noEvents: 'Nothing is planned at the moment.',
    noEvent: (text) => `No upcoming event has “${text}” in its title.`,
    whichEvent: 'Which one do you mean?',
    nobody: 'Nobody matches. Try a shorter part of the name.',
    members: (count) => `${count} members`,
    crafters: (text) => `**${text}** can be made by:`,
    noCrafter: (text) =>
      `Nobody in the guild is known to make “${text}”. Try another part of the name, three letters or more.`,
    noAttendance: 'No event has counted for this member yet.',
    attendance: (name, { percent, events, there, late, missed }) =>
      `**${name}**: ${percent} % of ${events} events. There ${there} times, ${late} of them late; missed ${missed}.`,
    wrongDays: 'Write days as 2026-12-24; the last must not be before the first, and at most 366 days.',
    away: (from, to, declined) =>
      `You are marked as away from ${from} to ${to}.${declined > 0 ? ` Your answers to ${declined} events are declined now.` : ''}`,
  },
  commands: {
    events: 'The next events of the guild',
    event: 'One event, with your answer and buttons to change it',
    signup: 'Sign up for an event',
    roster: 'Members of the guild in the game',
    whocan: 'Find who can craft something',
    absence: 'Say that you are away for some days',
    attendance: 'How often you, or for officers a member, took part',
  },
  options: {
    name: 'Part of the title; the next event if left out',
    role: 'The role you play',
    character: 'The character you bring',
    search: 'Part of a name',
    rank: 'Rank, 0 is the guild master',
    recipe: 'Part of the recipe or of what it makes',
    from: 'First day, as 2026-12-24',
    to: 'Last day; the same day if left out',
    note: 'Reason, for the officers',
    member: 'A member; officers only',
    guild: 'The guild, if several share this server',
  },
  works: 'It works: this server reaches Guildhall.',
  muted: (address) => `Turned off. You can turn it on again here: <${address}>`,
};
