import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test, vi } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { bringIn, eventually, patiently, syncCharacters, syncRoster } from '../../../test/guild.ts';
import { connect, listen } from '../../../test/sockets.ts';

const small = () => createWorld({ guildSizes: [20] });

test.concurrent('W-01: refuses foreign pages, planted cookies and anonymous callers before they connect', async () => {
  await using app = await testApp({ world: small() });
  const client = await app.signIn('ysolde');
  const own = new URL(app.config.baseUrl).origin;
  const { cookie, token } = client;
  const attempt = async (headers: Record<string, string>, transports = ['websocket', 'polling']) => {
    const answers = [];
    for (const transport of transports) {
      using attempt = await connect(app, { extraHeaders: headers, transports: [transport] });
      answers.push(attempt.refusal);
    }
    return answers;
  };
  const refusedByServer = ['websocket error', 'xhr poll error'];
  expect(await attempt({ Cookie: cookie, Origin: 'https://evil.example' })).toEqual(refusedByServer);
  expect(await attempt({ Cookie: cookie, Origin: 'null' })).toEqual(refusedByServer);
  expect(await attempt({ Cookie: cookie })).toEqual(refusedByServer);
  expect(await attempt({ Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).toEqual(refusedByServer);
  expect(await attempt({})).toEqual(['unauthorized', 'unauthorized']);
  expect(await attempt({ Authorization: `Bearer ${'x'.repeat(43)}` })).toEqual(['unauthorized', 'unauthorized']);

  expect(await attempt({ Cookie: cookie, Origin: own })).toEqual([null, null]);
  // A browser that polls its own page's server sends no Origin.
  expect(await attempt({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }, ['polling'])).toEqual([null]);
  expect(await attempt({ Authorization: `Bearer ${token}` })).toEqual([null, null]);
  // As over HTTP: only a token's holder can send it, from whatever page.
  expect(await attempt({ Authorization: `Bearer ${token}`, Origin: 'https://elsewhere.example' })).toEqual([
    null,
    null,
  ]);
  using page = await connect(app, { auth: { token }, extraHeaders: { Origin: 'https://elsewhere.example' } });
  expect(page.refusal).toBeNull();
  using other = await connect(app, { auth: { token: 'x'.repeat(43) }, extraHeaders: { Cookie: cookie, Origin: own } });
  expect(other.refusal).toBe('unauthorized');
  using planted = await connect(app, {
    auth: { token },
    extraHeaders: { Cookie: cookie, Origin: 'https://evil.example' },
  });
  expect(planted.refusal).toBe('websocket error');
  await app.ctx.sql('update session set expires_at = now()');
  expect(await attempt({ Authorization: `Bearer ${token}` })).toEqual(['unauthorized', 'unauthorized']);
});

test.concurrent('W-02: only members of the guild get a roster sync, and only its owner gets a character sync', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }) });
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const { client: brannoc } = await bringIn(app, 'brannoc');
  // Finished syncs are repeated for a while; this test is about new ones only.
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '1 hour'`);
  using master = await listen(app, ysolde);
  using member = await listen(app, kessa);
  using stranger = await listen(app, brannoc);
  using guest = await listen(app, await app.signIn('osric'));

  const session = await syncRoster(app, ysolde, guild);
  await eventually(async () => {
    for (const { heard } of [master, member]) expect(heard.at(-1)).toEqual(session);
  });
  expect(master.heard.map(({ status }) => status)).toEqual(expect.arrayContaining(['running', 'completed']));
  const mine = await syncCharacters(app, kessa);
  await eventually(async () => expect(member.of('character').at(-1)).toEqual(mine));
  expect(master.of('character')).toEqual([]);
  // Anything sent to them before arrives before the answer.
  for (const other of [stranger, guest]) await other.watch('x');
  expect([...stranger.heard, ...guest.heard]).toEqual([]);
});

test.concurrent('W-02, W-04: a foreign sync looks like one that does not exist', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const session = await syncRoster(app, client, guild);
  const osric = await app.signIn('osric');
  using guest = await listen(app, osric);
  const unknown = await guest.watch('0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f');
  expect(unknown).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(await guest.watch(session.id)).toEqual(unknown);
  for (const wrong of ['x', '', null as never, {} as never])
    expect(await guest.watch(wrong)).toMatchObject({ error: { code: 'BAD_REQUEST' } });

  await app.ctx.sql(`update app_user set is_admin = true where display_name = 'Osric'`);
  using admin = await listen(app, osric);
  expect(await admin.watch(session.id)).toEqual({ session });
  const answers = await Promise.all(Array.from({ length: 100 }, () => admin.watch(session.id)));
  expect(answers).toContainEqual({
    error: { code: 'TOO_MANY_REQUESTS', message: 'You ask too often. Wait a few seconds.' },
  });
});

test.concurrent('W-03: open sockets follow a sign-out and a lost or new membership', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const { client: pell } = await bringIn(app, 'pell');
  const osric = await app.signIn('osric');
  await syncCharacters(app, osric);
  using signedOut = await listen(app, pell);
  using loser = await listen(app, kessa);
  using winner = await listen(app, osric);
  await pell.post('/auth/sign-out').expect(200);
  await eventually(async () => expect(signedOut.socket.connected).toBe(false), 30_000);

  world.leave(world.character('highmere', 'Kestrimo'));
  world.join(world.guild('lantern'), world.character('highmere', 'Osricane'), 5);
  const session = await syncRoster(app, ysolde, guild);
  await eventually(async () => expect(loser.of('roster')).not.toEqual([]));
  const tell = () => app.ctx.realtime.publishSync(session);
  await eventually(async () => {
    for (const { heard } of [winner, loser]) heard.length = 0;
    tell();
    await vi.waitFor(() => expect(winner.of('roster')).not.toEqual([]));
    // Anything sent to it before arrives before the answer.
    await loser.watch('x');
    expect(loser.heard).toEqual([]);
  });
  expect(loser.socket.connected).toBe(true);
  expect(await loser.watch(session.id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test.concurrent('W-03: a socket that watches a sync gets no more messages once it loses the right', async () => {
  await using app = await testApp({ world: small() });
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const session = await syncRoster(app, ysolde, guild);
  using member = await listen(app, kessa);
  expect(await member.watch(session.id)).toEqual({ session });
  using witness = await listen(app, ysolde);
  await app.ctx.sql(`update role set permissions = '{}' where game_rank = 4`);
  await eventually(async () => {
    for (const { heard } of [member, witness]) heard.length = 0;
    app.ctx.realtime.publishSync(session);
    await vi.waitFor(() => expect(witness.heard).toEqual([session]));
    // Anything sent to it before arrives before the answer.
    await member.watch('x');
    expect(member.heard).toEqual([]);
  });
});

test.concurrent('W-04, W-05: garbage closes only the connection that sent it', async () => {
  await using app = await testApp({ world: small() });
  const client = await app.signIn('ysolde');
  using friend = await listen(app, client);
  const frames = [
    '42["__proto__",1]',
    '42[{"toString":1},2]',
    '42["connect"]',
    '42["disconnecting",1]',
    '42["sync.watch"]',
    '421["sync.watch",{"__proto__":{"polluted":1},"sessionId":[1]}]',
    '42["sync.watch",{"sessionId":{"$ne":null}},"not a function"]',
    '4599-["x"]',
    '451-["a",{"_placeholder":true,"num":5}]',
    '42',
    '4',
    'zzz',
    '40/other,{}',
    `42["deep",${'['.repeat(5000)}${']'.repeat(5000)}]`,
    `42["large","${'x'.repeat(20_000)}"]`,
  ];
  const closed: boolean[] = [];
  for (const frame of frames) closed.push(await isClosedBy(app, client, frame));
  // A message that is too large or violates the protocol closes the connection.
  expect(closed.at(-1)).toBe(true);
  expect(closed.filter(Boolean).length).toBeGreaterThan(4);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(friend.socket.connected).toBe(true);
  await app.http.get('/api/v1/health').expect(200);
  using another = await listen(app, client);
  expect(another.refusal).toBeNull();
});

/** Sends one frame on a new connection, then a ping. */
async function isClosedBy(app: TestApp, client: SignedInClient, frame: string): Promise<boolean> {
  const url = `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  // Unlike a browser's, Node's WebSocket accepts headers.
  const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${client.token}` } } as never);
  const received = new Promise<boolean>((resolve) => {
    socket.onclose = () => resolve(true);
    socket.onmessage = ({ data }) => {
      if (String(data).startsWith('0')) socket.send('40');
      else if (String(data).startsWith('40{')) {
        socket.send(frame);
        socket.send('4277["sync.watch",{"sessionId":"none"}]');
      } else if (String(data).startsWith('4377')) resolve(false);
    };
  });
  const answer = await received;
  socket.close();
  return answer;
}

test('W-07: a network has at most 300 connections, signed in or not, and other networks have theirs', async () => {
  await using behindProxy = await testApp({ roles: ['web'], environment: { TRUST_PROXY_HOPS: '1' } });
  const open = async (network: string) => {
    const headers = { 'x-forwarded-for': network };
    const answer = await fetch(`${behindProxy.url}/socket.io/?EIO=4&transport=polling`, { headers });
    return [answer.status, await answer.text()] as const;
  };
  for (let taken = 0; taken < 300; taken += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => open('198.51.100.7')));
    expect(answers.filter(([status]) => status !== 200)).toEqual([]);
  }
  const [status, text] = await open('198.51.100.7');
  expect([status, text]).toEqual([403, expect.stringContaining('too_many_connections')]);
  expect((await open('198.51.100.8'))[0]).toBe(200);
  // This one answers each ping, so nothing but the missing session ends it.
  const silent = new WebSocket(`${behindProxy.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  silent.addEventListener('message', ({ data }) => data === '2' && silent.send('3'));
  await new Promise((resolve) => silent.addEventListener('close', resolve));
  // None of them has shown a session: they are ended, and make room.
  await patiently(async () => expect((await open('198.51.100.7'))[0]).toBe(200));
}, 90_000);
