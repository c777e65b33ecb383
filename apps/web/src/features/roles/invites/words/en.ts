import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';

const number = numbersIn('en');
const plural = pluralIn('en');

export const words = {
  accept: {
    title: 'You are invited',
    invitedBy: (name: string) => `${name} invites you to`,
    invited: 'You are invited to',
    types: { guild: 'Guild', community: 'Community', team: 'Team' },
    withRole: (role: string) => `You join as ${role}`,
    until: (time: string) => `until ${time}`,
    join: 'Join',
    signIn: 'Sign in to join',
    as: (name: string) => `You are signed in as ${name}.`,
  },
  list: {
    title: 'Invites',
    lead: 'links that let people join',
    make: 'New invite',
    none: 'No open invites',
    noneHint: 'Create a link and send it to people who should join.',
    synced: 'In-game guilds have no invites',
    syncedHint: 'Everybody with a character in the guild is a member here.',
    used: (uses: number) => plural(uses, { one: 'Used # time', other: 'Used # times' }),
    usedOf: (uses: number, most: number) => `Used ${number(uses)} of ${number(most)}`,
    by: (name: string) => `by ${name}`,
    until: (time: string) => `until ${time}`,
    revoke: 'Revoke',
    revokeQuestion: 'Revoke this invite?',
    revokeConsequence: (uses: number) =>
      plural(uses, {
        one: 'The link stops working at once. The # person who used it stays.',
        other: 'The link stops working at once. The # people who used it stay.',
      }),
  },
  make: {
    title: 'New invite',
    valid: 'Works for',
    durations: { 24: 'a day', 168: 'a week', 720: 'thirty days' } as Record<24 | 168 | 720, string>,
    uses: 'For how many people',
    usesHint: 'Empty: no limit.',
    role: 'With the role',
    roleHint: 'Choose a role that you may give.',
    noRole: 'No role',
    verb: 'Create link',
    made: 'The link is ready',
    once: 'It is shown only once. Anybody who has it can join.',
    address: 'Address',
    copy: 'Copy',
    copied: 'Copied.',
    done: 'Done',
  },
};
export type InvitesWords = typeof words;
