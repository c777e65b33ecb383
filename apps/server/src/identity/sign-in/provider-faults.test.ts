/** S-21: whatever a provider does, the person returns within ten seconds with an explanation and without a session. */
import type { Fault } from '@guildhall/simulator/faults.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { openBrowser } from '../../../test/browser.ts';

let app: TestApp;
let unanswered: Promise<unknown>;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  // These take seconds to time out, so they run while the other tests do.
  unanswered = Promise.all([ends('battlenet', { kind: 'hang' }, 'token'), ends('discord', { kind: 'hang' }, 'person')]);
  unanswered.catch(() => {});
  const asked = (path: string) => () => app.simulator.requests.count({ path }) === 1;
  await vi.waitUntil(asked(places.discord.person), { timeout: 30_000 });
  await vi.waitUntil(asked(places.battlenet.token), { timeout: 30_000 });
  app.simulator.faults.clear();
});
afterEach(() => app.simulator.faults.clear());
afterAll(() => app[Symbol.asyncDispose]());

const places = {
  battlenet: { token: '/battlenet/oauth/token', person: '/battlenet/oauth/userinfo' },
  discord: { token: '/discord/api/v10/oauth2/token', person: '/discord/api/v10/users/@me' },
} as const;

const SECRET = 'provider-secret-text';
const anywhere: [string, Fault][] = [
  ['500', { kind: 'status', status: 500, body: { detail: SECRET } }],
  ['401', { kind: 'status', status: 401, body: { error: 'invalid_token', error_description: SECRET } }],
  ['400 in a shape of its own', { kind: 'status', status: 400, body: [SECRET] }],
  ['429 for an hour', { kind: 'status', status: 429, retryAfter: 3_600 }],
  ['a redirect', { kind: 'status', status: 302 }],
  ['HTML', { kind: 'html', body: `<p>${SECRET}` }],
  ['half a document', { kind: 'truncated' }],
  ['a list', { kind: 'status', status: 200, body: [] }],
  ['null', { kind: 'status', status: 200, body: null }],
  ['an object without what is needed', { kind: 'status', status: 200, body: { token_type: 'bearer' } }],
  ['a cut connection', { kind: 'reset' }],
];
const ofTokens: [string, Fault][] = [
  ['a token that is no text', { kind: 'status', status: 200, body: { access_token: 5, expires_in: 60 } }],
  [
    'a token with a line break',
    { kind: 'status', status: 200, body: { access_token: `x\r\nSet-Cookie: ${SECRET}`, expires_in: 60 } },
  ],
  ['10 MB', { kind: 'status', status: 200, body: { padding: 'x'.repeat(10_000_000) } }],
];
const ofPersons: [string, Fault][] = [
  ['an id of another type', { kind: 'status', status: 200, body: { id: { $ne: null }, sub: {}, username: 5 } }],
  ['no id', { kind: 'status', status: 200, body: { id: null, username: 'x', battletag: 'x#1' } }],
];

const table = (['battlenet', 'discord'] as const).flatMap((provider) => [
  ...[...anywhere, ...ofTokens].map(([what, fault]) => ({ provider, place: 'token' as const, what, fault })),
  ...[...anywhere, ...ofPersons].map(([what, fault]) => ({ provider, place: 'person' as const, what, fault })),
]);

async function ends(provider: 'battlenet' | 'discord', fault: Fault, place: 'token' | 'person'): Promise<void> {
  const rows = () =>
    app.ctx.sql('select (select count(*) from app_user) as users, (select count(*) from session) as sessions');
  const before = await rows();
  const browser = openBrowser(app);
  const back = await browser.consent(provider, 'ysolde', '/guilds');
  app.simulator.faults.add({ match: places[provider][place], fault });
  const started = performance.now();
  const answer = await browser.open(back);
  expect(answer.headers.get('location')).toBe('/guilds?error=provider_unavailable');
  expect(answer.status).toBe(302);
  // The service promises ten seconds; a busy machine adds to that, but without a limit there would be no end.
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(browser.session()).toBeUndefined();
  expect(await rows()).toEqual(before);
}

test.each(table)(
  'S-21: a sign-in fails if $provider answers $what for a $place',
  async ({ provider, place, fault }) => {
    app.logged.length = 0;
    await ends(provider, fault, place);
    expect(app.logged.some((line) => line.includes('provider did not identify'))).toBe(true);
    expect(app.logged.filter((line) => line.includes(SECRET))).toEqual([]);
  },
);

test('S-21: a provider that never answers fails the sign-in within the time limit', async () => {
  await unanswered;
});

test('S-21: the same person can sign in after the failures', async () => {
  for (const provider of ['battlenet', 'discord'] as const) {
    const browser = openBrowser(app);
    await expect(browser.signIn(provider, 'ysolde')).resolves.toBe('/');
    expect(browser.session()).toBeDefined();
  }
});
