import type { CharacterOverrides } from './world-characters.ts';
import type { DiscordAccount, Realm } from './world-model.ts';
import { chateauBrume, foretDArgent, highmere } from './world-realms.ts';

/** A character of a demo account before it is created. With a guild, it replaces a member of that rank. */
export type Part = {
  guild?: number;
  rank?: number;
  realm?: Realm;
  overrides?: CharacterOverrides;
};

export type AccountSeed = {
  key: string;
  battletag: string;
  label: string;
  description: string;
  parts: readonly Part[];
};

function named(name: string, part: Part = {}): Part {
  return { ...part, overrides: { level: 80, name, ...part.overrides } };
}

function many(count: number, part: Part): Part[] {
  return Array.from({ length: count }, () => part);
}

/** Guild 0 has 60 members, 1 has 400, 2 has 1,000, unless the world's options set other sizes. */
export const accountSeeds: readonly AccountSeed[] = [
  {
    key: 'ysolde',
    battletag: 'Ysolde#10417',
    label: 'Guild master, 60 members',
    description: 'Leads the small guild; two alts in it, two characters outside.',
    parts: [
      named('Ysolde', { guild: 0, rank: 0, overrides: { classId: 2 } }),
      named('Ysolwen', { guild: 0, rank: 3, overrides: { classId: 5 } }),
      named('Brackenna', { guild: 0, rank: 5, overrides: { level: 71 } }),
      named('Vesperine', { realm: highmere }),
      named('Ysóra', { realm: foretDArgent, overrides: { level: 34 } }),
    ],
  },
  {
    key: 'brannoc',
    battletag: 'Brannoc#21733',
    label: 'Guild master, 400 members',
    description: 'Leads the guild with the accented name, on the realm with the accented slug.',
    parts: [
      named('Brannoc', { guild: 1, rank: 0, realm: foretDArgent, overrides: { classId: 1 } }),
      named('Brannwyr', { guild: 1, rank: 2 }),
      named('Órlathe', { guild: 1, rank: 4, realm: highmere }),
      named('Brankel', { realm: foretDArgent, overrides: { level: 62 } }),
    ],
  },
  {
    key: 'ilveth',
    battletag: 'Ilveth#1198',
    label: 'Guild master, 1,000 members',
    description: 'Leads the largest guild, with an alt among its officers.',
    parts: [
      named('Ilveth', { guild: 2, rank: 0, realm: highmere, overrides: { classId: 11 } }),
      named('Ilvari', { guild: 2, rank: 1 }),
      named('Sablewick', { guild: 2, rank: 4 }),
      named('Ilvund', { realm: highmere, overrides: { level: 48 } }),
    ],
  },
  {
    key: 'kessa',
    battletag: 'Kessaly#1560',
    label: 'Officer, 60 members',
    description: 'Rank 1 in the small guild, and a raider alt in it.',
    parts: [
      named('Kessaly', { guild: 0, rank: 1, realm: highmere, overrides: { classId: 7 } }),
      named('Kestrimo', { guild: 0, rank: 4 }),
    ],
  },
  {
    key: 'dagrun',
    battletag: 'Dagrun#2847',
    label: 'Officer, 1,000 members',
    description: 'Rank 1 in the largest guild, on the connected realm with the accented slug.',
    parts: [named('Dagrunn', { guild: 2, rank: 1, realm: foretDArgent }), named('Dagmaril', { guild: 2, rank: 6 })],
  },
  {
    key: 'pell',
    battletag: 'Pellwick#1304',
    label: 'Member, 60 members',
    description: 'A plain member of the small guild with one alt.',
    parts: [
      named('Pellwick', { guild: 0, rank: 4, realm: highmere, overrides: { classId: 3 } }),
      named('Pelloran', { guild: 0, rank: 6, overrides: { level: 77 } }),
    ],
  },
  {
    key: 'wrenna',
    battletag: 'Wrennaby#2291',
    label: 'Member, 400 members',
    description: 'One character only, at a low rank.',
    parts: [named('Wrennaby', { guild: 1, rank: 6, overrides: { classId: 13 } })],
  },
  {
    key: 'marrow',
    battletag: 'Marrow#1877',
    label: 'In two guilds',
    description: 'One character in the small guild, one in the largest.',
    parts: [named('Marrowind', { guild: 0, rank: 5 }), named('Marrowen', { guild: 2, rank: 5 })],
  },
  {
    key: 'osric',
    battletag: 'Osric#1112',
    label: 'No guild',
    description: 'Three characters, none of them in a guild.',
    parts: [
      named('Osricane', { realm: highmere }),
      named('Oswinter', { realm: foretDArgent, overrides: { level: 80 } }),
      named('Osk', { realm: highmere, overrides: { level: 19 } }),
    ],
  },
  {
    key: 'quill',
    battletag: 'Quill#10003',
    label: '60 characters',
    description: 'Plays everything: 60 characters in two game licences, some of them in each guild.',
    parts: [
      named('Quillon', { guild: 2, rank: 3 }),
      ...many(5, { guild: 2, rank: 6 }),
      ...many(4, { guild: 0, rank: 6 }),
      ...many(3, { guild: 1, rank: 6 }),
      ...many(30, { realm: highmere }),
      ...many(17, { realm: foretDArgent }),
    ],
  },
  {
    key: 'vesper',
    battletag: 'Vesper#1450',
    label: 'No characters',
    description: 'A game account that never made a character: the answer has no wow_accounts.',
    parts: [],
  },
  {
    key: 'tamsel',
    battletag: 'Tamsel#2019',
    label: 'Odd characters',
    description: 'Characters of level 0, and a guild member whose profile answers 404.',
    parts: [
      named('Tamselle', { guild: 0, rank: 6 }),
      named('Tamsgone', { guild: 0, rank: 5, overrides: { profileHidden: true } }),
      named('Tamsaro', { realm: highmere, overrides: { level: 0, profileHidden: true, lastLogin: 0 } }),
      named('Tamseli', { realm: foretDArgent, overrides: { level: 0, profileHidden: true, lastLogin: 0 } }),
    ],
  },
  {
    key: 'edda',
    battletag: 'Edda#3108',
    label: 'Two regions',
    description: 'One character in us, two on a European realm with an accented slug.',
    parts: [
      named('Eddalyn', { realm: highmere }),
      named('Eddamère', { realm: chateauBrume }),
      named('Eddric', { realm: chateauBrume, overrides: { level: 66 } }),
    ],
  },
  {
    key: 'sora',
    battletag: 'Сорамир#2604',
    label: 'Names beyond Latin',
    description: 'A BattleTag in Cyrillic; characters named in Cyrillic and Hangul in the largest guild.',
    parts: [
      named('Сорамир', { guild: 2, rank: 4 }),
      named('달무리', { guild: 2, rank: 5 }),
      named('Sørami', { guild: 2, rank: 6 }),
    ],
  },
];

export const discordSeeds: readonly DiscordAccount[] = [
  {
    key: 'ysolde',
    id: '310400000000000001',
    username: 'ysolde',
    globalName: 'Ysolde',
    email: 'ysolde@example.com',
    verified: true,
    label: 'Verified e-mail',
    description: 'The person of the Battle.net account ysolde.',
  },
  {
    key: 'brannoc',
    id: '310400000000000002',
    username: 'brannoc.oak',
    globalName: 'Brannoc 🌲',
    email: 'brannoc@example.com',
    verified: true,
    label: 'Verified e-mail',
    description: 'The person of the Battle.net account brannoc.',
  },
  {
    key: 'kessa',
    id: '310400000000000003',
    username: 'kessaly',
    globalName: 'Kessaly',
    email: 'kessa@example.com',
    verified: true,
    label: 'Verified e-mail',
    description: 'The person of the Battle.net account kessa.',
  },
  {
    key: 'pell',
    id: '310400000000000004',
    username: 'pellwick',
    globalName: 'Pellwick',
    email: 'pell@example.com',
    verified: false,
    label: 'E-mail not verified',
    description: 'verified: false. The address proves nothing.',
  },
  {
    key: 'impostor',
    id: '310400000000000005',
    username: 'not.ysolde',
    globalName: 'Ysolde',
    email: 'ysolde@example.com',
    verified: false,
    label: 'Somebody else’s e-mail',
    description: 'Claims the address of ysolde without having verified it.',
  },
  {
    key: 'wrenna',
    id: '310400000000000006',
    username: 'wrennaby',
    globalName: null,
    email: 'wrenna@example.com',
    label: 'verified is missing',
    description: 'An address, but no word on whether it is verified; no display name.',
  },
  {
    key: 'osric',
    id: '310400000000000007',
    username: 'osric_',
    globalName: 'Osric',
    email: null,
    verified: true,
    label: 'No e-mail',
    description: 'Signed up without an address: email is null.',
  },
];
