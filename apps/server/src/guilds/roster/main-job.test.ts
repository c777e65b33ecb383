import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { untilEnded } from '../../../test/guild.ts';

test('sign-in, characters, guild and roster: the main job from end to end', async () => {
  await using app = await testApp();
  const ysolde = await app.signIn('ysolde');

  const started = await ysolde.post('/characters/sync').expect(201);
  const characters = await untilEnded(app, started.body.sessionId);
  expect(characters).toMatchObject({ kind: 'character', status: 'completed', error: null });
  expect(characters.progress.done).toBe(characters.progress.total);

  // The character sync created the guild; its first roster sync adds the members.
  const mine = () => ysolde.get('/organizations/mine').expect(200);
  await expect.poll(async () => (await mine()).body.length, { timeout: 60_000 }).toBe(1);
  const [guild] = (await mine()).body;
  const active = await ysolde.get(`/organizations/${guild.alias}/roster/sync/active`).expect(200);
  const roster = await untilEnded(app, active.body.id);
  expect(roster).toMatchObject({ status: 'completed', progress: { total: 60, done: 60, added: 60, removed: 0 } });

  const page = await ysolde.get(`/organizations/${guild.alias}/roster?pageSize=10`).expect(200);
  expect(page.body.pagination).toEqual({ page: 1, pageSize: 10, total: 60, totalPages: 6 });
  expect(page.body.members[0]).toMatchObject({ rank: 0, claimedByCharacter: { user: { displayName: 'Ysolde' } } });
});
