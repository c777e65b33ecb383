import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { SyncResult } from '@guildhall/contracts/guild.ts';
import type { Fault } from '@guildhall/simulator/faults.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { eventually } from '../../../test/guild.ts';
import { createGuildPeople, type GuildPeople } from '../../../test/guild-people.ts';
import { hugePng, plain } from '../../../test/pictures.ts';
import { readConfig } from '../../core/config.ts';
import { isMediaHost } from '../../core/media-hosts.ts';
import { sharp } from '../../pictures/images/decoders.ts';
import { fetchMedia } from '../../pictures/media/fetch-media.ts';
import { drawCrest } from './draw-crest.ts';

const EMBLEM = '/data/wow/media/guild-crest/emblem/*';
const PICTURES = '/battlenet/render/*';

let app: TestApp;
let people: GuildPeople;
beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [20, 0, 0] }) });
  people = await createGuildPeople(app);
  await eventually(async () =>
    expect(await app.ctx.sql('select from guild_sync where synced_at is not null')).toHaveLength(3),
  );
});
afterAll(() => app[Symbol.asyncDispose]());

let emblemId = 10;
beforeEach(async () => {
  app.simulator.faults.clear();
  await app.ctx.sql('delete from guild_sync');
  // A new crest for each test, so that none is cached yet.
  emblemId += 1;
  app.simulator.world.changeCrest(app.simulator.world.guild('lantern'), { emblemId, borderId: 2 });
  app.simulator.requests.clear();
});

async function syncCrest(): Promise<SyncResult> {
  const { status, body } = await people.master('POST', `/organizations/${people.guild.id}/sync`, { types: ['crest'] });
  expect(status).toBe(201);
  return (body.results as { crest: SyncResult }).crest;
}
const logo = async () => (await people.member('GET', `/organizations/${people.guild.id}/logo`)).body;
const fileOf = (url: unknown) => new URL(String(url)).pathname;

test('the logo is drawn from the crest, is public and immutable, and shows everywhere', async () => {
  expect(await syncCrest()).toEqual({ status: 'completed' });
  const { syncedLogoUrl, ...rest } = await logo();
  expect(rest).toEqual({ customLogoUrl: null, useCustomLogo: false, currentLogoUrl: syncedLogoUrl, review: null });
  const served = await app.http.get(fileOf(syncedLogoUrl)).expect(200);
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  await app.http
    .get(fileOf(syncedLogoUrl))
    .set('If-None-Match', served.headers.etag ?? '')
    .expect(304);
  expect(await sharp(served.body).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  const { red, green, blue } = app.simulator.world.guild('lantern').crest.backgroundColor;
  const corner = await sharp(served.body)
    .extract({ left: 4, top: 4, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  for (const [index, value] of [red, green, blue].entries())
    expect(Math.abs((corner[index] ?? 0) - value)).toBeLessThan(12);

  const { body: detail } = await people.outsider('GET', `/organizations/${people.guild.id}`);
  expect(detail).toMatchObject({ logoUrl: syncedLogoUrl, currentLogoUrl: syncedLogoUrl, useCustomLogo: false });
  const { body: mine } = await people.member('GET', '/organizations/mine');
  expect(mine).toMatchObject([{ currentLogoUrl: syncedLogoUrl }]);
  for (const odd of ['0'.repeat(64), 'x', '..%2f..%2fx', `${'0'.repeat(64)}.webp.html`]) {
    expect([400, 404]).toContain((await app.http.get(`/api/v1/crests/${odd}.webp`)).status);
  }
});

test('an unchanged crest is drawn once: no picture is requested again, and the address stays', async () => {
  expect(await syncCrest()).toEqual({ status: 'completed' });
  const { syncedLogoUrl } = await logo();
  expect(app.simulator.requests.count({ path: PICTURES })).toBe(2);
  app.simulator.requests.clear();
  await app.ctx.sql('delete from guild_sync');
  expect(await syncCrest()).toEqual({ status: 'completed' });
  expect((await logo()).syncedLogoUrl).toBe(syncedLogoUrl);
  expect(app.simulator.requests.count({ path: PICTURES }) + app.simulator.requests.count({ path: EMBLEM })).toBe(0);
});

const elsewhere: Fault = {
  kind: 'serve',
  body: { assets: [{ key: 'image', value: 'http://169.254.169.254/latest/meta-data' }] },
};
const faults: [string, string, Fault, string][] = [
  ['media that are not there', EMBLEM, { kind: 'status', status: 404 }, 'crest_not_found'],
  ['media without a picture', EMBLEM, { kind: 'serve', body: { id: 1 } }, 'crest_not_found'],
  [
    'media with another kind of picture',
    EMBLEM,
    { kind: 'serve', body: { assets: [{ key: 'icon', value: 'x' }] } },
    'crest_not_found',
  ],
  ['a picture elsewhere', EMBLEM, elsewhere, 'crest_not_found'],
  ['media that answer 500', EMBLEM, { kind: 'status', status: 500 }, 'platform_unavailable'],
  ['media that are a page', EMBLEM, { kind: 'html' }, 'platform_answer_malformed'],
  ['a picture that is not there', PICTURES, { kind: 'status', status: 404 }, 'crest_not_found'],
  ['a picture that is a page', PICTURES, { kind: 'html' }, 'crest_not_found'],
  ['half a picture', PICTURES, { kind: 'truncated' }, 'crest_not_found'],
  ['a picture that answers 500', PICTURES, { kind: 'status', status: 500 }, 'platform_unavailable'],
  ['a picture that answers 429', PICTURES, { kind: 'status', status: 429, retryAfter: 9 }, 'platform_unavailable'],
  ['a cut connection', PICTURES, { kind: 'reset' }, 'platform_unavailable'],
  ['a redirect', PICTURES, { kind: 'status', status: 302 }, 'crest_not_found'],
];
test.each(faults)('%s fails the sync with its reason and keeps the old logo', async (_, match, fault, reason) => {
  const before = await logo();
  expect(before.syncedLogoUrl).toEqual(expect.any(String));
  app.simulator.faults.add({ match, fault });
  expect(await syncCrest()).toMatchObject({ status: 'failed', reason, message: expect.any(String) });
  expect(await logo()).toEqual(before);
  await app.http.get(fileOf(before.syncedLogoUrl)).expect(200);
});

test('a crest without pictures and a guild without a crest fail the sync and keep the logo', async () => {
  const before = await logo();
  app.simulator.world.changeCrest(app.simulator.world.guild('lantern'), { emblemId: 900 });
  expect(await syncCrest()).toMatchObject({ status: 'failed', reason: 'crest_not_found' });
  const { id } = app.simulator.world.guild('lantern');
  app.simulator.faults.serve('/data/wow/guild/highmere/ysmeres-lantern-watch', {
    id,
    name: 'Lantern',
    realm: { id: 7101, slug: 'highmere' },
  });
  expect(await syncCrest()).toMatchObject({
    status: 'failed',
    reason: 'crest_not_found',
    message: expect.stringContaining('no crest'),
  });
  expect(await logo()).toEqual(before);
});

test('tinting multiplies: white becomes the colour, black stays black, and edges stay smooth', async () => {
  const half = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
    .composite([{ input: await plain(20, 40, '#000').png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer();
  const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const white = { r: 255, g: 255, b: 255, a: 1 };
  const webp = await drawCrest({
    background: { r: 0, g: 0, b: 255, a: 1 },
    border: { picture: clear, colour: white },
    emblem: { picture: half, colour: { r: 255.4, g: 128, b: -3, a: 1 } },
  });
  const at = async (left: number) => [
    ...(await sharp(webp).extract({ left, top: 256, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
  ];
  const near = (actual: number[], wanted: number[]) =>
    expect(actual.map((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 25)).toEqual([true, true, true]);
  near(await at(20), [0, 0, 255]);
  near(await at(130), [0, 0, 0]);
  near(await at(380), [255, 128, 0]);
});

test('U-06: refuses to draw with an enormous picture or with a file that is not a picture', async () => {
  const colour = { r: 1, g: 1, b: 1, a: 1 };
  const good = await plain(10, 10, '#fff').png().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>');
  for (const picture of [hugePng(20_000, 20_000), svg, Buffer.alloc(0), good.subarray(0, 20)]) {
    const crest = { background: colour, border: { picture: good, colour }, emblem: { picture, colour } };
    await expect(drawCrest(crest)).rejects.toMatchObject({ reason: 'crest_not_found' });
  }
});

test('U-11: pictures are fetched only from the platform’s hosts, not from addresses that look like them', () => {
  const { mediaHosts } = readConfig({}).battlenet;
  const may = (address: string, hosts = mediaHosts) => isMediaHost(new URL(address), hosts);
  for (const address of [
    'https://render-us.worldofwarcraft.com/guild/tabards/border_00.png',
    'https://render-classic-eu.worldofwarcraft.com/guild/tabards/border_01.png',
    'https://render.worldofwarcraft.com/us/guild/tabards/emblem_73.png',
    'https://eu.battle.net/wow/static/images/guild/tabards/border_01.png',
  ]) {
    expect([address, may(address)]).toEqual([address, true]);
  }
  for (const address of [
    'http://render-us.worldofwarcraft.com/x.png',
    'https://render-us.worldofwarcraft.com:8443/x.png',
    'https://worldofwarcraft.com.evil.example/x.png',
    'https://evilworldofwarcraft.com/x.png',
    'https://worldofwarcraft.com@evil.example/x.png',
    'https://user:password@render-us.worldofwarcraft.com/x.png',
    'https://127.0.0.1/x.png',
    'https://[::1]/x.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
  ]) {
    expect([address, may(address)]).toEqual([address, false]);
  }
  const origin = ['http://127.0.0.1:4010'];
  expect(may('http://127.0.0.1:4010/x.png', origin)).toBe(true);
  expect(may('http://127.0.0.1:4011/x.png', origin)).toBe(false);
  expect(may('https://127.0.0.1:4010/x.png', origin)).toBe(false);
  expect(() => readConfig({ BATTLENET_MEDIA_HOSTS: 'https://a.example/path' })).toThrow('BATTLENET_MEDIA_HOSTS');
  expect(() => readConfig({ BATTLENET_MEDIA_HOSTS: '*' })).toThrow('BATTLENET_MEDIA_HOSTS');
});

test('U-11: refuses downloads that are too large, not pictures, too slow or redirected', async () => {
  const asked: string[] = [];
  await using server = await listening((req, res) => {
    asked.push(req.url ?? '');
    const png = { 'content-type': 'image/png' };
    if (req.url === '/redirect') res.writeHead(302, { ...png, location: '/secret' }).end();
    else if (req.url === '/large') res.writeHead(200, png).end(Buffer.alloc(3 * 1024 * 1024 + 1));
    else if (req.url === '/endless') {
      res.writeHead(200, png);
      const drip = setInterval(() => res.write(Buffer.alloc(64 * 1024)), 1);
      res.on('close', () => clearInterval(drip));
    } else if (req.url === '/text') res.writeHead(200, { 'content-type': 'text/plain' }).end('image');
    else if (req.url === '/hang') res.writeHead(200, png).flushHeaders();
    else res.writeHead(200, png).end('picture');
  });
  const signal = new AbortController().signal;
  const get = (path: string, abort = signal) =>
    fetchMedia(`${server.url}${path}`, { hosts: [server.url], signal: abort });
  expect((await get('/good'))?.toString()).toBe('picture');
  for (const path of ['/redirect', '/large', '/endless', '/text'])
    expect([path, await get(path)]).toEqual([path, undefined]);
  expect(asked).not.toContain('/secret');
  expect(await fetchMedia(`${server.url}/good`, { hosts: ['127.0.0.1'], signal })).toBeUndefined();
  expect(await fetchMedia('no address', { hosts: [server.url], signal })).toBeUndefined();
  await expect(get('/hang', AbortSignal.timeout(200))).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect(get('/hang')).rejects.toMatchObject({ name: 'BattlenetError', kind: 'unavailable' });
  await expect(fetchMedia('http://127.0.0.1:9/x.png', { hosts: ['http://127.0.0.1:9'], signal })).rejects.toMatchObject(
    { kind: 'unavailable' },
  );
});

async function listening(listener: RequestListener) {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
