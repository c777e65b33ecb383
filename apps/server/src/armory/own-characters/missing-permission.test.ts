/** The page of consent lets people leave "WoW profile" unticked: then the platform does not list their characters. */
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { openBrowser } from '../../../test/browser.ts';
import { callerOf } from '../../../test/caller.ts';
import { syncCharacters } from '../../../test/guild.ts';

const STATUS = '/auth/me/gameplatform/status';

/** Signs in with these scopes ticked; returns the address of the page of consent, too. */
async function signIn(app: TestApp, scope: string, browser = openBrowser(app)) {
  const start = await browser.open('/api/v1/auth/signin/battlenet?callbackURL=/characters');
  const page = new URL(start.headers.get('location') ?? '');
  const asked = new URL(page);
  page.searchParams.set('scope', scope);
  page.searchParams.set('account', 'osric');
  const consent = await fetch(page, { redirect: 'manual' });
  const back = new URL(consent.headers.get('location') ?? 'http://no.redirect');
  await browser.open(`${back.pathname}${back.search}`);
  return { browser, asked, call: callerOf(app, browser.session() ?? '') };
}

test('sync, preview and status name the missing permission, and linking again asks for it', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [] }) });
  const { browser, asked, call } = await signIn(app, 'openid');
  expect(asked.searchParams.get('prompt')).toBeNull();
  expect((await call('GET', STATUS)).body).toMatchObject({ linked: true, missingPermission: 'wow.profile' });
  const preview = () => call('GET', '/characters/battlenet-preview?gameVersion=retail');
  expect(await preview()).toMatchObject({ status: 409, body: { reason: 'gameplatform_permission_missing' } });
  // The first sign-in may have started a sync by itself, which becomes the person's.
  const { body } = await call('POST', '/characters/sync');
  expect(body).toHaveProperty('sessionId');
  await expect
    .poll(async () => (await call('GET', `/characters/sync/${body.sessionId}`)).body)
    .toMatchObject({ status: 'failed', error: { reason: 'gameplatform_permission_missing' } });

  const again = await signIn(app, 'openid wow.profile', browser);
  expect(again.asked.searchParams.get('prompt')).toBe('consent');
  expect((await call('GET', STATUS)).body).toEqual({ linked: true, expired: false, expiresAt: expect.any(String) });
  expect((await preview()).status).toBe(200);
});

test('a missing permission is named while the platform is down', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [] }) });
  const { call } = await signIn(app, 'openid');
  app.simulator.faults.add({ match: '/profile/user/wow', fault: { kind: 'status', status: 500 } });
  expect(await call('GET', '/characters/battlenet-preview?gameVersion=retail')).toMatchObject({
    status: 409,
    body: { reason: 'gameplatform_permission_missing' },
  });
  const { accounts } = (await call('GET', '/auth/me/export')).body;
  expect(accounts).toMatchObject([{ providerId: 'battlenet', grantedScopes: ['openid'] }]);
});

test('an outage that refuses every list is no missing permission of a person who gave it', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [] }) });
  const { browser, call } = await signIn(app, 'openid wow.profile');
  const client = await app.signIn('osric');
  await syncCharacters(app, client);
  const clear = app.simulator.faults.add({ match: '/profile/user/wow', fault: { kind: 'status', status: 403 } });
  expect(await syncCharacters(app, client)).toMatchObject({
    status: 'failed',
    error: { reason: 'platform_unavailable' },
  });
  expect(await call('GET', '/characters/battlenet-preview?gameVersion=retail')).toMatchObject({
    status: 503,
    body: { reason: 'platform_unavailable' },
  });
  expect((await call('GET', STATUS)).body).not.toHaveProperty('missingPermission');
  const again = await signIn(app, 'openid wow.profile', browser);
  expect(again.asked.searchParams.get('prompt')).toBeNull();
  clear();
  expect((await syncCharacters(app, client)).status).toBe('completed');
  const { accounts } = (await call('GET', '/auth/me/export')).body;
  expect(accounts).toMatchObject([{ grantedScopes: ['openid', 'wow.profile'] }]);
});

/** As sign-ins of the version before leave them: `plain` is what they write. */
const UNKNOWN = {
  'nothing was stored': 'granted_scopes = null',
  'a process of the version before has written the token':
    "access_token_expires_at = now() + interval '1 hour', granted_scopes = '{openid}'",
};

test.each(Object.entries(UNKNOWN))('where %s, a refusal counts as a missing permission', async (_, plain) => {
  await using app = await testApp({ world: createWorld({ guildSizes: [] }) });
  const client = await app.signIn('osric');
  await app.ctx.sql(`update account set ${plain}`);
  const clear = app.simulator.faults.add({ match: '/profile/user/wow', fault: { kind: 'status', status: 403 } });
  expect(await syncCharacters(app, client)).toMatchObject({ error: { reason: 'gameplatform_permission_missing' } });
  expect((await client.get(STATUS).expect(200)).body).toMatchObject({ missingPermission: 'wow.profile' });
  clear();
  expect((await syncCharacters(app, client)).status).toBe('completed');
  expect((await client.get(STATUS).expect(200)).body).not.toHaveProperty('missingPermission');
});
