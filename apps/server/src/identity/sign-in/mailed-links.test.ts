/** Mailed links as mail programs, scanners and people hand them on: the person comes in, or learns what is wrong. */
import { readMailedLink } from '@guildhall/contracts/mailed-link.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Mailbox, startMailbox } from '../../../test/mailbox.ts';

let app: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
  app = await testApp({ environment: { SMTP_URL: mailbox.url } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

const WAY = '/events/17?tab=log&x=a%20b';

/** Ways in which links change; each still has the whole token. */
const REWRITTEN: Record<string, (link: string) => string> = {
  'left as it is': (link) => link,
  '# as %23': (link) => link.replace('#', '%23'),
  '# as %2523': (link) => link.replace('#', '%2523'),
  '# as ?': (link) => link.replace('#', '?'),
  'a slash before #': (link) => link.replace('#', '/#'),
  'a slash before %23': (link) => link.replace('#', '/%23'),
  'everything behind # encoded': (link) => {
    const [page, behind = ''] = link.split('#');
    return `${page}%23${encodeURIComponent(behind)}`;
  },
  'everything encoded, but the #': (link) => {
    const [page, behind = ''] = link.split('#');
    return `${page}#${encodeURIComponent(behind)}`;
  },
  '= as %3D': (link) => link.replaceAll('=', '%3D'),
  '= as =3D': (link) => link.replaceAll('=', '=3D'),
  '= lost': (link) => link.replace('token=', 'token'),
  '& as &amp;': (link) => link.replaceAll('&', '&amp;'),
  '& as &amp; and # as %23': (link) => link.replaceAll('&', '&amp;').replace('#', '%23'),
  'a point behind it': (link) => `${link}.`,
  'a bracket behind it': (link) => `${link}>`,
  'a bracket behind it, encoded': (link) => `${link.replace('#', '%23')}%3E`,
  'a parenthesis behind it': (link) => `${link})`,
  'a line break within the token': (link) =>
    `${link.slice(0, link.indexOf('token=') + 20)}%0D%0A${link.slice(link.indexOf('token=') + 20)}`,
  'a soft line break within the token': (link) =>
    `${link.slice(0, link.indexOf('token=') + 20)}=%0D%0A${link.slice(link.indexOf('token=') + 20)}`,
  'a space within the token': (link) =>
    `${link.slice(0, link.indexOf('token=') + 12)}%20${link.slice(link.indexOf('token=') + 12)}`,
  'twice in a row': (link) => `${link}${app.config.baseUrl}${link}`,
  'twice in a row, # as %23': (link) => `${link}${app.config.baseUrl}${link}`.replaceAll('#', '%23'),
  'a query of a program that counts clicks': (link) => link.replace('#', '?utm_source=mail#'),
  'such a query that ends in a number sign': (link) => link.replace('#', '?utm_campaign=Raid%20%23#'),
  'such a query with a token of its own': (link) => link.replace('#', '?a=1&token_id=5#'),
  'such a query that has a number sign': (link) => link.replace('#', '?utm_source=mail%237#'),
  'such a query, # as %23': (link) => link.replace('#', '?utm_source=mail%23'),
  'such a query, # as %2523': (link) => link.replace('#', '?utm_source=mail%2523'),
  'such a query, # as &': (link) => link.replace('#', '?utm_source=mail&'),
  'such a query, # as &amp;': (link) => link.replace('#', '?utm_source=mail&amp;'),
};

const DAMAGED: Record<string, (link: string) => string> = {
  'cut within the token': (link) => link.slice(0, link.indexOf('token=') + 30),
  'cut within the token, # as %23': (link) => link.slice(0, link.indexOf('token=') + 30).replace('#', '%23'),
  'cut within the token, behind another query': (link) =>
    link.slice(0, link.indexOf('token=') + 30).replace('#', '?utm_source=mail%23'),
  'cut behind token=': (link) => link.slice(0, link.indexOf('token=') + 6).replace('#', '%23'),
};

/** Where a browser ends: it keeps what stands behind the # where an answer leads elsewhere and names nothing else. */
async function openedAs(link: string, method = 'GET'): Promise<URL> {
  const asked = new URL(link, app.url);
  const { hash } = asked;
  asked.hash = '';
  const answer = await fetch(`${app.url}${asked.pathname}${asked.search}`, {
    method,
    headers: { accept: 'text/html' },
    redirect: 'manual',
  });
  const location = answer.headers.get('location');
  if (location === null) {
    expect([link, answer.status]).toEqual([link, 200]);
    return new URL(`${asked.pathname}${hash}`, app.url);
  }
  const end = new URL(location, app.url);
  if (end.hash === '') end.hash = hash;
  return end;
}

test('a rewritten sign-in link still signs in, and leads to the page that it was for; scanners use up nothing', async () => {
  const email = 'hilde@example.org';
  await app.http.post('/api/v1/auth/magic-link').send({ email, callbackURL: WAY }).expect(200);
  const { link, fragment } = await mailbox.nthTo(email);
  const token = fragment.get('token') ?? '';
  const mailed = link.slice(app.config.baseUrl.length);
  for (const [how, rewrite] of Object.entries(REWRITTEN)) {
    for (const method of ['HEAD', 'GET']) {
      const end = await openedAs(rewrite(mailed), method);
      expect([how, end.pathname.replace(/\/$/, '')]).toEqual([how, '/login/verify']);
      const read = readMailedLink(end.hash);
      expect([how, read]).toEqual([how, { token, callbackUrl: WAY, damaged: false }]);
    }
  }
  for (const [how, damage] of Object.entries(DAMAGED)) {
    const { hash, pathname } = await openedAs(damage(mailed));
    expect([how, pathname, readMailedLink(hash)]).toEqual([
      how,
      '/login/verify',
      { token: null, callbackUrl: null, damaged: true },
    ]);
  }
  expect(readMailedLink('')).toEqual({ token: null, callbackUrl: null, damaged: false });
  await app.http.post('/api/v1/auth/magic-link/redeem').send({ token }).expect(200);
});

test('a rewritten link to confirm an address leads to its page', async () => {
  const token = `${'x'.repeat(40)}3D_`;
  for (const link of [
    `/account/verify-email%23token=${token}`,
    `/account/verify-email?token=${token}.`,
    `/account/verify-email%23token%3D${token}`,
  ]) {
    const end = await openedAs(link);
    expect([link, end.pathname, readMailedLink(end.hash).token]).toEqual([link, '/account/verify-email', token]);
  }
});

test('a token that begins with what a mail program writes for = is read whole', () => {
  const token = `3D${'a'.repeat(41)}`;
  for (const text of [`#token=${token}`, `#token=3D${token}`, `#token=${token}&callbackURL=%2F`]) {
    expect([text, readMailedLink(text).token]).toEqual([text, token]);
  }
});

test('signs of the sentence around a link to a page are left out', async () => {
  for (const [link, page] of [
    ['/invite/abc-DEF_123.', '/invite/abc-DEF_123'],
    ['/invite/abc%3E', '/invite/abc'],
    ['/events/0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f).', '/events/0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f'],
    ['/g/the-guild%22', '/g/the-guild'],
  ] as const) {
    const answer = await fetch(`${app.url}${link}`, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect([link, answer.status, answer.headers.get('location')]).toEqual([link, 302, page]);
  }
});
