import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../server.ts';
import { ask, postForm, smallGuild, smallRoster, userToken, ysolde } from '../test-client.ts';

const besideRepository = fileURLToPath(new URL('../../../../../shared/fixtures/battlenet', import.meta.url));
const folder = process.env.GUILDHALL_FIXTURES ?? besideRepository;

/** Paths of each recorded kind of document in the simulator. */
const kinds = {
  'account-profile-summary': '/profile/user/wow',
  'character-profile-summary': ysolde,
  'character-status': `${ysolde}/status`,
  'character-equipment': `${ysolde}/equipment`,
  'character-specializations': `${ysolde}/specializations`,
  'character-statistics': `${ysolde}/statistics`,
  'character-media': `${ysolde}/character-media`,
  'character-professions': `${ysolde}/professions`,
  'character-reputations': `${ysolde}/reputations`,
  'character-achievements': `${ysolde}/achievements`,
  'character-encounters-raids': `${ysolde}/encounters/raids`,
  'character-encounters-dungeons': `${ysolde}/encounters/dungeons`,
  'character-mythic-keystone-profile': `${ysolde}/mythic-keystone-profile`,
  'character-mythic-keystone-season': `${ysolde}/mythic-keystone-profile/season/14`,
  'character-pvp-summary': `${ysolde}/pvp-summary`,
  guild: smallGuild,
  'guild-roster': smallRoster,
  'guild-achievements': `${smallGuild}/achievements`,
  'guild-activity': `${smallGuild}/activity`,
  'guild-crest-index': '/data/wow/guild-crest/index',
  'guild-crest-border-media': '/data/wow/media/guild-crest/border/1',
  'guild-crest-emblem-media': '/data/wow/media/guild-crest/emblem/1',
  'playable-classes-index': '/data/wow/playable-class/index',
  'playable-class': '/data/wow/playable-class/7',
  'playable-races-index': '/data/wow/playable-race/index',
  'playable-race': '/data/wow/playable-race/2',
  'playable-specialization': '/data/wow/playable-specialization/262',
  'playable-specializations-index': '/data/wow/playable-specialization/index',
  'journal-expansions-index': '/data/wow/journal-expansion/index',
  'journal-expansion': '/data/wow/journal-expansion/68',
  'journal-instances-index': '/data/wow/journal-instance/index',
  'journal-instance': '/data/wow/journal-instance/1000',
  'journal-instance-media': '/data/wow/media/journal-instance/1000',
  'journal-encounters-index': '/data/wow/journal-encounter/index',
  'journal-encounter': '/data/wow/journal-encounter/9000',
  'professions-index': '/data/wow/profession/index',
  profession: '/data/wow/profession/164',
  'profession-skill-tier': '/data/wow/profession/164/skill-tier/2492',
  recipe: '/data/wow/recipe/24920',
  'reputation-factions-index': '/data/wow/reputation-faction/index',
  'reputation-faction': '/data/wow/reputation-faction/21',
  realm: '/data/wow/realm/highmere',
  'realms-index': '/data/wow/realm/index',
  'connected-realm': '/data/wow/connected-realm/7101',
};

/** Fields of a specialization that the service never reads: descriptions and PvP talents. */
const unread = /^(gender_description|pvp_talents)\b/;

/** Standings from before some factions had renown levels instead of tiers. */
const older = /^reputations\[\]\.standing\.tier$/;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Key paths with their types; inside an array, only those that every element has. */
function shapeOf(value: unknown, path = ''): Map<string, string> {
  const shape = new Map<string, string>([[path, typeOf(value)]]);
  if (Array.isArray(value)) {
    const elements = value.map((element) => shapeOf(element, `${path}[]`));
    for (const [key, type] of common(elements)) shape.set(key, type);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      for (const [childPath, type] of shapeOf(child, path === '' ? key : `${path}.${key}`)) shape.set(childPath, type);
    }
  }
  return shape;
}

/** The paths that have the same type in all shapes. */
function common(shapes: readonly Map<string, string>[]): Map<string, string> {
  const [first, ...others] = shapes;
  if (!first) return new Map();
  return new Map([...first].filter(([path, type]) => others.every((other) => other.get(path) === type)));
}

function recordings(kind: string): unknown[] {
  const place = join(folder, kind);
  const files = readdirSync(place).filter((file) => file.endsWith('.json'));
  return files.map((file) => JSON.parse(readFileSync(join(place, file), 'utf8')));
}

const present = existsSync(join(folder, 'guild-roster'));
const title = present
  ? 'against the recorded payloads'
  : `against the recorded payloads (SKIPPED: no recordings in ${folder}; set GUILDHALL_FIXTURES)`;

describe.skipIf(!present)(title, () => {
  let simulator: Simulator;
  let token: string;
  beforeAll(async () => {
    simulator = await startSimulator(present ? { recordedDir: folder } : {});
    token = await userToken(simulator, 'ysolde');
  });
  afterAll(() => simulator.close());

  test.each(Object.entries(kinds))(
    '%s has every key that all recordings have, with the same type',
    async (kind, path) => {
      const recorded = recordings(kind);
      expect(recorded.length).toBeGreaterThan(0);
      const expected = [...common(recorded.map((body) => shapeOf(body)))].filter(
        ([key]) => !unread.test(key) && !older.test(key),
      );
      const ours = shapeOf(await (await ask(simulator, path, token)).json());
      const different = expected.flatMap(([key, type]) =>
        ours.get(key) === type ? [] : [`${key}: ${type} recorded, ${ours.get(key) ?? 'nothing'} here`],
      );
      expect(different).toEqual([]);
      expect(expected.length).toBeGreaterThan(3);
    },
  );

  test('the 404 body matches the recorded one', async () => {
    const [recorded] = recordings('error-bodies').filter((body) => JSON.stringify(body).includes('BLZWEBAPI'));
    expect(await (await ask(simulator, '/profile/wow/character/highmere/nobody', token)).json()).toEqual(recorded);
  });

  test('the token answer has the documented fields', async () => {
    const response = await postForm(`${simulator.battlenetOauthUrl}/token`, { grant_type: 'client_credentials' });
    const [documented] = recordings('oauth-token').map((body) => shapeOf(body));
    const ours = shapeOf(await response.json());
    for (const [key, type] of documented ?? []) {
      // The sample has a scope; application tokens have none in practice.
      if (key !== 'scope') expect([key, ours.get(key)]).toEqual([key, type]);
    }
  });

  test('a recording can be served in place of a document', async () => {
    const [file = ''] = readdirSync(join(folder, 'guild-roster'));
    const recorded = await (await fetch(`${simulator.origin}/battlenet/recorded/guild-roster/${file}`)).json();
    const remove = simulator.faults.serve(smallRoster, recorded);
    expect(await (await ask(simulator, smallRoster, token)).json()).toEqual(recorded);
    remove();
  });
});
