/** Tests `packages/client` as its users run it: against a running service, over real HTTP and real sockets. */
import { createGuildhallClient } from '@guildhall/client/client.ts';
import { connectRealtime, RealtimeEnded, WatchRefused } from '@guildhall/client/realtime.ts';
import { createSessionCheck } from '@guildhall/client/session-check.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { TRPCClientError } from '@trpc/client';
import { expect, expectTypeOf, test } from 'vitest';
import type { AppRouter } from '../src/app/router.ts';
import { type SignedInClient, type TestApp, testApp } from './app.ts';
import { bringIn, eventually, PROFILES, untilIdle } from './guild.ts';
import { startJournal } from './journal.ts';
import { createPerson } from './people.ts';
import { spawnWeb } from './workers.ts';

const small = () => createWorld({ guildSizes: [20] });
const clientOf = (app: TestApp, token?: string, fetch?: typeof globalThis.fetch) =>
  createGuildhallClient<AppRouter>({
    baseUrl: `${app.url}/`,
    ...(token ? { token } : {}),
    ...(fetch ? { fetch } : {}),
  });

async function statesOf(states: AsyncGenerator<SyncSessionView>): Promise<SyncSessionView[]> {
  const seen: SyncSessionView[] = [];
  for await (const state of states) seen.push(state);
  return seen;
}

test.concurrent('calls are typed end to end, including the reasons of refusals', async () => {
  await using app = await testApp({ world: small() });
  const refusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(TRPCClientError);
    return error.data;
  };
  const stranger = clientOf(app);
  const revoked = createGuildhallClient<AppRouter>({ baseUrl: app.url, token: 'x'.repeat(43) });
  await expect(revoked.auth.getSession.query({})).rejects.toThrow('The token is no longer valid');
  let signedOut = 0;
  const onSignedOut = () => {
    signedOut += 1;
  };
  const told = createGuildhallClient<AppRouter>({ baseUrl: app.url, token: 'x'.repeat(43), onSignedOut });
  expect([await told.auth.getSession.query({}), signedOut]).toEqual([null, 1]);
  expect(await refusal(stranger.users.me.query({}))).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401 });
  const { client: ysolde, guild } = await bringIn(app);
  const client = clientOf(app, ysolde.token);
  expect(await refusal(client.roster.list.query({ id: guild.id, page: 0 }))).toMatchObject({
    httpStatus: 400,
    issues: [{ path: 'page' }],
  });
  expect(await refusal(client.admin.stats.query({}))).toMatchObject({ httpStatus: 403, reason: 'admin_only' });
  expect(await refusal(client.organizations.get.query({ id: 'no-such-guild' }))).toMatchObject({ httpStatus: 404 });
  await app.ctx.sql('update sync_session set finished_at = now()');
  expect(await refusal(client.characters.sync.mutate({}))).toMatchObject({
    httpStatus: 429,
    reason: 'sync_cooldown',
  });

  const roster = await client.roster.list.query({ id: guild.id, pageSize: 3 });
  expectTypeOf(roster.members[0]?.lastLoginAt).toEqualTypeOf<string | null | undefined>();
  expect(roster).toMatchObject({ pagination: { total: 20 }, members: [{ rank: 0, name: 'Ysolde' }, {}, {}] });
});

test.concurrent('raiders without an account and imports are called, and heard of in the feed, as everything else', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  const client = clientOf(app, ysolde.token);
  const { next } = await client.changes.list.query({ id: guild.id });
  const guest = await client.raiders.create.mutate({ id: guild.id, name: 'Curlybill', kind: 'guest' });
  expectTypeOf(guest.user).toBeNullable();
  const run = await client.imports.start.mutate({
    id: guild.id,
    source: 'table',
    text: 'Name\nPickle',
    columns: { name: 0 },
  });
  expect(await client.raiders.list.query({ id: guild.id })).toMatchObject({ raiders: [{ id: guest.id }] });
  await eventually(async () => {
    const { changes } = await client.changes.list.query({ id: guild.id, after: next });
    const told = changes.map(({ type, subjectId }) => [type, subjectId]);
    expect(told).toContainEqual(['raider.changed', guild.id]);
    expect(told).toContainEqual(['import.changed', run.id]);
  });
  const stranger = clientOf(app, (await app.signIn('pell')).token);
  await expect(stranger.imports.get.query({ id: guild.id, importId: run.id })).rejects.toThrow(TRPCClientError);
});

test.concurrent('the client asks the server only once who is signed in, however many parts want to know', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { token } = await app.signIn('ysolde');
  let requests = 0;
  const counted: typeof fetch = (...parameters) => {
    requests += 1;
    return fetch(...parameters);
  };
  const client = clientOf(app, token, counted);
  let time = Date.now();
  const check = createSessionCheck(
    () => client.auth.getSession.query({}),
    () => time,
  );
  const answers = await Promise.all(Array.from({ length: 20 }, () => check.current()));
  expect(answers.every((answer) => answer?.user.displayName === answers[0]?.user.displayName)).toBe(true);
  expect(answers[0]?.session.current).toBe(true);
  await check.current();
  expect(requests).toBe(1);
  time += 60_000;
  await check.current();
  expect(requests).toBe(2);
  await client.auth.signOut.mutate({});
  expect(await check.current()).not.toBeNull();
  check.forget();
  expect(await check.current()).toBeNull();
});

test.concurrent('a client can watch each kind of sync through a web process other than the one that started it', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  await using other = await spawnWeb(app);
  const watch = ({ token }: { token: string }, sessionId: string) => {
    const realtime = connectRealtime({ baseUrl: other.url, token });
    return statesOf(realtime.watch(sessionId)).finally(() => realtime.close());
  };
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  const release = app.simulator.faults.add({ match: /./, fault: { kind: 'latency', ms: 250 } });
  const admin = await createPerson(app, { isAdmin: true });
  const started = async (client: SignedInClient, path: string): Promise<string> =>
    (await client.post(path).expect(201)).body.sessionId;
  const ids = [
    await started(ysolde, `/organizations/${guild.id}/roster/sync`),
    await started(ysolde, '/characters/sync'),
    await startJournal(app, admin),
  ] as const;
  const watched = await Promise.all([watch(ysolde, ids[0]), watch(ysolde, ids[1]), watch(admin, ids[2])]);
  release();
  for (const states of watched) {
    const done = states.map(({ progress }) => progress.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(states.at(-1)?.status).toBe('completed');
    expect(states.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(1);
  }
  expect(watched.map((states) => states[0]?.kind)).toEqual(['roster', 'character', 'journal']);
  // Watching a finished sync returns its end; another person's sync counts as missing.
  expect(await watch(ysolde, ids[0])).toEqual([watched[0].at(-1)]);
  await expect(watch(ysolde, ids[2])).rejects.toThrow(WatchRefused);
  await expect(watch(await createPerson(app), ids[1])).rejects.toThrow(WatchRefused);
});

test.concurrent('a watch survives the death of its web process, and a sign-out ends it', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  const release = app.simulator.faults.add({ match: PROFILES, fault: { kind: 'latency', ms: 3_000 } });
  const { sessionId } = (await ysolde.post(`/organizations/${guild.id}/roster/sync`).expect(201)).body;
  const first = await spawnWeb(app);
  const realtime = connectRealtime({ baseUrl: first.url, token: ysolde.token });
  const states = statesOf(realtime.watch(sessionId));
  await eventually(async () => expect(realtime.socket.connected).toBe(true));
  await first.kill();
  await using _second = await spawnWeb(app, Number(new URL(first.url).port));
  release();
  expect((await states).at(-1)).toMatchObject({ id: sessionId, status: 'completed' });

  await untilIdle(app);
  await app.ctx.boss.offWork('roster-sync');
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  const waiting = (await ysolde.post(`/organizations/${guild.id}/roster/sync`).expect(201)).body.sessionId;
  const endless = statesOf(realtime.watch(waiting));
  const ended = expect(endless).rejects.toThrow(RealtimeEnded);
  await ysolde.post('/auth/sign-out').expect(200);
  await ended;
  // A closed connection accepts no new watches either.
  await expect(statesOf(realtime.watch(waiting))).rejects.toThrow(RealtimeEnded);
  const later = connectRealtime({ baseUrl: app.url, token: ysolde.token });
  await expect(statesOf(later.watch(waiting))).rejects.toThrow('unauthorized');
  realtime.close();
  later.close();
});

test.concurrent('a client receives changes until it stops listening', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  const realtime = connectRealtime({ baseUrl: app.url, token: ysolde.token });
  const heard: unknown[] = [];
  const stop = realtime.on('event.changed', (message) => void heard.push(message));
  const others: unknown[] = [];
  realtime.on('event.changed', (message) => void others.push(message));
  await eventually(async () => expect(realtime.socket.connected).toBe(true));
  const client = clientOf(app, ysolde.token);
  const create = (title: string) =>
    client.events.create.mutate({
      id: guild.id,
      title,
      type: 'raid',
      scope: 'group',
      startsAt: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)}:00Z`,
      durationMinutes: 60,
      slots: [],
    });
  const created = await create('Raid');
  await eventually(async () =>
    expect(heard).toMatchObject([{ organizationId: guild.id, subjectId: expect.any(String) }]),
  );
  stop();
  await create('Another');
  // A listener added later hears only later changes.
  await eventually(async () => expect(others).toHaveLength(2));
  expect(heard).toHaveLength(1);
  realtime.close();
  expect(created).toBeDefined();
});
