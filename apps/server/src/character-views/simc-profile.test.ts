import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { bringInCharacter } from '../../test/character.ts';

const lonely = () => createWorld({ guildSizes: [] });
const codeOf = (profile: string) => profile.match(/^talents=(.+)$/m)?.[1] ?? '';

test.concurrent('a profile is its owner’s alone, of retail, and of a loadout that the character can have', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const path = `/characters/${character.id}/simc-profile`;
  expect((await app.http.get(`/api/v1${path}`)).status).toBe(401);
  expect((await app.http.get(`/api/v1${path}`).set('Accept', 'text/plain')).status).toBe(401);
  const stranger = await app.signIn('pell');
  for (const accept of ['application/json', 'text/plain']) {
    const refusal = async (code: string) => {
      const { body } = await client
        .get(`${path}?talentLoadoutCode=${encodeURIComponent(code)}`)
        .set('Accept', accept)
        .expect(400);
      return body.reason;
    };
    expect((await stranger.get(path).set('Accept', accept).expect(404)).body.reason).toBe('character_not_found');
    await client.get('/characters/nobody/simc-profile').set('Accept', accept).expect(400);
    expect(await refusal('broken')).toBe('invalid_talent_loadout');
    expect(await refusal(`${'C'.repeat(40)}"input=x`)).toBe('invalid_talent_loadout');
    expect(await refusal('C\ninput=x')).toBe('invalid_input');
  }
  await app.ctx.sql(`update character set game_version = 'classic' where id = $1`, [character.id]);
  expect((await client.get(path).expect(409)).body.reason).toBe('character_not_simulated');
});

test.concurrent('an enriched character has a whole profile, as JSON and as text', async () => {
  await using app = await testApp({ world: lonely() });
  const { client, character } = await bringInCharacter(app, 'osric', 'Osricane');
  const path = `/characters/${character.id}/simc-profile`;
  const { body } = await client.get(path).expect(200);
  expect(body.profile).toMatch(/^# Osricane - .+ - US\/Highmere\n/);
  expect(body.profile).toMatch(/\nserver=highmere\n/);
  expect(body.profile).toMatch(/\nhead=,id=\d+/);
  expect(body.warnings[0]).toMatchObject({ reason: 'not_on_platform' });
  expect(codeOf(body.profile)).not.toBe('');
  const text = await client.get(path).set('Accept', 'text/plain').expect(200);
  expect(text.headers['content-type']).toMatch(/^text\/plain; charset=utf-8/);
  expect(text.text).toBe(body.profile);
  // The code of the active loadout, sent without encoding its plus signs, is the same profile.
  const again = await client.get(`${path}?talentLoadoutCode=${codeOf(body.profile)}`).expect(200);
  expect(again.body).toEqual(body);
});

test.concurrent('before anything is known of it a character has a profile that says so', async () => {
  await using app = await testApp({ world: lonely() });
  const client = await app.signIn('vesper');
  const input = { name: 'Handmade', classId: 4, raceId: 8, level: 90 };
  const { body: made } = await client.post('/characters').send(input).expect(201);
  const { body } = await client.get(`/characters/${made.id}/simc-profile`).expect(200);
  const reasons = body.warnings.map(({ reason }: { reason: string }) => reason);
  expect(reasons).toEqual(['not_on_platform', 'no_specialization', 'unknown_realm', 'no_equipment']);
  expect(body.profile).toMatch(/\nrogue="Handmade"\nlevel=90\nrace=troll\nregion=us\n$/);
});
