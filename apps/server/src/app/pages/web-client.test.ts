import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { oddTexts } from '../../../test/odd-texts.ts';
import { createPerson } from '../../../test/people.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { openWebClient, type WebClient } from './web-client.ts';

const PAGE = 'text/html,application/xhtml+xml,*/*;q=0.8';
let app: TestApp;
let folder: string;
let state: ReturnType<WebClient['state']>;
let served: ReturnType<WebClient['state']>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-web-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<p>the client</p>');
  await writeFile(path.join(folder, 'theme-init.js'), 'theme()');
  await writeFile(path.join(folder, 'assets/page-1.js'), 'plain()');
  await writeFile(path.join(folder, 'assets/page-1.js.br'), 'brotli');
  await writeFile(path.join(folder, 'assets/page-1.js.gz'), 'gzip');
  served = openWebClient(folder);
  state = served;
  app = await testApp({ roles: ['web'], web: { state: () => state } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const open = (address: string, accept = PAGE) => app.http.get(address).set('Accept', accept);

test('a browser gets the client at every address that is not the server’s own', async () => {
  state = served;
  const id = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
  const pages = ['/', '/login', '/login/verify', '/account/verify-email', `/events/${id}`, '/g/lantern/roster?q=a'];
  for (const address of [...pages, '/admin', '/admin/jobs', '/documents']) {
    const answer = await open(address).expect(200);
    expect([address, answer.text, answer.headers['cache-control']]).toEqual([address, '<p>the client</p>', 'no-cache']);
  }
});

test('only browsers get it, and reserved addresses keep their meaning', async () => {
  state = served;
  await open('/', 'application/json').expect(200).expect('content-type', /html/);
  await open('/g/lantern', '*/*').expect(404);
  await open('/assets/gone-2.js').expect(404);
  await open('/assets/gone-2.js', '*/*').expect(404);
  await open('/index.html').expect(200).expect('cache-control', 'no-cache');
  for (const address of ['/api/v1/nothing', '/trpc/nothing', '/docs/nothing', '/dev/nothing']) {
    const answer = await open(address);
    expect([address, answer.status, answer.type]).toEqual([address, 404, 'application/json']);
  }
  await open('/docs').expect(200, /Guildhall API/);
  await open('/livez').expect(200);
  await app.http.post('/login').set('Accept', PAGE).expect(404);
});

test('link previews show the name of a public organization, and nothing about others', async () => {
  const index = '<html><head><title>Guildhall</title><meta name="description" content="All guilds"></head></html>';
  const files = served === 'building' || served === 'absent' ? undefined : served.files;
  state = { files: files ?? (() => {}), page: index };
  const founder = await createPerson(app);
  const call = callerOf(app, founder.token);
  const name = `Lantern "$&" <b>`;
  const { body: guild } = await call('POST', '/organizations', { name, type: 'guild', alias: 'lantern-of-nine' });
  const plain = (await open('/g/lantern-of-nine').expect(200)).text;
  expect(plain).toContain('<title>Lantern &quot;$&amp;&quot; &lt;b&gt; · Guildhall</title>');
  expect(plain).toContain('content="All guilds"');
  expect(plain.match(/<title>/g)).toHaveLength(1);

  const description = `# Who we are\n\nWe raid **twice** a week, [here](https://example.org) & "there". ${'é'.repeat(300)}`;
  await call('PATCH', `/organizations/${guild.id}`, { description });
  await app.ctx.sql(`update organization set synced_logo_url = '/api/v1/crest.png' where id = $1`, [guild.id]);
  for (const address of ['/g/lantern-of-nine', `/g/${guild.id}/`, '/g/lantern-of-nine?from=chat']) {
    const { text } = await open(address).expect(200);
    expect(text).toContain(
      '<meta property="og:description" content="Who we are We raid twice a week, here &amp; &quot;there&quot;. éé',
    );
    expect(text).toContain('<meta property="og:title" content="Lantern &quot;$&amp;&quot; &lt;b&gt;">');
    expect(text).toContain(`<meta property="og:image" content="${app.config.baseUrl}/api/v1/crest.png">`);
    expect(text).toMatch(/<meta name="description" content="Who we are .{0,250}…">/);
    expect(text).not.toContain('All guilds');
  }

  await call('PATCH', `/organizations/${guild.id}/settings`, { visibility: 'members' });
  const unknown = [`/g/${guild.id}`, '/g/lantern-of-nine', '/g/nobody', '/g/a%20b', '/g/lantern-of-nine/roster'];
  for (const address of unknown) {
    // With the session of its founder too: what is served does not depend on who asks.
    const { text } = await open(address).set('Cookie', `session=${founder.token}`).expect(200);
    expect([address, text]).toEqual([address, index]);
  }
});

test('link previews show the words of a public post, and of no other post', async () => {
  const index = '<html><head><title>Guildhall</title></head></html>';
  state = { files: () => {}, page: index };
  const { token } = await createPerson(app);
  const call = callerOf(app, token);
  const { body: guild } = await call('POST', '/organizations', { name: 'Lantern', type: 'guild' });
  await app.ctx.sql(`update organization set synced_logo_url = '/api/v1/crest.png' where id = $1`, [guild.id]);
  const write = async (visibility: string) => {
    const post = { title: 'Regent <falls>', body: '# At last\n\nAfter **112** tries.', visibility };
    return (await call('POST', `/organizations/${guild.id}/posts`, post)).body.id;
  };
  const shown = await write('public');
  const { text } = await open(`/posts/${shown}`).expect(200);
  expect(text).toContain('<title>Regent &lt;falls&gt; · Guildhall</title>');
  expect(text).toContain('<meta property="og:description" content="At last After 112 tries.">');
  expect(text).toContain(`<meta property="og:image" content="${app.config.baseUrl}/api/v1/crest.png">`);
  const hidden = [await write('guild'), await write('officers'), uuidv7()];
  for (const address of [...hidden.map((id) => `/posts/${id}`), `/posts/${shown}/edit`, '/posts/new']) {
    const page = await open(address).set('Cookie', `session=${token}`).expect(200);
    expect([address, page.text]).toEqual([address, index]);
  }
  await call('PATCH', `/organizations/${guild.id}/settings`, { visibility: 'members' });
  expect((await open(`/posts/${shown}`).expect(200)).text).toBe(index);
});

test('I-12: a link preview reads only the beginning of a text, whatever its signs', async () => {
  state = { files: () => {}, page: '<html><head><title>Guildhall</title></head></html>' };
  const { token } = await createPerson(app);
  const call = callerOf(app, token);
  const { body: guild } = await call('POST', '/organizations', { name: 'Lantern', type: 'guild' });
  const shown = async (address: string) =>
    /property="og:description" content="([^"]*)"/.exec((await open(address).expect(200)).text)?.[1];
  const texts = {
    ['['.repeat(20_000)]: `${'['.repeat(199)}…`,
    ['[a]('.repeat(5_000)]: `${'[a]('.repeat(49)}[a]…`,
    [`${'*'.repeat(19_000)}late`]: undefined,
  };
  for (const [body, description] of Object.entries(texts)) {
    const post = await call('POST', `/organizations/${guild.id}/posts`, { title: 'Signs', body, visibility: 'public' });
    await call('PATCH', `/organizations/${guild.id}`, { description: body.slice(0, 2_000) });
    expect(await shown(`/posts/${post.body.id}`)).toBe(description);
    expect(await shown(`/g/${guild.id}`)).toBe(description);
  }
});

test('I-12: a link preview of any odd text is short, and no markup of its page', async () => {
  const page = '<html><head><title>Guildhall</title></head></html>';
  state = { files: () => {}, page };
  const { token } = await createPerson(app);
  const call = callerOf(app, token);
  const { body: guild } = await call('POST', '/organizations', { name: 'Lantern', type: 'guild' });
  const news = { title: 'Signs', body: 'B', visibility: 'public' };
  const { body: post } = await call('POST', `/organizations/${guild.id}/posts`, news);
  const tags = /<(?!\/?(?:html|head|title|meta)\b)/;
  for (const [index, [name, text]] of oddTexts(20_000).entries()) {
    const body = new TextDecoder().decode(Buffer.from(text).subarray(0, 20_000), { stream: true });
    const saved = [
      await call('PATCH', `/posts/${post.id}`, { body, version: index + 1 }),
      await call('PATCH', `/organizations/${guild.id}`, { description: body.slice(0, 2_000).toWellFormed() }),
    ];
    expect([name, ...saved.map(({ status }) => status)]).toEqual([name, 200, 200]);
    for (const address of [`/posts/${post.id}`, `/g/${guild.id}`]) {
      const shown = (await open(address).expect(200)).text;
      expect([name, tags.test(shown), shown.length < 5_000]).toEqual([name, false, true]);
    }
  }
});

test('a page allows no inline script, no foreign style and no string executed as code', async () => {
  state = served;
  const policy = (await open('/')).headers['content-security-policy'];
  expect(policy).not.toMatch(/unsafe/);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  expect(policy).toContain("img-src 'self' blob:;");
});

test('assets are cached for a year and sent with the browser’s best compression', async () => {
  state = served;
  const asset = (encoding: string) => app.http.get('/assets/page-1.js').set('Accept-Encoding', encoding).buffer();
  const plain = await asset('identity').expect(200, 'plain()');
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const head = (encoding: string) => app.http.head('/assets/page-1.js').set('Accept-Encoding', encoding);
  expect((await head('gzip, deflate, br')).headers['content-encoding']).toBe('br');
  expect((await head('gzip')).headers['content-encoding']).toBe('gzip');
  expect((await open('/theme-init.js', '*/*').expect(200)).headers['cache-control']).toBe('public, max-age=300');
});

test('while the client is being built browsers are told to retry, and the API answers', async () => {
  state = 'building';
  const answer = await open('/').expect(503, /being built/);
  expect(answer.headers['retry-after']).toBe('1');
  await open('/api/v1/health', 'application/json').expect(200);
});

test('without a build the plain pages are served', async () => {
  state = 'absent';
  await open('/').expect(200, /Sign in/);
  await open('/login/verify').expect(200, /Looking at the link/);
});
