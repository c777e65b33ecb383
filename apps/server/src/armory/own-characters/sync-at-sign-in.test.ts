import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import type { SignedInClient } from '../../../test/app.ts';
import { openBrowser } from '../../../test/browser.ts';
import { appWithoutEnrichment } from '../../../test/character.ts';
import { eventually, untilEnded } from '../../../test/guild.ts';
import { hold } from '../../../test/waiting.ts';

const ACCOUNT = '/profile/user/wow';
const arrivals = () => appWithoutEnrichment({ world: createWorld({ guildSizes: [] }), syncAtSignIn: true });

const newest = async (client: SignedInClient) => (await client.get('/characters/sync/newest').expect(200)).body;
const countOf = async (client: SignedInClient) => (await client.get('/characters').expect(200)).body.length;

test.concurrent('the first sign-in with the game account fetches the characters, the second does not', async () => {
  await using app = await arrivals();
  const osric = await app.signIn('osric');
  const session = await newest(osric);
  expect(session).toMatchObject({ kind: 'character', trigger: 'sign_in' });
  expect(await untilEnded(app, session.id)).toMatchObject({ status: 'completed', progress: { added: 3 } });
  expect(await countOf(osric)).toBe(3);
  expect((await newest(await app.signIn('osric'))).id).toBe(session.id);
  // It costs the person no wait.
  await osric.post('/characters/sync').expect(201);
});

test.concurrent('a request while the characters are fetched gets that sync, once', async () => {
  await using app = await arrivals();
  const release = hold(app.simulator.faults, ACCOUNT);
  const osric = await app.signIn('osric');
  const session = await newest(osric);
  expect((await osric.post('/characters/sync').expect(201)).body).toEqual({ sessionId: session.id });
  expect((await osric.post('/characters/sync').expect(409)).body.reason).toBe('character_sync_in_progress');
  release();
  expect(await untilEnded(app, session.id)).toMatchObject({ status: 'completed', trigger: 'user' });
});

test.concurrent('a sign-in after a failed sync tries again', async () => {
  await using app = await arrivals();
  const recover = app.simulator.faults.add({ match: ACCOUNT, fault: { kind: 'status', status: 503 } });
  const osric = await app.signIn('osric');
  const failed = await newest(osric);
  expect(await untilEnded(app, failed.id)).toMatchObject({
    status: 'failed',
    error: { reason: 'platform_unavailable' },
  });
  recover();
  const again = await app.signIn('osric');
  expect((await newest(again)).id).not.toBe(failed.id);
  await eventually(async () => expect(await countOf(again)).toBe(3));
});

test.concurrent('linking the game account fetches the characters; signing in with Discord alone does not', async () => {
  await using app = await arrivals();
  const osric = await app.signIn('osric', 'discord');
  expect(await newest(osric)).toBeNull();
  const browser = openBrowser(app, { session: osric.token });
  expect(await browser.signIn('battlenet', 'osric', '/events/abc')).toBe('/events/abc');
  await eventually(async () => expect(await countOf(osric)).toBe(3));
});

test.concurrent('without a session there is no newest sync', async () => {
  await using app = await arrivals();
  await app.http.get('/api/v1/characters/sync/newest').expect(401);
});
