import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { randomToken } from '../secrets.ts';

test('S-22: a token is not logged, wherever it appears in a URL', async () => {
  await using app = await testApp({ roles: ['web'] });
  const token = randomToken();
  const encoded = `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`;
  for (const path of [`/api/v1/invites/${token}/accept`, `/${token}`, `/x/${encoded}?token=${token}`, `/a/${token};x`])
    await fetch(`${app.url}${path}`, { method: 'POST' });
  const log = app.logged.join('');
  expect(log).toContain('/api/v1/invites/[long]/accept');
  expect(log).not.toContain(token.slice(1));
});
