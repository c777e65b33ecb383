import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test, vi } from 'vitest';
import { appWithoutEnrichment } from '../../../test/character.ts';
import { eventually, syncCharacters, untilEnded } from '../../../test/guild.ts';
import { asked, characterOf, charactersOf } from '../../../test/own-characters.ts';
import { createPerson } from '../../../test/people.ts';

// Each test starts its own service, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const lonely = () => createWorld({ guildSizes: [] });
const PROFILES = '/profile/wow/character/*';
const completion = (sessionId: string) => `/characters/sync/${sessionId}/complete`;

test.concurrent('an administrator can end a stuck sync, and so can its owner on the simulator', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const [osric, vesper] = [await app.signIn('osric'), await app.signIn('vesper')];
  await app.ctx.boss.offWork('character-sync');
  const { sessionId } = (await osric.post('/characters/sync').expect(201)).body;
  await asked(app, vesper, 'patch', completion(sessionId)).expect(404);
  await asked(app, osric, 'patch', completion(vesper.token)).expect(400);
  const { body: completed } = await asked(app, osric, 'patch', completion(sessionId)).expect(200);
  expect(completed).toMatchObject({ id: sessionId, status: 'completed', finishedAt: expect.any(String) });
  expect((await osric.get('/characters/sync/active').expect(200)).body).toBeNull();
  const admin = await createPerson(app, { isAdmin: true });
  expect((await asked(app, admin, 'patch', completion(sessionId)).expect(200)).body).toEqual(completed);
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  const next = (await osric.post('/characters/sync').expect(201)).body;
  expect((await asked(app, admin, 'patch', completion(next.sessionId)).expect(200)).body.status).toBe('completed');
  const { body: log } = await asked(app, admin, 'get', '/admin/audit-log').expect(200);
  expect(log.entries).toMatchObject([
    { action: 'sync_ended', person: { displayName: 'Osric' }, details: { sessionId: next.sessionId } },
  ]);
});

test.concurrent('in real use only administrators can end a sync, and only one of characters', async () => {
  await using app = await appWithoutEnrichment({ world: lonely(), config: { simulator: false } });
  const osric = await app.signIn('osric');
  await app.ctx.boss.offWork('character-sync');
  const { sessionId } = (await osric.post('/characters/sync').expect(201)).body;
  const refused = await asked(app, osric, 'patch', completion(sessionId)).expect(403);
  expect(refused.body.reason).toBe('admin_only');
  const admin = await createPerson(app, { isAdmin: true });
  await app.ctx.sql(`update sync_session set kind = 'roster'`);
  await asked(app, admin, 'patch', completion(sessionId)).expect(404);
  await app.ctx.sql(`update sync_session set kind = 'character'`);
  await asked(app, admin, 'patch', completion(sessionId)).expect(200);
});

test.concurrent('a sync that is ended while it runs writes nothing more, and its results stay', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const quill = await app.signIn('quill');
  const clear = app.simulator.faults.add({ match: PROFILES, fault: { kind: 'latency', ms: 500 } });
  const { sessionId } = (await quill.post('/characters/sync').expect(201)).body;
  await eventually(async () => expect(await charactersOf(quill)).toHaveLength(60));
  const { body: ended } = await asked(app, quill, 'patch', completion(sessionId)).expect(200);
  expect(ended.progress.done).toBeLessThan(60);
  clear();
  await eventually(async () => {
    const jobs = await app.ctx.sql<{ state: string }>(`select state from pgboss.job where name = 'character-sync'`);
    expect(jobs.map(({ state }) => state)).toEqual(['completed']);
  });
  expect((await quill.get(`/characters/sync/${sessionId}`).expect(200)).body).toEqual(ended);
  expect(await charactersOf(quill)).toHaveLength(60);
});

test.concurrent('a character renamed during a sync keeps its data and is found by the next one', async () => {
  await using app = await appWithoutEnrichment({ world: lonely() });
  const osric = await app.signIn('osric');
  await syncCharacters(app, osric);
  const before = await characterOf(osric, 'Osk');
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  const { world, faults } = app.simulator;
  const clear = faults.add({ match: PROFILES, fault: { kind: 'latency', ms: 1000 } });
  const list = faults.add({ match: '/profile/user/wow', fault: { kind: 'latency', ms: 1 } });
  const { sessionId } = (await osric.post('/characters/sync').expect(201)).body;
  await eventually(async () => {
    const { body } = await osric.get(`/characters/sync/${sessionId}`).expect(200);
    expect(body.progress.total).toBe(3);
  });
  world.rename(world.character('highmere', 'Osk'), 'Oskar');
  expect(await untilEnded(app, sessionId)).toMatchObject({ status: 'completed', progress: { done: 3, failed: 0 } });
  clear();
  list();
  const between = await characterOf(osric, 'Osk');
  expect(between).toMatchObject({ id: before.id, level: before.level, itemLevel: before.itemLevel });
  await syncCharacters(app, osric);
  expect(await characterOf(osric, 'Oskar')).toMatchObject({
    id: before.id,
    verified: true,
    freshness: { profile: { status: 'ok' } },
  });
});
