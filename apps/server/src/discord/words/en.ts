type AttendanceNumbers = { percent: number; events: number; there: number; late: number; missed: number };

/** `when` is a timestamp that Discord shows in each reader's own time zone; names and titles come escaped. */
export const words = {
  /** As a heading or on a button. */
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
    signedUp: (title: string, when: string) => `You’re in: **${title}**, ${when}.`,
    waitlist: (title: string, when: string, place: number) =>
      `You’re on the waitlist, place ${place}: **${title}**, ${when}.`,
    tentative: (title: string, when: string) => `You said maybe: **${title}**, ${when}.`,
    declined: (title: string, when: string) => `You said no: **${title}**, ${when}.`,
    none: (title: string, when: string) => `You haven’t answered yet: **${title}**, ${when}.`,
    /** Joined by ` · `: the character, the role, the minutes late. */
    lateBy: (minutes: number) => `${minutes} min late`,
    away: 'You are marked as away that day, so no place from the waitlist and no reminder reaches you.',
  },
  character: {
    choose: (role: string | null) =>
      role ? `Which character do you bring as ${role}?` : 'Which character do you bring?',
    placeholder: 'Choose a character',
    more: 'These are your 25 best equipped. The page has all of them.',
  },
  late: {
    title: 'Late, or a note',
    minutes: 'How late will you be?',
    onTime: 'On time',
    byMinutes: (minutes: number) => `About ${minutes} minutes`,
    note: 'Note for the raid leader',
  },
  refusals: {
    outOfDate: 'This button is out of date. Use those of a newer message, or the page.',
    notLinked: 'Guildhall doesn’t know who you are here yet. Connect Discord once, and your answer counts right away.',
    noServer: 'This server isn’t connected to a guild on Guildhall. An officer can connect it in the guild’s settings.',
    whichGuild: 'Several guilds share this server. Pick one with the option “guild”.',
    notMember: 'Only members of the guild can do this. Sync your characters on the page if you are one.',
    noCharacter: (role: string | null) =>
      role
        ? `None of your characters in this guild can come as ${role}. Choose another role, or sync your characters on the page.`
        : 'You have no character in this guild yet. Sync your characters on the page.',
    answerFirst: 'Answer first: press a role or “Maybe”. Then you can say that you’ll be late.',
    waitSeconds: (seconds: number) => `That was a lot at once. Try again in ${seconds} seconds.`,
    fault: (requestId: string) =>
      `Something went wrong on our side. Press again; if it keeps failing, tell an officer this number: ${requestId}`,
    busy: 'Guildhall is busy right now and couldn’t do it. Press again in a moment.',
  },
  lists: {
    status: {
      signed_up: 'you’re in',
      tentative: 'you said maybe',
      waitlist: 'you’re waiting',
      declined: 'you said no',
    },
    noEvents: 'Nothing is planned at the moment.',
    noEvent: (text: string) => `No upcoming event has “${text}” in its title.`,
    whichEvent: 'Which one do you mean?',
    nobody: 'Nobody matches. Try a shorter part of the name.',
    members: (count: number) => `${count} members`,
    crafters: (text: string) => `**${text}** can be made by:`,
    noCrafter: (text: string) =>
      `Nobody in the guild is known to make “${text}”. Try another part of the name, three letters or more.`,
    noAttendance: 'No event has counted for this member yet.',
    attendance: (name: string, { percent, events, there, late, missed }: AttendanceNumbers) =>
      `**${name}**: ${percent}% of ${events} events. There ${there} times, ${late} of them late; missed ${missed}.`,
    wrongDays: 'Write days as 2026-12-24; the last must not be before the first, and at most 366 days.',
    away: (from: string, to: string, declined: number) =>
      `You are marked as away from ${from} to ${to}.${declined > 0 ? ` Your answers to ${declined} events are declined now.` : ''}`,
  },
  /** Shown while a command is typed: at most 100 characters. */
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
  muted: (address: string) => `Turned off. You can turn it on again here: <${address}>`,
};

export type DiscordWords = typeof words;
