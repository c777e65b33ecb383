/** Templates for a new organization. Their texts are examples for each guild to rewrite. */
import type { OrganizationTemplate } from '@guildhall/contracts/manage-organization.ts';
import type { Permission } from '@guildhall/contracts/organization.ts';

const OFFICER: Permission[] = [
  'canManageEvents',
  'canManageContent',
  'canManageRoster',
  'canManageLoot',
  'canSyncRoster',
  'canViewOfficerData',
  'canInviteMembers',
  'canViewRoster',
];
const LEADER: Permission[] = ['canManageGuild', 'canManageRoles', ...OFFICER];
const PLANNER: Permission[] = ['canManageEvents', 'canViewOfficerData', 'canViewRoster'];
const RECRUITER: Permission[] = ['canInviteMembers', 'canViewRoster'];
const MEMBER: Permission[] = ['canViewRoster'];

const role = (name: string, permissions: Permission[]) => ({ name, permissions });

type Settings = OrganizationTemplate['settings'];
const openTo = (
  roles: NonNullable<Settings['recruiting']>['roles'],
  attendance?: Settings['attendance'],
): Settings => ({
  visibility: 'public',
  recruiting: { open: true, roles },
  ...(attendance && { attendance }),
});

export const organizationTemplates: OrganizationTemplate[] = [
  {
    key: 'raiding',
    name: 'Raiding guild',
    description: 'A fixed team with raid nights, trials and a loot council.',
    type: 'guild',
    roles: [
      role('Officer', LEADER),
      role('Raid Leader', PLANNER),
      role('Recruiter', RECRUITER),
      role('Raider', MEMBER),
      role('Trial', MEMBER),
      role('Friend', []),
    ],
    settings: openTo(['tank', 'healer', 'melee', 'ranged'], {
      lateWeight: 75,
      benchedWeight: 100,
      countDeclined: false,
      tooFewEvents: 4,
    }),
    texts: {
      motd: 'Sign up for this week by Tuesday. Invites go out fifteen minutes before the pull.',
      rules: [
        '## Rules',
        '- Sign up or sign off before the deadline. Silence is an absence.',
        '- Be there for the invites, with flasks, food and a repaired set.',
        '- One voice calls in a fight. Discuss afterwards.',
        '- Logs are for getting better, not for pointing at people.',
      ].join('\n'),
      loot_rules: [
        '## Loot',
        'The council decides: progress of the raid first, then attendance, then what was received lately.',
        'Trials come after raiders for what both need. Decisions are written down and may be asked about.',
      ].join('\n'),
      raid_info:
        '## Raids\n- Wednesday and Sunday, 20:00 to 23:00\n- Invites at 19:45\n- Normal first, then heroic, mythic when the team is ready',
      recruitment:
        '## We are looking for raiders\nTell us your main character, your logs, and the nights on which you can be there.',
    },
  },
  {
    key: 'mythic-plus',
    name: 'Mythic+ team',
    description: 'Small groups that push keys together, week by week.',
    type: 'team',
    roles: [
      role('Organizer', LEADER),
      role('Key Captain', PLANNER),
      role('Runner', MEMBER),
      role('Substitute', MEMBER),
    ],
    settings: openTo(['tank', 'healer'], { lateWeight: 50, benchedWeight: 100, countDeclined: false, tooFewEvents: 3 }),
    texts: {
      motd: 'Post your key after the reset, and what you need from the vault.',
      rules: [
        '## Rules',
        '- A key that was begun is finished, unless all five agree.',
        '- Say before the start what you aim for: in time, or just done.',
        '- Know your interrupts and the route.',
      ].join('\n'),
      loot_rules: 'Trade what is no upgrade for you to whom it is, before you ask for gold.',
      raid_info: '## Runs\n- Weekly keys: Wednesday after the reset\n- Pushing: Friday and Saturday from 20:00',
      recruitment: 'We need people who stay calm when a pull goes wrong. Tell us your role, rating and times.',
    },
  },
  {
    key: 'pvp',
    name: 'PvP team',
    description: 'Arena partners, rated battlegrounds and war games.',
    type: 'team',
    roles: [role('Captain', LEADER), role('Shot Caller', PLANNER), role('Fighter', MEMBER), role('Reserve', MEMBER)],
    settings: openTo(['healer'], { lateWeight: 50, benchedWeight: 100, countDeclined: true, tooFewEvents: 4 }),
    texts: {
      motd: 'Rated battlegrounds on Thursday. Arena partners look for each other in the channel.',
      rules: [
        '## Rules',
        '- One caller a match. Follow the call, even a wrong one.',
        '- No selling and no buying of ratings.',
        '- Lost together is lost together.',
      ].join('\n'),
      raid_info: '## Evenings\n- Thursday 20:00: rated battlegrounds\n- Sunday 19:00: war games and practice',
      recruitment: 'Tell us your class, bracket and best rating, and when you have time to practise.',
    },
  },
  {
    key: 'social',
    name: 'Social community',
    description: 'People first: events for all members, no duty to attend.',
    type: 'community',
    roles: [
      role('Officer', LEADER),
      role('Host', ['canManageEvents', 'canManageContent', 'canViewRoster']),
      role('Greeter', RECRUITER),
      role('Member', MEMBER),
    ],
    settings: openTo([]),
    texts: {
      motd: 'Welcome. Look into the calendar: you may join everything.',
      rules: [
        '## Rules',
        '- Be kind. Behind every character is a person.',
        '- No politics, no slurs, no begging.',
        '- Officers listen; write to any of them.',
      ].join('\n'),
      description: 'A community for people who like to play together, at their own pace.',
      recruitment: 'No application. Come to an evening and see whether you like us.',
    },
  },
  {
    key: 'leveling',
    name: 'Leveling guild',
    description: 'For new and returning players, with mentors who show the way.',
    type: 'guild',
    roles: [
      role('Officer', LEADER),
      role('Mentor', ['canManageEvents', 'canInviteMembers', 'canViewRoster']),
      role('Adventurer', MEMBER),
      role('Newcomer', MEMBER),
    ],
    settings: openTo(['tank', 'healer', 'melee', 'ranged']),
    texts: {
      motd: 'Dungeon evening on Saturday, all levels. Ask for a mentor if you are new.',
      rules: [
        '## Rules',
        '- There are no stupid questions.',
        '- Run with those who are slower than you.',
        '- What the guild bank gives for leveling is used, not sold.',
      ].join('\n'),
      loot_rules: 'Need before greed, and need means that you will wear it now.',
      description: 'We level together, learn dungeons, and find out what we like to do at the end.',
      recruitment: 'New players are what we are here for. Whisper any of us.',
    },
  },
  {
    key: 'classic',
    name: 'Classic guild',
    description: 'Large raids of Classic with reserved items and world buffs.',
    type: 'guild',
    roles: [
      role('Officer', LEADER),
      role('Class Leader', PLANNER),
      role('Banker', ['canManageContent', 'canViewOfficerData', 'canViewRoster']),
      role('Raider', MEMBER),
      role('Member', MEMBER),
    ],
    settings: openTo(['tank', 'healer', 'melee', 'ranged'], {
      lateWeight: 75,
      benchedWeight: 100,
      countDeclined: false,
      tooFewEvents: 4,
    }),
    texts: {
      motd: 'World buffs one hour before the raid. Reserve your items by noon.',
      rules: [
        '## Rules',
        '- Be at the entrance when the raid begins, with consumables.',
        '- Summons are for those who cannot be there, not for those who will not.',
        '- Who reserves and does not come loses the next reservation.',
      ].join('\n'),
      loot_rules: [
        '## Loot',
        'One reserved item a raid; those who reserved the same one roll for it.',
        'Unreserved items are rolled for: main specialization before others.',
      ].join('\n'),
      raid_info: '## Raids\n- Thursday 19:30: the long one\n- Monday 20:00: twenty people and alternates',
      recruitment: 'All classes, most of all those that none of us plays. Tell us your professions too.',
    },
  },
];
