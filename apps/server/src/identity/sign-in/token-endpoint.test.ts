/** A malicious token endpoint: its redirects are not followed and its responses are read only up to a limit. */
import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';

const CHUNK = Buffer.alloc(1024 * 1024, ' ');

test.each<[string, RequestListener]>([
  ['redirects', (_req, res) => void res.writeHead(307, { location: '/elsewhere' }).end()],
  [
    'answers endlessly',
    (_req, res) => {
      const more = () => {
        while (!res.destroyed && res.write(CHUNK));
      };
      res.on('drain', more);
      more();
    },
  ],
])('a sign-in fails immediately if the provider’s token endpoint %s', async (_what, answer) => {
  const asked: string[] = [];
  let sent = 0;
  const provider = createServer((req, res) => {
    asked.push(req.url ?? '');
    const write = res.write.bind(res);
    res.write = ((chunk: Buffer) => {
      sent += chunk.length;
      return write(chunk);
    }) as typeof res.write;
    answer(req, res);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const address = provider.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const client = { clientId: 'guildhall', clientSecret: 'simulated' };
  await using app = await testApp({
    roles: ['web'],
    config: { battlenet: { app: client, region: 'us', apiUrl: origin, oauthUrl: origin, mediaHosts: [] } },
  });
  const start = await app.http.get('/api/v1/auth/signin/battlenet?callbackURL=/').expect(302);
  const state = new URL(start.headers.location ?? '').searchParams.get('state');
  const back = await app.http
    .get(`/api/v1/auth/callback/battlenet?code=x&state=${state}`)
    .set('Cookie', String(start.headers['set-cookie']).split(';')[0] ?? '')
    .expect(302);
  expect(back.headers.location).toBe('/?error=provider_unavailable');
  expect(asked).toEqual(['/token']);
  expect(sent).toBeLessThan(64 * 1024 * 1024);
  provider.closeAllConnections();
  provider.close();
});
