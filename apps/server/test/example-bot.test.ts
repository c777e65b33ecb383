/** The example is installed from the packed client, as its comment says, and does what it says. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packClient } from '@guildhall/client-pack/pack.ts';
import type { ServiceSecretView, ServiceView } from '@guildhall/contracts/service.ts';
import type { WebhookSecretView } from '@guildhall/contracts/webhook.ts';
import { expect, test } from 'vitest';
import { freePort, testApp } from './app.ts';
import { done, inHours } from './events.ts';
import { foundClub, memberOf } from './standalone.ts';

const EXAMPLE = path.join(import.meta.dirname, '../../../examples/raid-bot.mjs');

test('the example bot lists events, answers for a member, follows the feed, and accepts only our webhooks', async () => {
  const port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  await using app = await testApp({ environment: { WEBHOOK_ALLOW: own } });
  const { id, founder } = await foundClub(app);
  const member = await memberOf(app, { id, founder });
  const event = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 };
  await done(founder.call('POST', `/guilds/${id}/events`, event));
  const of = (rest: string) => `/organizations/${id}/${rest}`;
  const asked = { name: 'Raid bot', actScopes: ['signUp'] };
  const service = await done<ServiceView>(founder.call('POST', of('services'), asked));
  const { token } = await done<ServiceSecretView>(founder.call('POST', of(`services/${service.id}/tokens`), {}));
  await done(member.call('PUT', `/auth/me/consents/${service.id}`, { scopes: ['signUp'] }));
  const hook = { name: 'Raid bot', address: `${own}/`, types: ['post.changed'] };
  const { secret } = await done<WebhookSecretView>(founder.call('POST', of('webhooks'), hook));

  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-bot-'));
  let bot: ChildProcess | undefined;
  try {
    await copyFile(EXAMPLE, path.join(folder, 'raid-bot.mjs'));
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
    const install = ['install', '--offline', '--no-audit', '--no-fund', await packClient(folder)];
    await promisify(execFile)('npm', install, { cwd: folder });
    const settings = { GUILDHALL_URL: app.url, GUILDHALL_TOKEN: token, GUILD: id, MEMBER: `user:${member.userId}` };
    const env = { ...process.env, ...settings, WEBHOOK_SECRET: secret ?? '', PORT: String(port), EVERY_MS: '100' };
    bot = spawn(process.execPath, ['raid-bot.mjs'], { cwd: folder, env });
    let said = '';
    for (const stream of [bot.stdout, bot.stderr]) {
      stream?.on('data', (text) => {
        said += text;
      });
    }
    const hears = (text: string) => expect.poll(() => said, { timeout: 60_000 }).toContain(text);
    await hears('following');
    await hears('receiving');
    expect(said).toMatch(/event Raid .* 0 come\nsigned up declined\n/);
    expect((await fetch(`${own}/`, { method: 'POST', body: '{"type":"post.changed"}' })).status).toBe(401);
    expect(said).not.toContain('webhook');
    await done(founder.call('POST', of('posts'), { title: 'News', body: 'B' }));
    await hears('changed post.changed');
    await hears('webhook post.changed');
  } finally {
    if (bot?.exitCode === null && bot.kill()) await once(bot, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
