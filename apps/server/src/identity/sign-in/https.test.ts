/** A service with an https address and without Discord. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { openBrowser } from '../../../test/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    roles: ['web'],
    environment: { BASE_URL: 'https://guild.localhost' },
    config: { discord: { app: undefined, botToken: undefined, publicKeys: [], apiUrl: 'http://127.0.0.1:1' } },
  });
});
afterAll(() => app[Symbol.asyncDispose]());

test('cookies are bound to this host and to https', async () => {
  const browser = openBrowser(app);
  const back = await browser.consent('battlenet', 'ysolde');
  expect(browser.setCookies).toEqual([
    expect.stringMatching(/^__Host-oauth=[\w-]{43}\.[\w-]+~[\w-]+; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/),
  ]);
  await browser.open(back);
  expect(browser.setCookies).toEqual([
    expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/),
  ]);
  expect(browser.setCookies.join()).not.toMatch(/domain/i);
  const session = await (await browser.open('/api/v1/auth/get-session')).json();
  expect(session).toMatchObject({ user: { displayName: 'Ysolde' } });
});

test('a cookie without the prefix, which any neighbour could set, is not a session', async () => {
  const { token } = await signedIn();
  await app.http.get('/api/v1/auth/get-session').set('Cookie', `session=${token}`).expect(200, 'null');
  await app.http.get('/api/v1/auth/get-session').set('Cookie', `__Secure-session=${token}`).expect(200, 'null');
  const { body } = await app.http.get('/api/v1/auth/get-session').set('Cookie', `__Host-session=${token}`).expect(200);
  expect(body.user.displayName).toBe('Ysolde');
});

test('S-25: the same host on plain http is another origin', async () => {
  const { token } = await signedIn();
  const signOut = (origin: string) =>
    app.http.post('/api/v1/auth/sign-out').set({ cookie: `__Host-session=${token}`, origin });
  await signOut('http://guild.localhost').expect(403);
  await signOut('https://guild.localhost').expect(200);
});

test('HSTS tells browsers to stay on https', async () => {
  const { headers } = await app.http.get('/api/v1/health').expect(200);
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
});

test('S-21: a provider that is not configured answers 404 at the start and at the callback', async () => {
  for (const path of ['signin/discord', 'callback/discord?code=x&state=y']) {
    const { body } = await app.http.get(`/api/v1/auth/${path}`).expect(404);
    expect(body).toMatchObject({ code: 'NOT_FOUND', reason: 'provider_not_configured' });
  }
  const { text } = await app.http.get('/').expect(200);
  expect(text).toContain('/auth/signin/battlenet');
  expect(text).not.toContain('/auth/signin/discord');
});

async function signedIn(): Promise<{ token: string }> {
  const browser = openBrowser(app);
  await browser.signIn('battlenet', 'ysolde');
  return { token: browser.session() ?? '' };
}
