import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../server.ts';
import {
  appToken,
  ask,
  jsonOf,
  type ProfileBody,
  type RosterBody,
  smallGuild,
  smallRoster,
  userToken,
  ysolde,
} from '../test-client.ts';

type Named = { name: unknown };
type RealmsBody = { realms: { id: number; slug: string; name: string }[] };
type AccountBody = { wow_accounts: { characters: { level: number; realm: { slug: string } }[] }[] };
type CrestPart = { media: { key: { href: string } } };
type CrestBody = { crest: { emblem: CrestPart; border: CrestPart; background: { color: { rgba: unknown } } } };
type MediaBody = { assets: { key: string; value: string }[] };

let simulator: Simulator;
let token: string;
beforeEach(async () => {
  simulator = await startSimulator();
  token = await appToken(simulator);
});
afterEach(() => simulator.close());

const get = (path: string, options: Parameters<typeof ask>[3] = {}) => ask(simulator, path, token, options);
const notFound = { code: 404, type: 'BLZWEBAPI00000404', detail: 'Not Found' };

test('a bearer token is required, and accepted only in the header', async () => {
  const refused = await ask(simulator, ysolde, '');
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { code: 401, type: 'BLZWEBAPI00000401', detail: 'Unauthorized' },
  ]);
  expect((await ask(simulator, `${ysolde}?access_token=${token}`, '')).status).toBe(401);
});

test.each([
  ['no namespace', ysolde, '', 403],
  ['a namespace of another region', ysolde, 'profile-eu', 403],
  ['a malformed namespace', ysolde, 'profile', 403],
  ['a versioned profile namespace', ysolde, 'profile-12.0.1_65617-us', 403],
  ['a namespace of another category', ysolde, 'static-us', 404],
  ['the static namespace for a guild', smallGuild, 'static-us', 404],
  ['the dynamic namespace for classes', '/data/wow/playable-class/index', 'dynamic-us', 404],
  ['a versioned static namespace', '/data/wow/playable-class/index', 'static-12.0.1_65617-us', 200],
])('%s', async (_title, path, namespace, status) => {
  expect((await get(path, { namespace })).status).toBe(status);
});

test('the namespace can come in a header', async () => {
  const url = simulator.battlenetApiUrl.replace('{region}', 'us') + ysolde;
  const headers = { authorization: `Bearer ${token}`, 'battlenet-namespace': 'profile-us' };
  expect((await fetch(url, { headers })).status).toBe(200);
});

test('a missing resource is a 404 with the platform’s body and without Last-Modified', async () => {
  for (const path of [
    '/profile/wow/character/highmere/nobody',
    '/profile/wow/character/7101/ysolde',
    '/data/wow/guild/highmere/nobody',
    `${ysolde}/hunter-pets`,
    '/data/wow/playable-class/99',
    '/data/wow/media/guild-crest/border/6',
    '/nothing',
  ]) {
    const response = await get(path);
    expect([path, response.status, await response.json()]).toEqual([path, 404, notFound]);
    expect(response.headers.get('last-modified')).toBeNull();
    expect(response.headers.get('battlenet-schema')).toBeNull();
  }
  expect((await get('/profile/wow/character/highmere/%E0%A4%A')).status).toBe(400);
});

test('a character profile links to this simulator, with versioned static namespaces', async () => {
  const response = await get(ysolde);
  const body = await jsonOf<ProfileBody>(response);
  const api = simulator.battlenetApiUrl.replace('{region}', 'us');
  expect(body).toMatchObject({
    name: 'Ysolde',
    level: 80,
    character_class: { id: 2, name: 'Paladin' },
    realm: { id: 7101, slug: 'highmere', name: 'Highmere' },
    guild: { name: "Ysmere's Lantern Watch", realm: { slug: 'highmere' }, faction: { type: 'ALLIANCE' } },
    last_login_timestamp: simulator.world.character('highmere', 'Ysolde').lastLogin,
  });
  expect(body.character_class.key.href).toBe(`${api}/data/wow/playable-class/2?namespace=static-12.0.1_65617-us`);
  expect(body._links.self.href).toBe(`${api}${ysolde}?namespace=profile-us`);
  expect(body.guild.key.href).toBe(`${api}${smallGuild}?namespace=profile-us`);
  for (const href of [body._links.self.href, body.guild.key.href, body.realm.key.href, body.race.key.href]) {
    expect((await fetch(href, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  }
  expect(response.headers.get('battlenet-schema')).toBe('character');
  expect(response.headers.get('battlenet-schema-revision')).toBe('18');
  expect(response.headers.get('cache-control')).toBeNull();
});

test('a character without a guild has no guild field, and characters of level 0 or hidden ones are 404', async () => {
  expect(await (await get('/profile/wow/character/highmere/osricane')).json()).not.toHaveProperty('guild');
  expect((await get('/profile/wow/character/highmere/tamsaro')).status).toBe(404);
  expect((await get('/profile/wow/character/highmere/tamsgone')).status).toBe(404);
  const roster = await jsonOf<RosterBody>(await get(smallRoster));
  expect(roster.members.map(({ character }) => character.name)).toContain('Tamsgone');
});

test('names match percent-encoded in any script and case; slugs need their accents', async () => {
  for (const [realm, name] of [
    ['highmere', 'Сорамир'],
    ['highmere', '달무리'],
    ['highmere', 'sØRAMI'],
    ['forêt-d-argent', 'YSÓRA'],
    ['highmere', 'órlathe'],
  ]) {
    const path = `/profile/wow/character/${encodeURIComponent(realm ?? '')}/${encodeURIComponent(name ?? '')}`;
    const response = await get(path);
    expect([name, response.status]).toEqual([name, 200]);
    expect((await jsonOf<ProfileBody>(response)).name.toLowerCase()).toBe(name?.toLowerCase());
  }
  expect((await get('/profile/wow/character/foret-d-argent/ys%C3%B3ra')).status).toBe(404);
  expect((await get('/profile/wow/character/highmere/orlathe')).status).toBe(404);
  expect((await get('/data/wow/guild/for%C3%AAt-d-argent/cr%C3%A9puscule-%C3%A9toil%C3%A9/roster')).status).toBe(200);
});

test('a roster lists all members with the realm by slug and class and race by id', async () => {
  const response = await get('/data/wow/guild/highmere/ninefold-accord/roster');
  const body = await jsonOf<RosterBody>(response);
  expect(body.members).toHaveLength(1000);
  expect(new Set(body.members.map(({ character }) => character.realm.slug)).size).toBe(2);
  expect(body.members[0]?.character).not.toHaveProperty('realm.name');
  expect(body.members[0]?.character).not.toHaveProperty('playable_class.name');
  expect(response.headers.get('battlenet-schema')).toBe('guild-roster');
  expect(response.headers.get('cache-control')).toBe('public, max-age=10800');
});

const resources = [
  ...['equipment', 'specializations', 'statistics', 'character-media', 'professions', 'reputations', 'achievements'],
  ...['encounters/raids', 'encounters/dungeons', 'mythic-keystone-profile', 'pvp-summary'],
];

test('an action of a character changes only the documents that show it', async () => {
  const { world } = simulator;
  const character = world.character('highmere', 'Ysolde');
  const texts = () =>
    Promise.all(resources.map(async (path) => (await get(`${ysolde}/${path}`, { locale: '' })).text()));
  const changedBy = async (act: () => unknown) => {
    const before = await texts();
    act();
    const after = await texts();
    return resources.filter((_, index) => before[index] !== after[index]);
  };
  expect(await changedBy(() => world.login(character, Date.now(), { equippedItemLevel: 170 }))).toEqual(
    expect.arrayContaining(['equipment', 'statistics']),
  );
  expect(await changedBy(() => world.gainReputation(character, 47, -90_000))).toEqual(['reputations']);
  const unknown = [0, 1, 2, 3, 4, 5].map((index) => 25_550 + index);
  expect(await changedBy(() => unknown.map((id) => world.learnRecipe(character, id)))).toEqual(['professions']);
  expect(await changedBy(() => {})).toEqual([]);
});

test('a season of keystones answers exactly those whose profile lists it', async () => {
  const played = simulator.world.characters().filter(({ level, guildId }) => level === 80 && guildId !== null);
  const answers = new Set<string>();
  for (const { name, realm } of played.slice(0, 40)) {
    const path = `/profile/wow/character/${encodeURIComponent(realm.slug)}/${encodeURIComponent(name)}/mythic-keystone-profile`;
    const { seasons } = await jsonOf<{ seasons?: { id: number }[] }>(await get(path));
    answers.add(`${seasons?.map(({ id }) => id)} ${(await get(`${path}/season/14`)).status}`);
  }
  expect([...answers].toSorted()).toEqual(['14 200', 'undefined 404']);
});

test('a played bracket is linked and answers; any other is a 404', async () => {
  const played = simulator.world.characters().filter(({ level, guildId }) => level === 80 && guildId !== null);
  const links: string[] = [];
  for (const { name, realm } of played.slice(0, 20)) {
    const path = `/profile/wow/character/${encodeURIComponent(realm.slug)}/${encodeURIComponent(name)}`;
    const summary = await jsonOf<{ brackets?: { href: string }[] }>(await get(`${path}/pvp-summary`));
    links.push(...(summary.brackets ?? []).map(({ href }) => href));
    expect((await get(`${path}/pvp-bracket/nonesuch`)).status).toBe(404);
  }
  expect(links.length).toBeGreaterThan(5);
  for (const href of links)
    expect((await fetch(href, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

test('every kind of document has a Last-Modified, and answers 304 to a client that has it', async () => {
  const user = await userToken(simulator, 'ysolde');
  for (const path of [
    ysolde,
    `${ysolde}/status`,
    ...resources.map((path) => `${ysolde}/${path}`),
    smallGuild,
    smallRoster,
    `${smallGuild}/achievements`,
    `${smallGuild}/activity`,
    '/profile/user/wow',
    '/data/wow/playable-class/index',
    '/data/wow/playable-class/13',
    '/data/wow/playable-race/index',
    '/data/wow/playable-race/84',
    '/data/wow/playable-specialization/index',
    '/data/wow/playable-specialization/1480',
    '/data/wow/guild-crest/index',
    '/data/wow/media/guild-crest/emblem/7',
    '/data/wow/realm/index',
    '/data/wow/realm/7102',
    '/data/wow/realm/for%C3%AAt-d-argent',
    '/data/wow/connected-realm/7101',
  ]) {
    const response = await ask(simulator, path, user);
    const modified = response.headers.get('last-modified');
    expect([path, response.status, Number.isNaN(Date.parse(modified ?? ''))]).toEqual([path, 200, false]);
    expect(response.headers.get('battlenet-schema')).toBeTruthy();
    const again = await ask(simulator, path, user, { since: modified });
    expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    expect(again.headers.get('last-modified')).toBe(modified);
    const older = new Date(Date.parse(modified ?? '') - 1000).toUTCString();
    expect((await ask(simulator, path, user, { since: older })).status).toBe(200);
    expect((await ask(simulator, path, user, { since: 'yesterday' })).status).toBe(200);
  }
});

test('a conditional request sees a change with a later Last-Modified', async () => {
  const { world } = simulator;
  const dateOf = async (path: string) => (await get(path)).headers.get('last-modified');
  const [profileDate, rosterDate] = [await dateOf(ysolde), await dateOf(smallRoster)];
  world.createMember(world.guild('lantern'), { name: 'Newcomer', rank: 8 });
  const roster = await get(smallRoster, { since: rosterDate });
  expect(roster.status).toBe(200);
  const body = await jsonOf<RosterBody>(roster);
  expect(body.members).toHaveLength(61);
  expect(body.members.find(({ character }) => character.name === 'Newcomer')?.rank).toBe(8);
  expect((await get(ysolde, { since: profileDate })).status).toBe(304);

  world.rename(world.character('highmere', 'Ysolde'), 'Ysandre');
  expect((await get(ysolde, { since: profileDate })).status).toBe(404);
  const renamed = await get('/profile/wow/character/highmere/ysandre', { since: profileDate });
  expect(await renamed.json()).toMatchObject({ name: 'Ysandre' });
  const laterDate = (await get(smallRoster)).headers.get('last-modified');
  expect(Date.parse(laterDate ?? '')).toBeGreaterThan(Date.parse(rosterDate ?? ''));
});

test('a transfer and a faction change show new ids in profile, status and roster', async () => {
  const { world } = simulator;
  const old = world.character('highmere', 'Kessaly');
  const moved = world.transfer(old, 'forêt-d-argent');
  expect((await get('/profile/wow/character/highmere/kessaly/status')).status).toBe(404);
  const status = await get('/profile/wow/character/for%C3%AAt-d-argent/kessaly/status');
  expect(await status.json()).toMatchObject({ id: moved.id, is_valid: true });
  const changed = world.changeFaction(world.character('highmere', 'Ysolde'));
  expect(await (await get(`${ysolde}/status`)).json()).toMatchObject({ id: changed.id });
  const roster = await jsonOf<RosterBody>(await get(smallRoster));
  const ids = roster.members.map(({ character }) => `${character.realm.id}-${character.id}`);
  expect(ids).toEqual(expect.arrayContaining([`7102-${moved.id}`, `7101-${changed.id}`]));
  expect(roster.members).toHaveLength(60);
});

test('an account profile belongs to a region, and has no wow_accounts without characters', async () => {
  const profile = async (account: string, region: string) => {
    const response = await ask(simulator, '/profile/user/wow', await userToken(simulator, account), { region });
    return { status: response.status, body: await jsonOf<AccountBody>(response) };
  };
  const quill = await profile('quill', 'us');
  const sizes = quill.body.wow_accounts.map(({ characters }) => characters.length);
  expect(sizes).toEqual([50, 10]);
  expect((await profile('vesper', 'us')).body).not.toHaveProperty('wow_accounts');
  expect((await profile('ysolde', 'eu')).status).toBe(404);
  const edda = await profile('edda', 'eu');
  expect(edda.body.wow_accounts[0]?.characters).toHaveLength(2);
  expect(edda.body.wow_accounts[0]?.characters[0]?.realm.slug).toBe('château-brume');
  const tamsel = await profile('tamsel', 'us');
  const levels = tamsel.body.wow_accounts[0]?.characters.map(({ level }) => level);
  expect(levels).toContain(0);
});

test('names are objects of twelve languages without a locale; an unknown locale is not an error', async () => {
  const all = await jsonOf<Named>(await get('/data/wow/playable-class/1', { locale: '' }));
  expect(Object.keys(all.name ?? {})).toHaveLength(12);
  expect(all.name).toMatchObject({ en_US: 'Warrior', de_DE: 'Krieger', ko_KR: '전사' });
  const german = await jsonOf<{ classes: Named[] }>(await get('/data/wow/playable-class/index', { locale: 'de_DE' }));
  expect(german.classes[0]?.name).toBe('Krieger');
  const profile = await jsonOf<ProfileBody>(await get(ysolde, { locale: '' }));
  expect([profile.name, profile.race.name.fr_FR === undefined, profile.guild.name]).toEqual([
    'Ysolde',
    false,
    "Ysmere's Lantern Watch",
  ]);
  const realm = await get('/data/wow/realm/highmere', { locale: 'fr_EU' });
  expect([realm.status, (await jsonOf<Named>(realm)).name]).toEqual([200, null]);
  expect((await jsonOf<ProfileBody>(await get(ysolde, { locale: 'fr_EU' }))).realm.name).toHaveProperty('en_US');
  const russian = await jsonOf<RealmsBody>(await get('/data/wow/realm/index', { region: 'eu', locale: 'ru_RU' }));
  expect(russian.realms.map(({ name }) => name)).toContain('Серебряный Брод');
});

test.each(['us', 'eu', 'kr', 'tw'])('region %s has realms and static data', async (region) => {
  const index = await jsonOf<RealmsBody>(await get('/data/wow/realm/index', { region }));
  expect(index.realms.length).toBeGreaterThan(0);
  const { slug = '', id } = index.realms[0] ?? {};
  const realm = await (await get(`/data/wow/realm/${encodeURIComponent(slug)}`, { region })).json();
  expect(realm).toMatchObject({ id, slug, is_tournament: false });
  const races = await jsonOf<ProfileBody>(await get('/data/wow/playable-race/index', { region }));
  expect(races._links.self.href).toContain(`static-12.0.1_65617-${region}`);
});

test('both realms of the main world are connected', async () => {
  const body = await jsonOf<RealmsBody>(await get('/data/wow/connected-realm/7101'));
  expect(body.realms.map(({ slug }) => slug)).toEqual(['highmere', 'forêt-d-argent']);
});

test('each Classic game has its own character, and nothing else', async () => {
  const gorlunn = '/profile/wow/character/oldbarrow/gorlunn';
  const body = await (await get(gorlunn, { namespace: 'profile-classic1x-us' })).json();
  expect(body).toMatchObject({ name: 'Gorlunn', level: 24, active_spec: { id: 0 }, is_ghost: true });
  expect(body).not.toHaveProperty('guild');
  expect((await get(gorlunn)).status).toBe(404);
  const user = await userToken(simulator, 'ysolde');
  for (const flavor of ['classic', 'classic1x', 'classicann']) {
    const namespace = `profile-${flavor}-us`;
    for (const path of ['/profile/user/wow', ysolde, smallGuild, smallRoster]) {
      expect((await ask(simulator, path, user, { namespace })).status).toBe(404);
    }
  }
  for (const [flavor, slug] of [
    ['classic', 'highmere'],
    ['classic1x', 'oldbarrow'],
    ['classicann', 'last-light'],
  ] as const) {
    const namespace = `dynamic-${flavor}-us`;
    const { realms } = await jsonOf<RealmsBody>(await get('/data/wow/realm/index', { namespace }));
    expect(realms.map((realm) => realm.slug)).toEqual([slug]);
  }
});

test('crest media link to pictures of this simulator', async () => {
  const { crest } = await jsonOf<CrestBody>(await get(smallGuild));
  expect(crest.background.color.rgba).toMatchObject({ a: 1 });
  for (const part of [crest.emblem, crest.border]) {
    const media = await fetch(part.media.key.href, { headers: { authorization: `Bearer ${token}` } });
    const { key, value = '' } = (await jsonOf<MediaBody>(media)).assets[0] ?? {};
    const picture = await fetch(value);
    expect([key, picture.status, picture.headers.get('content-type')]).toEqual(['image', 200, 'image/png']);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  }
  expect((await fetch(`${simulator.origin}/battlenet/render/guild/tabards/border_99.png`)).status).toBe(404);
});

test('the simulator answers only GET and HEAD, and only in the four regions', async () => {
  const url = `${simulator.battlenetApiUrl.replace('{region}', 'us')}${ysolde}?namespace=profile-us`;
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(405);
  expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(200);
  expect((await fetch(url.replace('/us/', '/xx/'), { headers })).status).toBe(404);
});

test('an achievement gives a guild ten points more in its summary and in its achievements', async () => {
  type Achievements = {
    total_points: number;
    total_quantity: number;
    achievements: object[];
    category_progress: { quantity: number }[];
    recent_events: { timestamp: number; achievement: { name: string } }[];
  };
  const achievements = async () => jsonOf<Achievements>(await get(`${smallGuild}/achievements`));
  const before = await achievements();
  const at = Date.UTC(2026, 9, 1);
  simulator.world.earnAchievement(simulator.world.guild('lantern'), at);
  const after = await achievements();
  expect(after.total_points).toBe(before.total_points + 10);
  expect(await (await get(smallGuild)).json()).toMatchObject({ achievement_points: after.total_points });
  expect(after.total_quantity).toBe(before.total_quantity + 1);
  expect(after.achievements).toHaveLength(after.total_quantity + 1);
  expect(after.category_progress.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(after.total_quantity);
  expect(after.recent_events.map(({ timestamp }) => timestamp)).toEqual(
    after.recent_events.map(({ timestamp }) => timestamp).toSorted((left, right) => right - left),
  );
  expect(after.recent_events[0]?.timestamp).toBe(at);
});

test('a tabard can change to an emblem without a picture', async () => {
  simulator.world.changeCrest(simulator.world.guild('lantern'), { emblemId: 900 });
  expect((await jsonOf<{ crest: { emblem: { id: number } } }>(await get(smallGuild))).crest.emblem.id).toBe(900);
  expect((await get('/data/wow/media/guild-crest/emblem/900')).status).toBe(404);
});
