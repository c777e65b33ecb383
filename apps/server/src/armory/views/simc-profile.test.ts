import { EXAMPLE_PROFILE } from '@guildhall/contracts/simc-profile.ts';
import { decodeLoadout } from '@guildhall/simc/loadout.ts';
import { optionsOf } from '@guildhall/simc/test-characters.ts';
import { loadoutCode } from '@guildhall/simc/test-loadouts.ts';
import { appToken, ask, jsonOf } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { bringInCharacter, enrich } from '../../../test/character.ts';
import { syncReference } from '../../reference/sync/sync-reference.ts';

// Each test starts its own service, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const lonely = () => createWorld({ guildSizes: [] });
const codeOf = (profile: string) => profile.match(/^talents=(.+)$/m)?.[1] ?? '';
const reasonsOf = ({ warnings }: { warnings: { reason: string }[] }) => warnings.map(({ reason }) => reason);
const PROFILE = '/profile/wow/character/highmere/osricane';

async function answerOf<T>({ simulator }: TestApp, path: string): Promise<T> {
  return jsonOf<T>(await ask(simulator, path, await appToken(simulator)));
}

test.concurrent('only the owner gets a profile, only for retail, and only with a loadout the character can have', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const path = `/characters/${character.id}/simc-profile`;
  expect((await app.http.get(`/api/v1${path}`)).status).toBe(401);
  expect((await app.http.get(`/api/v1${path}`).set('Accept', 'text/plain')).status).toBe(401);
  const stranger = await app.signIn('pell');
  const foreign = loadoutCode({ specId: character.class.id === 8 ? 259 : 62 });
  for (const accept of ['application/json', 'text/plain']) {
    const refused = async (code: string) => {
      const { body } = await client
        .get(`${path}?talentLoadoutCode=${encodeURIComponent(code)}`)
        .set('Accept', accept)
        .expect(400);
      return body;
    };
    expect((await stranger.get(path).set('Accept', accept).expect(404)).body.reason).toBe('character_not_found');
    await client.get('/characters/nobody/simc-profile').set('Accept', accept).expect(400);
    for (const [code, why] of [
      ['', 'has at least 26 characters'],
      ['broken', 'has at least 26 characters'],
      [`${'C'.repeat(40)}"input=x`, 'consists of letters without accents'],
      [`${codeOf(EXAMPLE_PROFILE)}=`, 'consists of letters without accents'],
      [loadoutCode({ version: 1 }), 'has version 1'],
      [foreign, 'which this character cannot be'],
    ] as const) {
      expect(await refused(code)).toMatchObject({
        code: 'BAD_REQUEST',
        reason: 'invalid_talent_loadout',
        message: expect.stringContaining(why),
        issues: [{ path: 'talentLoadoutCode', message: expect.stringContaining(why) }],
      });
    }
    expect((await refused('C\ninput=x')).reason).toBe('invalid_input');
    expect((await refused('C'.repeat(1001))).reason).toBe('invalid_input');
  }
  await app.ctx.sql(`update character set game_version = 'classic' where id = $1`, [character.id]);
  for (const accept of ['application/json', 'text/plain']) {
    expect((await client.get(path).set('Accept', accept).expect(409)).body.reason).toBe('character_not_simulated');
  }
  await app.ctx.sql(`update character set game_version = 'retail', class_id = 99 where id = $1`, [character.id]);
  expect((await client.get(path).expect(409)).body.reason).toBe('character_not_simulated');
});

test.concurrent('an enriched character has a complete profile, as JSON and as text', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const path = `/characters/${character.id}/simc-profile`;
  const { body } = await client.get(path).expect(200);
  expect(body.profile).toMatch(/^# Osricane - .+ - US\/Highmere\n/);
  expect(body.profile).toMatch(/\nserver=highmere\n/);
  expect(body.profile).toMatch(/\nhead=,id=\d+/);
  expect(body.warnings[0]).toMatchObject({ reason: 'not_on_platform' });
  expect(codeOf(body.profile)).not.toBe('');
  const { equipment, specializations, professions } = character.freshness;
  expect(body.freshness).toEqual({ equipment, specializations, professions });
  // The profile is as old as its oldest part.
  await app.ctx.sql(
    `update character_section set fetched_at = '2026-01-02T03:04:05Z' where character_id = $1 and section = 'professions'`,
    [character.id],
  );
  const older = await client.get(path).expect(200);
  expect(older.body.profile).toMatch(/^# Osricane - .+ - 2026-01-02 03:04 - /);

  const text = await client.get(path).set('Accept', 'text/plain').expect(200);
  expect(text.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    vary: expect.stringContaining('Accept'),
    'ratelimit-limit': expect.any(String),
  });
  expect(text.text).toBe(older.body.profile);
  for (const accept of ['*/*', 'text/html', 'application/json, text/plain;q=0.5']) {
    const { headers } = await client.get(path).set('Accept', accept).expect(200);
    expect([accept, headers['content-type']]).toEqual([accept, expect.stringContaining('application/json')]);
    expect(headers.vary).toContain('Accept');
  }

  // The active loadout's code with unencoded plus signs gives the same profile.
  const again = await client.get(`${path}?talentLoadoutCode=${codeOf(body.profile)}`).expect(200);
  expect(again.body).toEqual(older.body);
});

test.concurrent('a loadout of another specialization yields a profile of that specialization', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { body } = await client.get(`/characters/${character.id}/specializations`).expect(200);
  type Specialization = { id: number; name: string; isActive: boolean };
  const other = body.specializations.find(({ isActive }: Specialization) => !isActive) as Specialization;
  const code = loadoutCode({ specId: other.id, nodes: [{ selected: true, granted: true }] });
  const query = `talentLoadoutCode=${encodeURIComponent(code)}`;
  const answer = await client.get(`/characters/${character.id}/simc-profile?${query}`).expect(200);
  const options = new Map(optionsOf(answer.body.profile));
  expect(options.get('spec')).toBe(other.name.toLowerCase().replaceAll(' ', '_'));
  expect(options.get('talents')).toBe(code);
});

test.concurrent('the profile of a character without data says what is missing', async () => {
  await using app = await testApp({ world: lonely() });
  const client = await app.signIn('vesper');
  const input = { name: 'Handmade', classId: 4, raceId: 8, level: 90 };
  const { body: made } = await client.post('/characters').send(input).expect(201);
  const { body } = await client.get(`/characters/${made.id}/simc-profile`).expect(200);
  expect(reasonsOf(body)).toEqual(['not_on_platform', 'no_specialization', 'unknown_realm', 'no_equipment']);
  expect(body.profile).toMatch(/\nrogue="Handmade"\nlevel=90\nrace=troll\nregion=us\n$/);
  expect(body.freshness.equipment).toEqual({ fetchedAt: null, status: 'not_available', nextAt: null });
});

type Specializations = { specializations: { loadouts?: { talent_loadout_code: string | null }[] }[] };

test.concurrent('the profile has no talents and says why if loadouts are missing or their codes are empty', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { faults, world } = app.simulator;
  const document = await answerOf<Specializations>(app, `${PROFILE}/specializations`);
  const withLoadouts = async (change: (entry: Specializations['specializations'][number]) => void) => {
    const raw = structuredClone(document);
    raw.specializations.forEach(change);
    const stop = faults.serve(`${PROFILE}/specializations`, raw);
    world.login(world.character('highmere', 'Osricane'));
    await enrich(app, client, character.id);
    stop();
    const { body } = await client.get(`/characters/${character.id}/simc-profile`).expect(200);
    expect(body.profile).not.toContain('talents=');
    return reasonsOf(body);
  };
  expect(
    await withLoadouts((entry) => {
      delete entry.loadouts;
    }),
  ).toContain('no_talents');
  const coded = (code: string | null) =>
    withLoadouts(({ loadouts = [] }) => {
      for (const loadout of loadouts) loadout.talent_loadout_code = code;
    });
  expect(await coded(null)).toContain('no_talents');
  expect(await coded('"\ninput=x')).toContain('talents_refused');
  expect(await coded(loadoutCode({ specId: 1473 }))).toContain('talents_refused');
});

const HOSTILE = 'x"\r\ninput=/etc/passwd\n"html=$(y)\u0000\u2028\ud800 #=save,id=1';
type Equipment = { equipped_items: { name: unknown; slot: { type: string }; item: { id: number } }[] };

test.concurrent('J-07: no name from the platform becomes an option of the simulator', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const { faults, world } = app.simulator;
  const path = `/characters/${character.id}/simc-profile`;
  const textOf = async () => (await client.get(path).set('Accept', 'text/plain').expect(200)).text;
  const before = await textOf();

  const equipment = await answerOf<Equipment>(app, `${PROFILE}/equipment`);
  for (const worn of equipment.equipped_items) worn.name = { en_US: HOSTILE };
  equipment.equipped_items.push({ name: HOSTILE, slot: { type: `NECK"\n${HOSTILE}` }, item: { id: 7 } });
  faults.serve(`${PROFILE}/equipment`, equipment);
  const realms = await answerOf<{ realms: { name: unknown }[] }>(app, '/data/wow/realm/index?namespace=dynamic-us');
  for (const realm of realms.realms) realm.name = HOSTILE;
  faults.serve('/data/wow/realm/index', realms);
  await syncReference(app.ctx);
  world.login(world.character('highmere', 'Osricane'));
  const profile = await answerOf<Record<string, unknown>>(app, PROFILE);
  faults.serve(PROFILE, { ...profile, name: HOSTILE, active_spec: { ...Object(profile.active_spec), name: HOSTILE } });
  await enrich(app, client, character.id);

  const hostile = await textOf();
  expect(hostile).not.toBe(before);
  // Parsed by the simulator's rules, the options are the same, except two whose values are empty.
  const [options, expected] = [optionsOf(hostile), optionsOf(before)];
  expect(options.map(([name]) => name)).toEqual(expected.map(([name]) => name));
  const changed = options.filter(([name, value], index) => expected[index]?.[1] !== value && name !== 'server');
  expect(changed.map(([, value]) => value)).toEqual(['xinputetcpasswdhtmlysaveid']);
  expect(new Map(options).get('server')).toMatch(/^[a-z_1]+$/);
  const lines = (text: string) => text.split('\n').filter((line) => !line.startsWith('# Note: '));
  expect(lines(hostile)).toHaveLength(lines(before).length);
  expect(hostile.match(/"/g)).toHaveLength(2);
  expect(hostile).not.toMatch(/[\r\u2028\ud800$]|\p{Cc}(?<!\n)/u);
  const { body } = await client.get(path).expect(200);
  expect(reasonsOf(body)).toEqual(expect.arrayContaining(['name_changed', 'item_left_out']));
});

test('the example in the API document is a profile as the service writes it', () => {
  expect(decodeLoadout(codeOf(EXAMPLE_PROFILE))).toMatchObject({ ok: true, loadout: { specId: 259 } });
  expect(new Map(optionsOf(EXAMPLE_PROFILE)).get('rogue')).toBe('Ysóra');
});
