/** A person shows a character to every visitor at an address of its own, and takes that back. */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import type { KeystoneView } from '@guildhall/contracts/gear.ts';
import type { PublicCharacterView } from '@guildhall/contracts/public-character.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { characterNamed, untilEnriched } from '../../../test/character.ts';
import { bringIn } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';

let app: TestApp;
let ysolde: SignedInClient;
let kessa: SignedInClient;
let shown: CharacterView;
beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [60] }) });
  ({ client: ysolde } = await bringIn(app, 'ysolde'));
  ({ client: kessa } = await bringIn(app, 'kessa'));
  await untilEnriched(app);
  shown = await characterNamed(ysolde, 'Ysolde');
}, 240_000);
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.ctx.sql('update character set public_key = null'));

const ADDRESS = (id: string) => `/characters/${id}/public-address`;
const share = async (token: string, id = shown.id) => callerOf(app, token)('PUT', ADDRESS(id));
const keyOf = ({ body }: { body: object }) =>
  String((body as CharacterView).publicUrl)
    .split('/')
    .at(-1) ?? '';
const visit = (key: string) => app.http.get(`/api/v1/shared-characters/${key}`);

test('A-10: only the person of a verified character gives it an address, and no other person learns of it', async () => {
  expect(shown.publicUrl).toBeNull();
  expect((await app.http.put(`/api/v1${ADDRESS(shown.id)}`)).status).toBe(401);
  // A guild-mate may read it, an administrator may change it, and neither shares it; nor does a tool of its person.
  const administrator = await createPerson(app, { isAdmin: true });
  for (const { token } of [kessa, administrator]) {
    expect((await share(token)).status).toBe(404);
    expect((await callerOf(app, token)('DELETE', ADDRESS(shown.id))).status).toBe(404);
  }
  const { id: userId } = (await ysolde.get('/auth/me').expect(200)).body;
  const tool = await app.ctx.sessions.create(userId, { label: 'Tool', scope: 'write', days: 1 });
  expect((await share(tool.token)).body).toMatchObject({ reason: 'token_not_allowed' });

  const { body: made } = await ysolde
    .post('/characters')
    .send({ name: 'Handmade', classId: 4, raceId: 8, level: 10 })
    .expect(201);
  expect((await share(ysolde.token, made.id)).body).toMatchObject({ reason: 'character_not_synced' });
  await app.ctx.sql('update character set verified_at = null where id = $1', [shown.id]);
  expect((await share(ysolde.token)).body).toMatchObject({ reason: 'character_not_verified' });
  await app.ctx.sql('update character set verified_at = now(), archived_at = now() where id = $1', [shown.id]);
  expect((await share(ysolde.token)).body).toMatchObject({ reason: 'character_archived' });
  await app.ctx.sql('update character set archived_at = null where id = $1', [shown.id]);

  const shared = await share(ysolde.token);
  expect(shared.body.publicUrl).toMatch(new RegExp(`^${app.config.baseUrl}/c/[\\w-]{43}$`));
  expect((await share(ysolde.token)).body.publicUrl).toBe(shared.body.publicUrl);
  expect((await kessa.get(`/characters/${shown.id}`).expect(200)).body.publicUrl).toBeNull();
});

test('A-10: every visitor sees at the address what the game shows, and nothing of the person', async () => {
  const key = keyOf(await share(ysolde.token));
  const { body, headers } = await visit(key).expect(200);
  const view = body as PublicCharacterView;
  expect(view).toMatchObject({ name: 'Ysolde', level: shown.level, class: shown.class, realm: shown.realm });
  expect(view.equipment.items.length).toBeGreaterThan(10);
  expect(view.equipment).toEqual((await ysolde.get(`/characters/${shown.id}/equipment`).expect(200)).body);
  expect(view.raids.instances.every(({ category }) => category === 'raid')).toBe(true);
  const { season } = (await ysolde.get(`/characters/${shown.id}/mythic-keystone`).expect(200)).body as KeystoneView;
  expect(season?.bestRuns.length).toBeGreaterThan(0);
  const runs = season?.bestRuns.map(({ members: _, ...run }) => run);
  expect(view.keystones.season).toEqual({ ...season, bestRuns: runs });
  expect(headers['cache-control']).toMatch(/no-store|private|no-cache/);
  const { id: userId } = (await ysolde.get('/auth/me').expect(200)).body;
  const text = JSON.stringify(body);
  for (const secret of [userId, shown.id, '"members"', '"isMain"', '"rank"', '"lastLoginAt"']) {
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
  }
});

test('A-10: an address that was taken back never returns, and one of a lost character leads nowhere', async () => {
  const key = keyOf(await share(ysolde.token));
  await visit(key).expect(200);
  const ended = await callerOf(app, ysolde.token)('DELETE', ADDRESS(shown.id));
  expect(ended.body.publicUrl).toBeNull();
  for (const gone of [key, '%00', '%20'])
    expect((await visit(gone).expect(404)).body.reason).toBe('shared_character_not_found');
  const next = keyOf(await share(ysolde.token));
  expect(next).not.toBe(key);
  await visit(key).expect(404);
  await visit(next).expect(200);
  for (const lost of ['verified_at = null', 'archived_at = now()']) {
    const before = lost.startsWith('verified') ? 'verified_at = now()' : 'archived_at = null';
    await app.ctx.sql(`update character set ${lost} where id = $1`, [shown.id]);
    await visit(next).expect(404);
    expect((await ysolde.get(`/characters/${shown.id}`).expect(200)).body.publicUrl).toBeNull();
    await app.ctx.sql(`update character set ${before} where id = $1`, [shown.id]);
    await visit(next).expect(200);
  }
});
