import type { EventView } from '@guildhall/contracts/event.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { callerOf } from '../../test/caller.ts';
import { done, inHours } from '../../test/events.ts';
import { type Mailbox, startMailbox } from '../../test/mailbox.ts';
import { createPerson } from '../../test/people.ts';
import { anyPicture } from '../../test/pictures.ts';
import { type Club, foundClub } from '../../test/standalone.ts';
import { unexpectedErrors, whileErasing } from '../../test/waiting.ts';
import { retryJob } from '../admin/manage-jobs.ts';
import { hashToken, randomToken } from '../core/secrets.ts';
import { uuidv7 } from '../core/uuid.ts';

let mailbox: Mailbox;
let app: TestApp;
beforeAll(async () => {
  mailbox = await startMailbox();
  app = await testApp({ roles: ['web'], environment: { SMTP_URL: mailbox.url, MODERATION: 'off' } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

const TOKEN = randomToken();

afterEach(() => void app.logged.splice(0));

type Request = () => PromiseLike<{ status: number }>;

const upload = async (token: string, path: string) => {
  const picture = await anyPicture();
  return () => app.http.post(`/api/v1${path}`).auth(token, { type: 'bearer' }).attach('image', picture, 'a.png');
};

async function eventOf({ id, founder }: Club): Promise<string> {
  const raid = { title: 'Raid', type: 'raid', startsAt: inHours(48), durationMinutes: 60 };
  const event = await done<EventView>(founder.call('POST', `/guilds/${id}/events`, raid));
  // An erasure releases a person's events before it deletes the person.
  await app.ctx.sql('update event set created_by_id = null where id = $1', [event.id]);
  return event.id;
}

/** Requests of a club's founder, preceded by whatever they need. */
const REQUESTS: Record<string, (club: Club) => Request | Promise<Request>> = {
  'change the profile': (club) => () => club.founder.call('PATCH', '/auth/me', { bio: 'Here' }),
  'change the address': (club) => () => club.founder.call('POST', '/auth/me/email', { email: 'new@people.example' }),
  'confirm an address': async ({ founder }) => {
    const values = [founder.userId, 'next@people.example', hashToken(TOKEN)];
    await app.ctx.sql(
      `insert into email_change (user_id, email, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
      values,
    );
    return () => founder.call('POST', '/auth/me/email/verify', { token: TOKEN });
  },
  'upload an avatar': ({ founder }) => upload(founder.token, '/auth/me/avatar'),
  'remove the avatar': (club) => () => club.founder.call('DELETE', '/auth/me/avatar'),
  'upload a logo': ({ id, founder }) => upload(founder.token, `/organizations/${id}/logo`),
  'upload the picture of an event': async (club) => upload(club.founder.token, `/events/${await eventOf(club)}/image`),
  'remove the picture of an event': async (club) => {
    const id = await eventOf(club);
    return () => club.founder.call('DELETE', `/events/${id}/image`);
  },
  'invite somebody': (club) => () => club.founder.call('POST', `/organizations/${club.id}/invites`, {}),
  'make a calendar feed': (club) => () => club.founder.call('POST', '/auth/me/events-feed'),
  'make a token': (club) => () => club.founder.call('POST', '/auth/tokens', { label: 'Bot', scope: 'read' }),
  'link an account': async ({ founder }) => {
    const browser = openBrowser(app, { session: founder.token });
    const back = await browser.consent('discord', 'kessa');
    return () => browser.open(back);
  },
};

test.each(Object.entries(REQUESTS))('a person who is being erased cannot %s', async (_, prepare) => {
  const club = await foundClub(app);
  const request = await prepare(club);
  const { status } = await whileErasing(app, 'app_user', club.founder.userId, request);
  // Where the service asks no longer who it is, their right or their link is gone.
  expect([400, 401, 403, 404]).toContain(status);
  expect(unexpectedErrors(app)).toEqual([]);
  expect(await app.ctx.sql('select from image')).toEqual([]);
});

test('a request of an administrator has no effect if they are erased while it runs', async () => {
  const { userId, token } = await createPerson(app, { isAdmin: true });
  const reset = () => callerOf(app, token)('POST', '/auth/me/onboarding-reset');
  expect(await whileErasing(app, 'app_user', userId, reset)).toMatchObject({ status: 401 });
  const person = await createPerson(app, { isAdmin: true });
  const jobId = uuidv7();
  await app.ctx.sql(`insert into pgboss.job (id, name, state) values ($1, 'send-magic-link', 'failed')`, [jobId]);
  const actor = (await app.ctx.sessions.authenticate(person.token))?.actor;
  if (!actor) throw new Error('The administrator is not signed in');
  const retry = () => retryJob(app.ctx, actor, { queue: 'send-magic-link', jobId });
  await expect(whileErasing(app, 'app_user', person.userId, retry)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await app.ctx.sql('select state from pgboss.job where id = $1', [jobId])).toEqual([{ state: 'failed' }]);
  expect(unexpectedErrors(app)).toEqual([]);
});

test('signing in during an erasure creates a new person', async () => {
  const client = await app.signIn('pell', 'discord');
  const { id } = (await client.get('/auth/me').expect(200)).body;
  const browser = openBrowser(app);
  const back = await browser.consent('discord', 'pell');
  const answer = await whileErasing(app, 'app_user', id, () => browser.open(back));
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
  const { status, body } = await callerOf(app, browser.session() ?? '')('GET', '/auth/me');
  expect(status).toBe(200);
  expect(body.id).not.toBe(id);
  expect(unexpectedErrors(app)).toEqual([]);
});

test('starting an erasure voids the magic links of the person', async () => {
  const { userId, token } = await createPerson(app);
  const email = 'leaving@people.example';
  await app.ctx.sql('update app_user set email = $2, email_verified_at = now() where id = $1', [userId, email]);
  await app.ctx.sql(
    `insert into magic_link (email, callback_url, token_hash, expires_at) values ($1, '/', $2, now() + interval '15 minutes')`,
    [email, hashToken(TOKEN)],
  );
  const open = () => app.http.get('/api/v1/auth/magic-link/verify').query({ token: TOKEN });
  expect((await callerOf(app, token)('DELETE', '/auth/me')).status).toBe(200);
  const answer = await open();
  expect([answer.status, answer.body.reason]).toEqual([400, 'invalid_token']);
  expect(await app.ctx.sql('select from app_user where email = $1', [email])).toEqual([]);
  expect(unexpectedErrors(app)).toEqual([]);
});
