import type { ServerResponse } from 'node:http';
import { verifyWebhook } from '@guildhall/client/webhooks.ts';
import type { WebhookDeliveriesView, WebhookSecretView, WebhooksView } from '@guildhall/contracts/webhook.ts';
import { ERROR_CODES } from '@guildhall/discord/error-codes.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { done, inHours, refusalOf } from '../../test/events.ts';
import { eventually, untilNoJobs } from '../../test/guild.ts';
import { bringInAward } from '../../test/loot.ts';
import { type Receiver, receiver } from '../../test/receiver.ts';
import {
  addFounder,
  auditActions,
  type Club,
  foundClub,
  holderOf,
  memberOf,
  type SignedInPerson,
} from '../../test/standalone.ts';
import { createTransact } from '../core/jobs/unit-of-work.ts';
import { uuidv7 } from '../core/uuid.ts';
import { publishNightChange } from '../events/nights/keep-report.ts';
import { deliverWebhooks, RETRY_SECONDS } from './deliver-webhooks.ts';
import { dispatchWebhooks, queueDueDeliveries } from './dispatch-webhooks.ts';

type Stage = { app: TestApp; club: Club; hook: Receiver } & AsyncDisposable;

async function stage(config: Parameters<typeof testApp>[0] = {}): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const hook = stack.use(await receiver());
  const app = stack.use(
    await testApp({ ...config, environment: { WEBHOOK_ALLOW: hook.origin, ...config.environment } }),
  );
  const club = await foundClub(app);
  const owned = stack.move();
  return { app, club, hook, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const of = ({ id }: Club, rest = '') => `/organizations/${id}/webhooks${rest}`;

async function hookUp({ club, hook }: Stage, body: Record<string, unknown> = {}, by = club.founder) {
  const asked = { name: 'Planner', address: hook.address, ...body };
  return done<WebhookSecretView>(by.call('POST', of(club), asked));
}

const writePost = (by: SignedInPerson, club: Club, title = 'News', more = {}) =>
  done<{ id: string }>(by.call('POST', `/organizations/${club.id}/posts`, { title, body: 'B', ...more }));

const logOf = async ({ club }: Stage, webhookId: string) =>
  (await done<WebhookDeliveriesView>(club.founder.call('GET', of(club, `/${webhookId}/deliveries`)))).deliveries;

const stateOf = async ({ club }: Stage) =>
  (await done<WebhooksView>(club.founder.call('GET', of(club)))).webhooks.map(({ state }) => state);

const failuresOf = async ({ app }: Stage) =>
  (await app.ctx.sql<{ failures: number }>('select failures from webhook_endpoint'))[0]?.failures ?? 0;

/** Makes what waits due, as if its time had come. */
async function hasten({ app }: Stage): Promise<void> {
  await untilNoJobs(app, 'deliver-webhooks');
  await app.ctx.sql(`update webhook_delivery set next_at = now() - interval '1 second' where next_at is not null`);
  await queueDueDeliveries(app.ctx);
  await untilNoJobs(app, 'deliver-webhooks');
}

test('H-01: refuses internal, unencrypted and malformed addresses immediately', async () => {
  await using on = await stage({ roles: ['web'] });
  const { club } = on;
  const add = (address: string, more = {}) => club.founder.call('POST', of(club), { name: 'A', address, ...more });
  const refused = [
    ...['http://planner.example/', 'https://planner.example:8443/', 'https://a:b@planner.example/', 'nonsense'],
    ...['https://127.0.0.1/', 'https://[::ffff:7f00:1]/', 'https://2130706433/', 'https://169.254.169.254/'],
    ...['https://[64:ff9b::7f00:1]/', 'https://localhost/', 'ftp://planner.example/'],
  ];
  for (const address of refused) {
    expect(await refusalOf(add(address)), address).toEqual([400, 'webhook_address_refused']);
  }
  const discord = { kind: 'discord' };
  expect(await refusalOf(add('https://planner.example/api/webhooks/1/a', discord))).toEqual([
    400,
    'webhook_address_refused',
  ]);
  expect(await refusalOf(add('https://discord.com/api/users/@me', discord))).toEqual([400, 'webhook_address_refused']);
  const { origin } = new URL(on.app.config.discord.apiUrl);
  for (const address of [`${origin}/api/webhooks/1/a`, `${origin}/api/v10/users/@me`]) {
    expect(await refusalOf(add(address)), address).toEqual([400, 'webhook_address_refused']);
  }
  expect((await add('https://planner.example/hooks')).status).toBe(201);
  for (let more = 1; more < 10; more += 1) expect((await add('https://planner.example/hooks')).status).toBe(201);
  expect(await refusalOf(add('https://planner.example/hooks'))).toEqual([409, 'too_many_webhooks']);
});

test('a change arrives signed with what members see, and secret and address are never shown again', async () => {
  await using on = await stage();
  const { app, club, hook } = on;
  const { webhook, secret } = await hookUp(on);
  await writePost(club.founder, club, 'For officers', { visibility: 'officers' });
  const { id } = await writePost(club.founder, club, 'For all');
  await eventually(async () => expect(hook.received).toHaveLength(1));
  const [message] = hook.received;
  expect(message?.body).toMatchObject({
    type: 'post.changed',
    organizationId: club.id,
    cursor: expect.stringMatching(/^\w{8}\.\d+$/),
    data: { id, title: 'For all', author: { id: club.founder.userId } },
  });
  if (!message) throw new Error('Nothing arrived');
  const { headers, text } = message;
  expect(await verifyWebhook(secret ?? '', headers, text)).toEqual(message?.body);
  await expect(verifyWebhook(`whsec_${'A'.repeat(44)}`, headers, text)).rejects.toThrow('No signature');
  await expect(verifyWebhook(secret ?? '', headers, `${text} `)).rejects.toThrow('No signature');
  const later = new Date(Date.now() + 301_000);
  await expect(verifyWebhook(secret ?? '', headers, text, later)).rejects.toThrow('too old');
  await eventually(async () =>
    expect(await logOf(on, webhook.id)).toMatchObject([
      { id: headers['webhook-id'], outcome: 'delivered', status: 204, attempt: 1, nextAttemptAt: null },
    ]),
  );
  const shown = JSON.stringify(await done(club.founder.call('GET', of(club))));
  const kept = JSON.stringify(await app.ctx.sql('select * from webhook_endpoint'));
  for (const text of [shown, kept, app.logged.join()]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('/hooks');
  }
  expect(await auditActions(club)).toContain('webhook_created');
});

test('an event arrives without personal fields, and a draft only at endpoints that may see it', async () => {
  await using on = await stage();
  const { club, hook } = on;
  await hookUp(on, { types: ['event.changed'] });
  const event = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 };
  const create = (more: object) =>
    done<{ id: string }>(club.founder.call('POST', `/guilds/${club.id}/events`, { ...event, ...more }));
  await create({ title: 'Secret', status: 'draft' });
  const { id } = await create({});
  await eventually(async () =>
    expect(hook.received.map(({ body }) => body.data)).toMatchObject([{ id, title: 'Raid' }]),
  );
  expect(hook.received[0]?.body.data).not.toHaveProperty('mine');
  expect(hook.received[0]?.body.data).not.toHaveProperty('faces');
  await done(club.founder.call('POST', `/events/${id}/cancel`, {}));
  await done(club.founder.call('DELETE', `/events/${id}`));
  await eventually(async () => expect(hook.received.at(-1)?.body.data).toEqual({ id, deleted: true }));
});

test('P-07: a draft of a line-up arrives only where it may be seen, and does not replace what was published before', async () => {
  await using on = await stage({ roles: ['web'] });
  const { app, club, hook } = on;
  const planner = await hookUp(on, { types: ['lineup.changed'], permissions: ['canManageEvents'] });
  // Told of all changes, by no permission.
  const plain = await hookUp(on);
  const event = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 };
  const { id } = await done<{ id: string }>(club.founder.call('POST', `/guilds/${club.id}/events`, event));
  const raider = await done<{ id: string }>(
    club.founder.call('POST', `/organizations/${club.id}/raiders`, { name: 'Curlybill' }),
  );
  const save = (version: number, slot: number) => {
    const places = [{ raiderId: raider.id, role: 'tank', group: 1, slot }];
    return done(club.founder.call('PUT', `/events/${id}/lineups/all`, { version, places }));
  };
  const organization = { organizationId: club.id, founderId: club.founder.userId };
  const told = async ({ webhook }: WebhookSecretView) => {
    const { signal } = new AbortController();
    await deliverWebhooks(app.ctx, { ...organization, endpointId: webhook.id, at: null }, { signal });
    return (await logOf(on, webhook.id)).filter(({ type }) => type === 'lineup.changed').map(({ outcome }) => outcome);
  };
  const dispatched = async () => {
    await dispatchWebhooks(app.ctx, organization);
    return [await told(planner), await told(plain)];
  };
  await save(0, 1);
  // It is in the change feed alone, and holds nothing up.
  await done(club.founder.call('PUT', `/events/${id}/reserves`, {}));
  expect(await dispatched()).toEqual([['delivered'], []]);
  await done(club.founder.call('POST', `/events/${id}/lineups/all/publish`, { version: 1 }));
  await save(1, 2);
  expect(await dispatched()).toEqual([['delivered', 'delivered'], ['delivered']]);
  await save(2, 3);
  expect(await dispatched()).toEqual([['delivered', 'delivered', 'delivered'], ['delivered']]);
  const lineups = hook.received.map(({ body }) => body).filter(({ type }) => type === 'lineup.changed');
  expect(lineups.map(({ data }) => data)).toEqual(Array(4).fill({ id }));
});

test('a log that was read arrives as a change of the night at endpoints that may see the roster', async () => {
  await using on = await stage();
  const { app, club, hook } = on;
  const event = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 };
  const { id } = await done<{ id: string }>(club.founder.call('POST', `/guilds/${club.id}/events`, event));
  const { webhook } = await hookUp(on, { types: ['night.changed'] });
  await hookUp(on, { types: ['night.changed'], permissions: ['canViewRoster'] });
  await app.ctx.transact(async (tx) => publishNightChange(tx, club.id, id));
  await eventually(async () =>
    expect(hook.received.map(({ body }) => [body.type, body.data])).toEqual([['night.changed', { id }]]),
  );
  expect(await logOf(on, webhook.id)).toEqual([]);
});

test('awards that were brought in arrive as a change of loot at endpoints that may see the roster', async () => {
  await using on = await stage();
  const { club, hook } = on;
  const { webhook } = await hookUp(on, { types: ['loot.changed'] });
  await hookUp(on, { types: ['loot.changed'], permissions: ['canViewRoster'] });
  const award = {
    to: 'Curlybill-Highmere',
    item: 42,
    track: 'heroic',
    response: 'Need',
    seconds: 1_763_842_447,
  } as const;
  await bringInAward(club.founder.call, club.id, award);
  await eventually(async () =>
    expect(hook.received.map(({ body }) => [body.type, body.data])).toEqual([['loot.changed', { id: club.id }]]),
  );
  expect(await logOf(on, webhook.id)).toEqual([]);
});

test('a guest without an account arrives as a change of raiders, and as an answer among the numbers', async () => {
  await using on = await stage();
  const { club, hook } = on;
  await hookUp(on, { types: ['raider.changed', 'participation.changed'], permissions: ['canViewRoster'] });
  const event = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 };
  const { id } = await done<{ id: string }>(club.founder.call('POST', `/guilds/${club.id}/events`, event));
  const raider = await done<{ id: string }>(
    club.founder.call('POST', `/organizations/${club.id}/raiders`, { name: 'Curlybill', kind: 'guest' }),
  );
  await done(club.founder.call('POST', `/events/${id}/participations`, { raiderId: raider.id }));
  const bodies = () => hook.received.map(({ body }) => [body.type, body.data]);
  await eventually(async () => expect(bodies()).toContainEqual(['raider.changed', { id: club.id }]));
  await eventually(async () =>
    expect(bodies().filter(([type]) => type === 'participation.changed')).toMatchObject([
      ['participation.changed', { id, counts: { signedUp: 1 } }],
    ]),
  );
});

test('H-02: both secrets sign messages for a day after a rotation', async () => {
  await using on = await stage();
  const { app, club, hook } = on;
  const { webhook, secret: before } = await hookUp(on);
  const { secret: after } = await done<WebhookSecretView>(
    club.founder.call('POST', of(club, `/${webhook.id}/rotate`), {}),
  );
  const ping = () => done(club.founder.call('POST', of(club, `/${webhook.id}/ping`), {}));
  const signedBy = async (number: number) => {
    await eventually(async () => expect(hook.received).toHaveLength(number));
    const { headers = {}, text = '' } = hook.received[number - 1] ?? {};
    const fits = (secret: string | null) =>
      verifyWebhook(secret ?? '', headers, text).then(
        () => true,
        () => false,
      );
    return [await fits(before), await fits(after)];
  };
  await ping();
  expect(await signedBy(1)).toEqual([true, true]);
  // A turn that is not over may have read the secrets already.
  await untilNoJobs(app, 'deliver-webhooks');
  await app.ctx.sql(`update webhook_endpoint set old_secret_until = now()`);
  await ping();
  expect(await signedBy(2)).toEqual([false, true]);
});

test('H-02: retries a failure under the same id with growing delays, and then on an officer’s request', async () => {
  await using on = await stage();
  const { app, club, hook } = on;
  const { webhook } = await hookUp(on);
  hook.answer((response) => response.writeHead(503, { 'retry-after': '7200' }).end('busy'));
  await writePost(club.founder, club);
  await eventually(async () =>
    expect(await logOf(on, webhook.id)).toMatchObject([{ outcome: 'http_error', status: 503 }]),
  );
  const [first] = await logOf(on, webhook.id);
  const waits = (Date.parse(first?.nextAttemptAt ?? '') - Date.now()) / 60_000;
  expect(waits).toBeGreaterThan(110);
  hook.answer((response) => response.writeHead(500).end());
  for (const _ of RETRY_SECONDS) await hasten(on);
  expect(hook.received).toHaveLength(10);
  expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await logOf(on, webhook.id)).toMatchObject([{ attempt: 10, outcome: 'http_error', nextAttemptAt: null }]);
  await hasten(on);
  expect(hook.received).toHaveLength(10);

  hook.answer((response) => response.writeHead(204).end());
  await done(club.founder.call('POST', of(club, `/${webhook.id}/deliveries/${first?.id}/retry`), {}));
  await eventually(async () =>
    expect(await logOf(on, webhook.id)).toMatchObject([{ outcome: 'delivered', attempt: 1 }]),
  );
  expect(hook.received.at(-1)?.headers['webhook-id']).toBe(first?.id);
  await app.ctx.sql(`update webhook_delivery set outcome = 'timeout'`);
  const since = { since: new Date(Date.now() - 60_000).toISOString() };
  expect(await done(club.founder.call('POST', of(club, `/${webhook.id}/retry`), since))).toEqual({ retried: 1 });
  await eventually(async () => expect(hook.received).toHaveLength(12));
  const other = await foundClub(app);
  const foreign = of(other, `/${webhook.id}/deliveries/${first?.id}/retry`);
  expect(await refusalOf(other.founder.call('POST', foreign, {}))).toEqual([404, 'webhook_not_found']);
});

test('H-02: after five failures only the oldest message is retried until one succeeds', async () => {
  await using on = await stage();
  const { club, hook } = on;
  await hookUp(on);
  hook.answer((response) => response.writeHead(500).end());
  for (let number = 0; number < 7; number += 1) await writePost(club.founder, club, `News ${number}`);
  // The pauses between attempts are seconds, which a busy machine draws out.
  while ((await failuresOf(on)) < 5) await hasten(on);
  await hasten(on);
  const before = hook.received.length;
  await hasten(on);
  await hasten(on);
  const knocked = hook.received.slice(before).map(({ headers }) => headers['webhook-id']);
  const [oldest] = await on.app.ctx.sql<{ id: string }>(
    `select 'msg_' || id as id from webhook_delivery order by webhook_delivery.id limit 1`,
  );
  expect(knocked).toEqual([oldest?.id, oldest?.id]);
  hook.answer((response) => response.writeHead(204).end());
  await hasten(on);
  await eventually(async () => expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(7));
});

test('a message that is refused after five failures holds up no other one', async () => {
  await using on = await stage();
  const { club, hook } = on;
  const { webhook } = await hookUp(on);
  hook.answer((response) => response.writeHead(500).end());
  for (let number = 0; number < 3; number += 1) await writePost(club.founder, club, `News ${number}`);
  while ((await failuresOf(on)) < 5) await hasten(on);
  const [oldest] = await on.app.ctx.sql<{ id: string }>('select id from webhook_delivery order by id limit 1');
  hook.answer((response) => {
    const isOldest = hook.received.at(-1)?.headers['webhook-id'] === `msg_${oldest?.id}`;
    response.writeHead(isOldest ? 400 : 204).end();
  });
  await hasten(on);
  await hasten(on);
  expect(new Set((await logOf(on, webhook.id)).map(({ outcome, status }) => `${outcome} ${status}`))).toEqual(
    new Set(['delivered 204', 'http_error 400']),
  );
});

test('H-05: a second test message waits for the first, and test messages are limited', async () => {
  await using on = await stage();
  const { club, hook } = on;
  const { webhook } = await hookUp(on);
  const held = Promise.withResolvers<void>();
  hook.answer(async (response) => {
    await held.promise;
    response.writeHead(204).end();
  });
  const ping = () => club.founder.call('POST', of(club, `/${webhook.id}/ping`), {});
  await done(ping());
  expect(await refusalOf(ping())).toEqual([409, 'webhook_ping_pending']);
  held.resolve();
  await eventually(async () => expect(await logOf(on, webhook.id)).toMatchObject([{ outcome: 'delivered' }]));
  await done(ping());
  const [first] = await logOf(on, webhook.id);
  const again = () => club.founder.call('POST', of(club, `/${webhook.id}/deliveries/${first?.id}/retry`), {});
  for (let sent = 3; sent < 20; sent += 1) expect((await again()).status).toBe(200);
  expect(await refusalOf(again())).toEqual([429, 'rate_limited']);
  expect(await refusalOf(ping())).toEqual([429, 'rate_limited']);
});

test('H-05: a receiver that fails gives up its turn at once, one that answers after twenty messages', async () => {
  await using on = await stage({ roles: ['web'] });
  const { app, club, hook } = on;
  const { webhook } = await hookUp(on);
  const organization = { organizationId: club.id, founderId: club.founder.userId };
  for (let number = 0; number < 25; number += 1) await writePost(club.founder, club, `News ${number}`);
  await dispatchWebhooks(app.ctx, organization);
  const { signal } = new AbortController();
  const turn = () => deliverWebhooks(app.ctx, { ...organization, endpointId: webhook.id, at: null }, { signal });
  hook.answer((response) => response.writeHead(500).end());
  await turn();
  expect(hook.received).toHaveLength(1);
  hook.answer((response) => response.writeHead(204).end());
  await turn();
  expect(hook.received).toHaveLength(21);
});

test('H-02: an attempt that outlasts its lease does not overwrite the one after it', async () => {
  await using on = await stage({ roles: ['web'] });
  const { app, club, hook } = on;
  const { webhook } = await hookUp(on);
  const organization = { organizationId: club.id, founderId: club.founder.userId };
  await writePost(club.founder, club);
  await dispatchWebhooks(app.ctx, organization);
  const { signal } = new AbortController();
  const turn = () => deliverWebhooks(app.ctx, { ...organization, endpointId: webhook.id, at: null }, { signal });
  const first = Promise.withResolvers<ServerResponse>();
  hook.answer(first.resolve);
  const frozen = turn();
  const late = await first.promise;
  await app.ctx.sql(`update webhook_delivery set next_at = now() - interval '1 second'`);
  hook.answer((response) => response.writeHead(204).end());
  await turn();
  late.writeHead(500).end();
  await frozen;
  expect(await logOf(on, webhook.id)).toMatchObject([{ attempt: 2, outcome: 'delivered', nextAttemptAt: null }]);
  expect(await failuresOf(on)).toBe(0);
});

test('H-02: five days of failures, or a 410, disable an endpoint; officers are notified and can enable it', async () => {
  await using on = await stage();
  const { app, club, hook } = on;
  const { webhook } = await hookUp(on);
  hook.answer((response) => response.writeHead(500).end());
  await writePost(club.founder, club);
  await eventually(async () => expect(hook.received).toHaveLength(1));
  await untilNoJobs(app, 'deliver-webhooks');
  await app.ctx.sql(`update webhook_endpoint set failing_since = now() - interval '121 hours'`);
  await hasten(on);
  expect(await stateOf(on)).toEqual(['disabled']);
  expect(await auditActions(club)).toContain('webhook_stopped');
  const { notifications } = await done<{ notifications: object[] }>(club.founder.call('GET', '/auth/me/notifications'));
  expect(notifications).toMatchObject([{ kind: 'integration_stopped', title: 'Planner' }]);
  expect(await refusalOf(club.founder.call('POST', of(club, `/${webhook.id}/ping`), {}))).toEqual([
    409,
    'webhook_not_active',
  ]);
  const sent = hook.received.length;
  await writePost(club.founder, club, 'Meanwhile');
  await hasten(on);
  expect(hook.received).toHaveLength(sent);

  hook.answer((response) => response.writeHead(204).end());
  await done(club.founder.call('POST', of(club, `/${webhook.id}/enable`), {}));
  await eventually(async () =>
    expect(hook.received.slice(sent).map(({ body }) => body.type)).toEqual(['post.changed', 'feed.gap']),
  );
  const gap = hook.received.at(-1)?.body.data;
  const after = gap && 'after' in gap ? gap.after : '';
  const feed = await done<{ changes: object[] }>(
    club.founder.call('GET', `/organizations/${club.id}/changes?after=${after}`),
  );
  expect(feed.changes).toMatchObject([{ type: 'post.changed' }]);
  hook.answer((response) => response.writeHead(410).end());
  await writePost(club.founder, club, 'Last');
  await eventually(async () => expect(await stateOf(on)).toEqual(['disabled']));
});

test('H-03: an endpoint stops when the person who set its address is demoted, until another officer sets it', async () => {
  await using on = await stage();
  const { app, club, hook } = on;
  const second = await addFounder(app, club);
  const member = await memberOf(app, club);
  expect(await refusalOf(member.call('POST', of(club), { name: 'A', address: hook.address }))).toEqual([
    403,
    'missing_permission',
  ]);
  const { webhook } = await hookUp(on, { permissions: ['canViewOfficerData'] }, second);
  await writePost(second, club, 'Officers', { visibility: 'officers' });
  await eventually(async () => expect(hook.received).toHaveLength(1));
  hook.answer((response) => response.writeHead(500).end());
  await writePost(second, club, 'Waits', { visibility: 'officers' });
  await eventually(async () => expect(hook.received).toHaveLength(2));
  await untilNoJobs(app, 'deliver-webhooks');
  await app.ctx.sql('delete from role_holder where user_id = $1', [second.userId]);
  expect(await stateOf(on)).toEqual(['suspended']);
  await hasten(on);
  expect(hook.received).toHaveLength(2);
  expect(await refusalOf(club.founder.call('POST', of(club, `/${webhook.id}/enable`), {}))).toEqual([
    409,
    'webhook_suspended',
  ]);
  hook.answer((response) => response.writeHead(204).end());
  await done(club.founder.call('PATCH', of(club, `/${webhook.id}`), { address: hook.address }));
  expect(await stateOf(on)).toEqual(['active']);
  await hasten(on);
  await eventually(async () => expect(hook.received.length).toBeGreaterThan(2));
});

test('H-03: an endpoint is active again once the person who set its address holds the right again', async () => {
  await using on = await stage();
  const { app, club, hook } = on;
  const second = await addFounder(app, club);
  await hookUp(on, {}, second);
  const [held] = await app.ctx.sql<{ roleId: string }>(
    'delete from role_holder where user_id = $1 returning role_id as "roleId"',
    [second.userId],
  );
  await writePost(club.founder, club, 'Missed');
  await eventually(async () =>
    expect(await app.ctx.sql('select state from webhook_endpoint')).toEqual([{ state: 'suspended' }]),
  );
  await hasten(on);
  expect(await stateOf(on)).toEqual(['suspended']);
  await app.ctx.sql('insert into role_holder (organization_id, role_id, user_id) values ($1, $2, $3)', [
    club.id,
    held?.roleId,
    second.userId,
  ]);
  await hasten(on);
  expect(await stateOf(on)).toEqual(['active']);
  await eventually(async () => expect(hook.received.length).toBeGreaterThan(0));
});

test('H-03: permissions that the caller lacks cannot be given to a webhook, neither at first nor later', async () => {
  await using on = await stage({ roles: ['web'] });
  const { app, club, hook } = on;
  const manager = await holderOf(app, club, ['canManageGuild']);
  const asked = { name: 'Planner', address: hook.address, permissions: ['canViewOfficerData'] };
  const refused = [403, 'missing_permission'];
  expect(await refusalOf(manager.call('POST', of(club), asked))).toEqual(refused);
  const { webhook } = await hookUp(on, {}, manager);
  const change = { permissions: ['canViewOfficerData'] };
  expect(await refusalOf(manager.call('PATCH', of(club, `/${webhook.id}`), change))).toEqual(refused);
  expect((await club.founder.call('PATCH', of(club, `/${webhook.id}`), change)).status).toBe(200);
});

test('H-03: a waiting message does not name a person who has been erased in the meantime', async () => {
  await using on = await stage();
  const { app, club, hook } = on;
  await hookUp(on);
  const officer = await addFounder(app, club);
  await untilNoJobs(app, 'deliver-webhooks');
  hook.answer((response) => response.writeHead(500).end());
  const [person] = await app.ctx.sql<{ name: string }>('select display_name as name from app_user where id = $1', [
    officer.userId,
  ]);
  await writePost(officer, club, 'By them');
  await eventually(async () => expect(hook.received.some(({ text }) => text.includes('By them'))).toBe(true));
  await untilNoJobs(app, 'deliver-webhooks');
  expect((await officer.call('DELETE', '/auth/me', { confirm: 'DELETE' })).status).toBeLessThan(300);
  hook.received.length = 0;
  hook.answer((response) => response.writeHead(204).end());
  await hasten(on);
  await eventually(async () => expect(hook.received.some(({ text }) => text.includes('By them'))).toBe(true));
  expect(person?.name).toBeTruthy();
  for (const { text } of hook.received) {
    expect(text).not.toContain(officer.userId);
    expect(text).not.toContain(person?.name);
  }
});

test('a change committed by a killed process is delivered once, within a minute', async () => {
  await using on = await stage();
  const { app, club, hook } = on;
  await hookUp(on);
  const subjectId = uuidv7();
  const mute = createTransact(app.ctx.database, app.ctx.orm, app.ctx.boss, app.ctx.log, () => {});
  await mute(async (tx) =>
    tx.changed({ type: 'post.changed', subjectId, organizationId: club.id, audience: 'members' }),
  );
  await Promise.all([queueDueDeliveries(app.ctx), queueDueDeliveries(app.ctx)]);
  await eventually(async () =>
    expect(hook.received).toMatchObject([{ body: { data: { id: subjectId, deleted: true } } }]),
  );
  await queueDueDeliveries(app.ctx);
  await untilNoJobs(app, 'deliver-webhooks');
  expect(hook.received).toHaveLength(1);
});

test('a Discord channel gets one message per burst of changes, and a deleted channel is not called again', async () => {
  await using discord = await receiver();
  const bot = { app: { clientId: 'guildhall', clientSecret: 'simulated' }, botToken: 'simulated' };
  await using on = await stage({
    config: { discord: { ...bot, publicKeys: [], apiUrl: `${discord.origin}/api/v10` } },
  });
  const { app, club } = on;
  const address = `${discord.origin}/api/webhooks/420000000000000001/to-ken_1`;
  const { webhook, secret } = await hookUp(on, { kind: 'discord', address });
  expect(secret).toBeNull();
  expect(await refusalOf(club.founder.call('POST', of(club, `/${webhook.id}/rotate`), {}))).toEqual([
    409,
    'webhook_without_secret',
  ]);
  const { id } = await writePost(club.founder, club, '@everyone *News*');
  await done(club.founder.call('PATCH', `/posts/${id}`, { title: '@everyone **News**' }));
  // The later change takes the place of the first, and waits anew.
  await untilNoJobs(app, 'dispatch-webhooks');
  await eventually(async () => expect(await logOf(on, webhook.id)).toHaveLength(1));
  await hasten(on);
  await eventually(async () => expect(discord.received).toHaveLength(1));
  const [message] = discord.received;
  expect(message?.path).toBe('/api/webhooks/420000000000000001/to-ken_1?wait=true');
  expect(message?.headers['webhook-signature']).toBeUndefined();
  expect(message?.body).toEqual({
    content: 'News: @\u200beveryone **News**',
    allowed_mentions: { parse: [] },
    embeds: [expect.objectContaining({ title: '@\u200beveryone \\*\\*News\\*\\*', description: 'B' })],
  });

  // In the language of the guild, and like the posts of the bot.
  await app.ctx.sql(`update organization set settings = '{"locale": "de_DE"}' where id = $1`, [club.id]);
  const plan = (body: object) =>
    done<{ id: string }>(
      club.founder.call('POST', `/guilds/${club.id}/events`, {
        ...{ type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 },
        ...body,
      }),
    );
  await plan({ title: 'Draft', status: 'draft' });
  const raid = await plan({ title: 'Sturmnacht', slots: [{ roleKey: 'tank', max: 2 }] });
  await eventually(async () => expect(await logOf(on, webhook.id)).toHaveLength(2));
  await hasten(on);
  await eventually(async () => expect(discord.received).toHaveLength(2));
  expect(discord.received[1]?.body).toEqual({
    content: 'Jetzt anmelden: Sturmnacht',
    allowed_mentions: { parse: [] },
    embeds: [
      expect.objectContaining({
        title: 'Sturmnacht',
        url: `${app.config.baseUrl}/events/${raid.id}`,
        fields: [{ name: 'Dabei 0', value: 'Tank 0/2', inline: false }],
      }),
    ],
  });
  discord.answer((response) => response.writeHead(404).end());
  await writePost(club.founder, club, 'Gone');
  await eventually(async () => expect(await logOf(on, webhook.id)).toHaveLength(3));
  await hasten(on);
  await eventually(async () => expect(await stateOf(on)).toEqual(['disabled']));
});

/** An endpoint of each kind at a receiver that answers what is asked of it, and no worker. */
async function byHand(kind: 'discord' | 'standard') {
  await using stack = new AsyncDisposableStack();
  const hook = stack.use(await receiver());
  const bot = { app: { clientId: 'guildhall', clientSecret: 'simulated' }, botToken: 'simulated' };
  const app = stack.use(
    await testApp({
      roles: ['web'],
      environment: { WEBHOOK_ALLOW: hook.origin },
      config: { discord: { ...bot, publicKeys: [], apiUrl: `${hook.origin}/api/v10` } },
    }),
  );
  const club = await foundClub(app);
  const owned = stack.move();
  const on: Stage = { app, club, hook, [Symbol.asyncDispose]: () => owned.disposeAsync() };
  const { webhook } = await hookUp(on, { kind, address: `${hook.origin}/api/webhooks/420000000000000001/to-ken_1` });
  const endpointId = webhook.id;
  const [first, other] = [await writePost(club.founder, club, 'One'), await writePost(club.founder, club, 'Two')];
  /** Two messages, of which the first is refused as often as it is sent. */
  async function refuse(status: number, text: string, attempts: number, refused = /"One"/) {
    await app.ctx.sql('delete from webhook_delivery');
    await app.ctx.sql(
      `update webhook_endpoint set state = 'active', stopped_because = null, failures = 0, failing_since = null`,
    );
    const rows = `insert into webhook_delivery (endpoint_id, seq, type, subject_id, audience, happened_at, next_at)
      select $1, n, 'post.changed', case n when 1 then $2::uuid else $3 end, 'members', now(), now() from generate_series(1, 2) n`;
    await app.ctx.sql(rows, [endpointId, first.id, other.id]);
    let sent = 0;
    hook.answer((response) => {
      const { text: body } = hook.received.at(-1) ?? { text: '' };
      const isFirst = body.includes(first.id) || refused.test(body);
      if (isFirst) sent += 1;
      return isFirst
        ? response.writeHead(status, { 'content-type': 'application/json' }).end(text)
        : response.writeHead(204).end();
    });
    for (let round = 0; round < attempts; round += 1) {
      await app.ctx.sql(`update webhook_delivery set next_at = now() where next_at is not null`);
      const at = { organizationId: club.id, founderId: club.founder.userId, endpointId, at: null };
      for (let turn = 0; turn < 2; turn += 1)
        await deliverWebhooks(app.ctx, at, { signal: new AbortController().signal });
    }
    const [second, one] = await logOf(on, endpointId);
    const { webhooks } = await done<WebhooksView>(club.founder.call('GET', of(club)));
    return { one, second, sent, endpoint: webhooks[0], waits: one?.nextAttemptAt !== null };
  }
  return { on, refuse, [Symbol.asyncDispose]: () => on[Symbol.asyncDispose]() };
}

test.each([0, 1, 2, 3])(
  'every code of Discord stops the message, or the webhook, or is for now (part %i)',
  async (part) => {
    await using hand = await byHand('discord');
    const codes = [...ERROR_CODES].filter((_, index) => index % 4 === part);
    for (const [code, { scope, cause }] of codes) {
      const text = JSON.stringify({ code, message: 'Refused for a test' });
      const attempts = scope === 'ours' ? 3 : 1;
      const { one, second, endpoint, waits } = await hand.refuse(cause === 'gone' ? 404 : 400, text, attempts);
      const seen = { code, outcome: one?.outcome, shown: one?.code, waits, state: endpoint?.state };
      if (scope === 'place') {
        expect(seen).toEqual({ code, outcome: 'gone', shown: code, waits: false, state: 'disabled' });
        expect(endpoint?.stoppedBecause).not.toBeNull();
      } else {
        const isForNow = scope === 'for_now' || scope === 'ours';
        const outcome = isForNow ? 'http_error' : 'refused';
        expect(seen).toEqual({ code, outcome, shown: code, waits: isForNow, state: 'active' });
        expect({ code, second: second?.outcome }).toEqual({ code, second: 'delivered' });
      }
    }
    const why = async (status: number, code: number) =>
      (await hand.refuse(status, JSON.stringify({ code }), 1)).endpoint?.stoppedBecause;
    expect([await why(400, 220_001), await why(404, 10_015), await why(401, 50_027)]).toEqual([
      'wrong_channel',
      'gone',
      'gone',
    ]);
    expect(await why(400, 50_083)).toBe('lacks_permission');
    const blocked = await hand.refuse(403, '<html>', 1);
    expect([blocked.one?.outcome, blocked.waits]).toEqual(['http_error', true]);
    expect([await why(404, 0), await why(401, 0), await why(403, 50_013)]).toEqual([
      'gone',
      'gone',
      'lacks_permission',
    ]);
    expect(await why(404, 10_002)).toBe('gone');
    const { founder } = hand.on.club;
    const { notifications } = await done<{ notifications: { kind: string }[] }>(
      founder.call('GET', '/auth/me/notifications'),
    );
    expect(notifications.map(({ kind }) => kind)).toContain('integration_stopped');
  },
);

test('a webhook does not count as failing because Discord refuses what it is sent', async () => {
  await using hand = await byHand('discord');
  await hand.refuse(400, JSON.stringify({ code: 240_000 }), 1, /One|Two/);
  const { sql } = hand.on.app.ctx;
  expect(await sql('select outcome, code from webhook_delivery')).toEqual([
    { outcome: 'refused', code: 240_000 },
    { outcome: 'refused', code: 240_000 },
  ]);
  expect(await sql('select failures, failing_since from webhook_endpoint')).toEqual([
    { failures: 0, failing_since: null },
  ]);
});

test('five days in which Discord blocks our address switch the webhook off, and no message is at fault', async () => {
  await using hand = await byHand('discord');
  const cloudflare = JSON.stringify({ code: 40_333, message: 'internal network error' });
  const { one, second } = await hand.refuse(403, cloudflare, 3, /One|Two/);
  for (const message of [one, second]) expect([message?.outcome, message?.code]).toEqual(['http_error', 40_333]);
  const { sql } = hand.on.app.ctx;
  await sql(`update webhook_delivery set next_at = now()`);
  await sql(`update webhook_endpoint set failures = 0, failing_since = now() - interval '121 hours'
    where failing_since is not null`);
  const [endpoint] = await sql<{ id: string }>('select id from webhook_endpoint');
  const { club, app } = hand.on;
  const at = { organizationId: club.id, founderId: club.founder.userId, endpointId: endpoint?.id ?? '', at: null };
  await deliverWebhooks(app.ctx, at, { signal: new AbortController().signal });
  const { webhooks } = await done<WebhooksView>(club.founder.call('GET', of(club)));
  expect(webhooks[0]).toMatchObject({ state: 'disabled', stoppedBecause: 'failing' });
});

test('a thread that was deleted is named, and not the webhook', async () => {
  await using hand = await byHand('discord');
  const lost = async (code: number) => (await hand.refuse(404, JSON.stringify({ code }), 1)).endpoint?.stoppedBecause;
  expect([await lost(10_003), await lost(10_015)]).toEqual(['gone', 'gone']);
  const { club } = hand.on;
  const address = `${hand.on.hook.origin}/api/webhooks/420000000000000001/to-ken_1?thread_id=43`;
  const { webhooks } = await done<WebhooksView>(club.founder.call('GET', of(club)));
  await done(club.founder.call('PATCH', of(club, `/${webhooks[0]?.id}`), { address }));
  expect([await lost(10_003), await lost(10_015)]).toEqual(['wrong_channel', 'gone']);
});

test('a receiver that refuses one message gets the next ones, whatever its status', async () => {
  await using hand = await byHand('standard');
  const refused = Array.from({ length: 32 }, (_, index) => 400 + index);
  for (const status of [...refused, 451, 499, 500, 501, 502, 503, 504, 507, 520, 599]) {
    const { one, second, sent, endpoint, waits } = await hand.refuse(status, '', 3);
    const isGone = status === 410;
    const isOfMessage = one?.outcome === 'refused';
    expect({ status, sent, state: endpoint?.state }).toEqual({
      ...{ status, sent: isGone ? 1 : 3, state: isGone ? 'disabled' : 'active' },
    });
    if (isGone) continue;
    expect({ status, second: second?.outcome, waits }).toEqual({ status, second: 'delivered', waits: !isOfMessage });
    if (status >= 500 || [401, 403, 404, 408, 429].includes(status))
      expect({ status, isOfMessage }).toEqual({ status, isOfMessage: false });
    if ([400, 413, 415, 422, 499].includes(status))
      expect({ status, isOfMessage }).toEqual({ status, isOfMessage: true });
  }
});

test.each(['1.5', '0.5', '299.997', '-5', 'soon', '99999999999'])(
  'a receiver may ask for a pause of %s',
  async (wait) => {
    await using on = await stage();
    const { app, club, hook } = on;
    const { webhook } = await hookUp(on);
    hook.answer((response) => response.writeHead(429, { 'retry-after': wait }).end());
    await writePost(club.founder, club);
    await eventually(async () => expect(await logOf(on, webhook.id)).toMatchObject([{ status: 429 }]));
    const rows = await app.ctx.sql<{ seconds: number }>(
      'select extract(epoch from next_at - attempted_at)::float8 as seconds from webhook_delivery',
    );
    const asked = Number(wait);
    const least = asked > 0 ? Math.min(asked, 86_400) : 4;
    expect(rows[0]?.seconds).toBeGreaterThanOrEqual(Math.max(4, least) - 0.1);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(Math.max(8, least + 2));
  },
);

const ID = '420000000000000001';
test.each([
  [`https://discord.com/api/webhooks/${ID}/to-ken_1`, ''],
  [`https://discord.com/api/webhooks/${ID}/to-ken_1/`, ''],
  [`  https://discord.com/api/webhooks/${ID}/to-ken_1  `, ''],
  [`<https://discord.com/api/webhooks/${ID}/to-ken_1>`, ''],
  [`https://discord.com/api/webhooks/${ID}/to-ken_1?thread_id=430000000000000777`, 'thread_id=430000000000000777&'],
  [`https://discord.com/api/webhooks/${ID}/to-ken_1?wait=false&thread_id=43`, 'thread_id=43&'],
  [`https://discord.com/api/webhooks/${ID}/to-ken_1/?thread_id=43#x`, 'thread_id=43&'],
  [`https://discord.com/api/webhooks/${ID}/to-ken_1?wait=true`, ''],
  [`https://discord.com/api/webhooks/${ID}/to-ken_1?thread_id=`, ''],
  [`https://canary.discord.com/api/webhooks/${ID}/to-ken_1`, ''],
  [`https://ptb.discord.com/api/webhooks/${ID}/to-ken_1`, ''],
  [`https://discordapp.com/api/webhooks/${ID}/to-ken_1`, ''],
  [`https://PTB.DiscordApp.com/api/webhooks/${ID}/to-ken_1`, ''],
  [`https://discord.com/api/v10/webhooks/${ID}/to-ken_1`, ''],
  [`https://discord.com/api/v9/webhooks/${ID}/to-ken_1/slack`, ''],
  [`https://discord.com/api/webhooks/${ID}/to-ken_1/github?thread_id=43`, 'thread_id=43&'],
])('the address %s of Discord is used as meant', async (address, query) => {
  await using hook = await receiver();
  const bot = { app: { clientId: 'guildhall', clientSecret: 'simulated' }, botToken: 'simulated' };
  const config = { discord: { ...bot, publicKeys: [], apiUrl: `${hook.origin}/api/v10` } };
  await using app = await testApp({ config });
  const club = await foundClub(app);
  const asked = { name: 'Channel', kind: 'discord', address };
  const { webhook } = await done<WebhookSecretView>(club.founder.call('POST', of(club), asked));
  await done(club.founder.call('POST', of(club, `/${webhook.id}/ping`), {}));
  await eventually(async () => expect(hook.received).toHaveLength(1));
  const version = /\/v\d+/.exec(address)?.[0] ?? '';
  expect(hook.received[0]?.path).toBe(`/api${version}/webhooks/${ID}/to-ken_1?${query}wait=true`);
});

test('addresses that lead to no webhook of Discord are refused, and its own are no addresses for programs', async () => {
  await using on = await stage({ roles: ['web'] });
  const add = (kind: string, address: string) =>
    refusalOf(on.club.founder.call('POST', of(on.club), { name: 'A', kind, address }));
  const webhook = `api/webhooks/${ID}/to-ken_1`;
  const none = [
    ...[
      `https://discord.com.evil.example/${webhook}`,
      `https://evil.discord.com/${webhook}`,
      `https://discord.example/${webhook}`,
    ],
    ...[
      `https://discord.com/channels/1/2`,
      `https://discord.com/${webhook}?thread_id=raids`,
      `https://discord.com/${webhook}/messages/1`,
    ],
    ...[`https://discord.com/api/webhooks/${ID}`, `https://a:b@discord.com/${webhook}`, `discord.com/${webhook}`],
  ];
  for (const address of none)
    expect([address, ...(await add('discord', address))]).toEqual([address, 400, 'webhook_address_refused']);
  for (const host of ['discord.com', 'canary.discord.com', 'discordapp.com'])
    expect(await add('standard', `https://${host}/${webhook}`)).toEqual([400, 'webhook_address_refused']);
});

test('an officer who mends the address of a webhook that Discord stopped switches it on by that', async () => {
  await using hand = await byHand('discord');
  const { club, hook } = hand.on;
  const { endpoint } = await hand.refuse(400, '{"code":220001}', 1);
  expect(endpoint).toMatchObject({ state: 'disabled', stoppedBecause: 'wrong_channel' });
  const address = `${hook.origin}/api/webhooks/${ID}/to-ken_1?thread_id=43`;
  const mended = await done(club.founder.call('PATCH', of(club, `/${endpoint?.id}`), { address }));
  expect(mended).toMatchObject({ state: 'active', stoppedBecause: null });
});
