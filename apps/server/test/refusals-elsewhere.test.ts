/** Every refusal of receivers of webhooks and of mail servers, with outages between: whatever they answer, the others go on. */
import { STATUS_CODES } from 'node:http';
import type { WebhookDeliveriesView, WebhookSecretView, WebhooksView } from '@guildhall/contracts/webhook.ts';
import { expect, test } from 'vitest';
import { scopeOfReply } from '../src/core/services/mail-replies.ts';
import { sendEventMailJob } from '../src/events/mails/event-mails.ts';
import { deliverWebhooks } from '../src/webhooks/deliver-webhooks.ts';
import { scopeOfReceiver } from '../src/webhooks/receiver-statuses.ts';
import { testApp } from './app.ts';
import { done, eventGuild, inHours } from './events.ts';
import { patiently } from './guild.ts';
import { receiver } from './receiver.ts';
import { refusingMailServer } from './refusing-mail-server.ts';
import { foundClub } from './standalone.ts';

type Answer = { status: number; body?: string };

/** An endpoint at a receiver that answers one message as asked and takes the others, and no worker. */
async function endpoint(kind: 'standard' | 'discord') {
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
  const { sql } = app.ctx;
  const webhooks = `/organizations/${club.id}/webhooks`;
  const address = `${hook.origin}/api/webhooks/420000000000000001/to-ken_1`;
  const { webhook } = await done<WebhookSecretView>(
    club.founder.call('POST', webhooks, { name: 'Planner', kind, address }),
  );
  const write = (title: string) =>
    done<{ id: string }>(club.founder.call('POST', `/organizations/${club.id}/posts`, { title, body: 'B' }));
  const [one, other] = [await write('One'), await write('Two')];
  const owned = stack.move();

  /** Sends both messages as often as there are answers. Returns how the first looked after each, and both in the end. */
  async function play(answers: Answer[]) {
    await sql('delete from webhook_delivery');
    await sql(
      `update webhook_endpoint set state = 'active', stopped_because = null, failures = 0, failing_since = null`,
    );
    await sql(
      `insert into webhook_delivery (endpoint_id, seq, type, subject_id, audience, happened_at, next_at)
       select $1, n, 'post.changed', case n when 1 then $2::uuid else $3 end, 'members', now(), now() from generate_series(1, 2) n`,
      [webhook.id, one.id, other.id],
    );
    const outcomes: string[] = [];
    for (const { status, body = '' } of answers) {
      hook.answer((response) => {
        const { text } = hook.received.at(-1) ?? { text: '' };
        const isFirst = text.includes(one.id) || text.includes('"One"');
        return isFirst
          ? response.writeHead(status, { 'content-type': 'application/json' }).end(body)
          : response.writeHead(204).end();
      });
      await sql('update webhook_delivery set next_at = now() where next_at is not null');
      const at = { organizationId: club.id, founderId: club.founder.userId, endpointId: webhook.id, at: null };
      for (let turn = 0; turn < 2; turn += 1)
        await deliverWebhooks(app.ctx, at, { signal: new AbortController().signal });
      const log = await done<WebhookDeliveriesView>(club.founder.call('GET', `${webhooks}/${webhook.id}/deliveries`));
      const [second, first] = log.deliveries;
      outcomes.push(`${first?.outcome}${first?.nextAttemptAt ? '' : '!'}`);
      if (first?.nextAttemptAt === null) return { outcomes, other: second?.outcome, state: await state() };
    }
    return { outcomes, other: 'waits', state: await state() };
  }
  const state = async () => (await done<WebhooksView>(club.founder.call('GET', webhooks))).webhooks[0]?.state;
  return { play, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Outages before and between the refusals of a message. */
const between = (refusal: Answer): Answer[] => [
  ...[{ status: 503 }, { status: 500 }, refusal, { status: 429 }, refusal, { status: 502 }, { status: 408 }, refusal],
  ...[{ status: 204 }],
];
const WAITS = 'http_error';

test('outages use up none of the tries of a webhook’s message, whatever its receiver answers between them', async () => {
  await using hand = await endpoint('standard');
  const statuses = Object.keys(STATUS_CODES)
    .map(Number)
    .filter((status) => status >= 300);
  for (const status of [...statuses, 306, 499, 520, 599, 799]) {
    const scope = scopeOfReceiver(status);
    const played = { status, ...(await hand.play(between({ status }))) };
    const how = status < 400 ? 'redirect' : WAITS;
    const refused = [WAITS, WAITS, how, WAITS, how, WAITS, WAITS];
    const expected =
      status === 410
        ? { outcomes: [WAITS, WAITS, 'gone!'], other: 'delivered', state: 'disabled' }
        : scope === 'for_now' || scope === 'place' || status < 400
          ? { outcomes: [...refused, how, 'delivered!'], other: 'delivered', state: 'active' }
          : { outcomes: [...refused, 'refused!'], other: 'delivered', state: 'active' };
    expect(played).toEqual({ status, ...expected });
  }
});

test.each([
  ['a blocked text', 400, 240_000, [WAITS, WAITS, 'refused!'], 'active'],
  ['a limit that passes', 400, 40_062, [...Array<string>(8).fill(WAITS), 'delivered!'], 'active'],
  ['a fault of ours', 400, 50_041, [...Array<string>(8).fill(WAITS), 'delivered!'], 'active'],
  ['a code that no table has', 400, 987_654, [...Array<string>(7).fill(WAITS), 'refused!'], 'active'],
  ['a channel that is gone', 404, 10_015, [WAITS, WAITS, 'gone!'], 'disabled'],
  [
    'an outage in the words of a channel that is gone',
    503,
    10_015,
    [...Array<string>(8).fill(WAITS), 'delivered!'],
    'active',
  ],
])('outages use up none of the tries of a message to Discord: %s', async (_, status, code, outcomes, state) => {
  await using hand = await endpoint('discord');
  const refusal = { status, body: JSON.stringify({ code, message: 'Refused for a test' }) };
  const played = await hand.play(between(refusal));
  expect(played).toMatchObject({ outcomes, state });
  if (state === 'active') expect(played.other).toBe('delivered');
});

type Reply = { at: 'RCPT TO' | 'DATA'; reply: string };

/** Replies to the recipient, with what stands in the table of replies, and some that no table has. */
const TO_RECIPIENTS = [
  ...[...Array(60).keys()].map((number) => `${500 + number} refused`),
  ...[
    '599 refused',
    '550 5.1.1 unknown',
    '550 5.7.26 sender not authenticated',
    '552 5.2.2 full',
    '554 5.4.4 no route',
  ],
  ...['421 later', '450 later', '451 4.7.1 greylisted', '452 full'],
];

/** Replies that say more than their number, as servers and services word them. `<x>` stands for the recipient. */
const WORDED: Record<'ours' | 'item' | 'for_now', Record<Reply['at'], string[]>> = {
  ours: {
    'RCPT TO': [
      '554 5.7.1 <x>: Relay access denied',
      '550 5.7.1 Unable to relay',
      '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
      '550 relay not permitted',
      '553 5.7.1 <no-reply@guild.example>: Sender address rejected: not owned by user raid',
      '550 5.1.8 <no-reply@localhost>: Sender address rejected: Domain not found',
      '550 5.1.7 The address of the sender is invalid',
      '550 5.1.0 <no-reply@guild.example> sender rejected',
      '550 Sender verify failed',
      '554 5.7.1 Service unavailable; Client host [1.5.1.1] blocked using zen.spamhaus.org',
      '554 5.7.1 <unknown[1.2.3.4]>: Client host rejected: Access denied',
      '550 5.7.1 <localhost>: Helo command rejected: need fully-qualified hostname',
      '550-5.7.1 Your host has no name\r\n550 5.7.1 See the help',
      '550 Authentication required',
      '550 5.7.606 Access denied, banned sending IP [1.2.3.4]',
    ],
    DATA: [
      '554 Message rejected: Email address is not verified. The following identities failed the check: no-reply@guild.example',
      '550 The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
      '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
      '554 5.2.252 SendAsDenied; no-reply@guild.example not allowed to send as raid@guild.example',
      '554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied',
      '550 5.7.501 Access denied, spam abuse detected',
      '550 5.7.708 Access denied, traffic not accepted from this IP',
      '554 Sending paused for this account',
      '550 5.7.1 This message fails to pass SPF checks for guild.example',
    ],
  },
  item: {
    'RCPT TO': [
      '550 5.1.1 <x>: Recipient address rejected: User unknown in relay recipient table',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      '550 5.2.1 The account is disabled; the sender is told',
      '550 5.7.1 <x>: Recipient address rejected: Access denied',
      '550 5.7.133 Sender not authenticated for this group',
      '550 <x>: Recipient address rejected: User unknown in relay recipient table',
      '550 <sender.rejected@relay.denied>: no such user',
    ],
    DATA: ['554 5.7.1 The text looks like spam', '550 5.6.0 Malformed', '554 5.1.1 unknown to the relay'],
  },
  for_now: {
    'RCPT TO': ['550 5.2.2 Mailbox full, the sender is told'],
    DATA: ['552 5.2.2 full', '554 5.3.0 no room', '451 4.7.1 Sender address rejected for now'],
  },
};
const worded = Object.entries(WORDED).flatMap(([scope, { 'RCPT TO': rcpt, DATA: data }]) => [
  ...rcpt.map((reply) => ({ at: 'RCPT TO' as const, reply, scope })),
  ...data.map((reply) => ({ at: 'DATA' as const, reply, scope })),
]);
const REPLIES: Reply[] = [...TO_RECIPIENTS.map((reply) => ({ at: 'RCPT TO' as const, reply })), ...worded];

const scopeAt = ({ at, reply }: Reply) =>
  scopeOfReply({
    code: at === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
    command: at,
    responseCode: Number(reply.slice(0, 3)),
    response: reply,
  });

test('a reply about the sender, the relay, the host or the login is ours, also at RCPT and at DATA', () => {
  expect(worded.map(({ at, reply }) => ({ at, reply, scope: scopeAt({ at, reply }) }))).toEqual(worded);
});

test('outages use up none of the tries of a mail, whatever the server answers between them', async () => {
  const attempts = new Map<string, number>();
  const addressOf = (number: number) => `reply${number}@people.example`;
  const story = (reply: string) => ['451 later', reply, null, reply, '421 busy', reply, '250 ok'];
  const told = (recipient: string) => {
    const { at, reply } = REPLIES[Number(/\d+/.exec(recipient)?.[0])] ?? { at: 'RCPT TO' as const, reply: '250 ok' };
    const attempt = attempts.get(recipient) ?? 0;
    const answers = story(reply);
    return { at, attempt, answer: answers[Math.min(attempt, answers.length - 1)] ?? null };
  };
  await using server = await refusingMailServer({
    toRecipient(recipient) {
      const { at, attempt, answer } = told(recipient);
      if (at === 'DATA') return '250 ok';
      attempts.set(recipient, attempt + 1);
      return answer;
    },
    toMail(recipient) {
      const { at, attempt, answer } = told(recipient);
      if (at !== 'DATA') return '250 kept';
      attempts.set(recipient, attempt + 1);
      return answer;
    },
  });
  await using app = await testApp({ environment: { SMTP_URL: server.url } });
  const { sql } = app.ctx;
  // The last one is the neighbour of all, whose mail is taken at the second attempt.
  const { id, officer, members } = await eventGuild(app, REPLIES.length + 1);
  const event = await done<{ id: string }>(
    officer.call('POST', `/guilds/${id}/events`, {
      ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(100), durationMinutes: 60 },
      slots: [{ roleKey: 'tank', max: 200 }],
    }),
  );
  const people = members.map(({ userId, characterId }, number) => ({ userId, characterId, email: addressOf(number) }));
  const mails = await sql<{ id: string; email: string }>(
    `with p as (select * from jsonb_to_recordset($2) as p("userId" uuid, "characterId" uuid, email text)),
       known as (update app_user u set email = p.email, email_verified_at = now() from p where u.id = p."userId"),
       coming as (insert into participation (event_id, user_id, character_id, role_key, status, ticket)
         select $1, "userId", "characterId", 'tank', 'signed_up', row_number() over () from p)
     insert into event_mail (event_id, user_id, kind, occasion) select $1, "userId", 'promotion', 'ticket 1' from p
     returning id, (select email from p where p."userId" = event_mail.user_id) as email`,
    [event.id, JSON.stringify(people)],
  );
  await app.ctx.transact((tx) =>
    tx.enqueueAll(
      sendEventMailJob,
      mails.map(({ id: eventMailId }) => ({ payload: { organizationId: id, founderId: null, eventMailId } })),
    ),
  );
  const open = `select id from pgboss.job where name = 'send-event-mail' and state < 'completed'`;
  await patiently(async () => {
    await sql(`update pgboss.job set start_after = now() where name = 'send-event-mail' and state = 'retry'`);
    expect(await sql(open)).toEqual([]);
  });
  for (const [number, reply] of REPLIES.entries()) {
    const scope = scopeAt(reply);
    const asked = attempts.get(addressOf(number));
    const isTaken = server.taken.includes(addressOf(number));
    const expected = { item: [2, false], place: [7, true], for_now: [7, true], ours: [7, true], unknown: [6, false] };
    expect({ reply, scope, seen: [asked, isTaken] }).toEqual({ reply, scope, seen: expected[scope ?? 'unknown'] });
  }
  expect(server.taken).toContain(addressOf(REPLIES.length));
  expect(
    TO_RECIPIENTS.map((reply) => scopeOfReply({ code: 'EENVELOPE', responseCode: Number(reply.slice(0, 3)) })),
  ).toEqual(expect.arrayContaining(['item', 'for_now', 'ours', null]));
});
