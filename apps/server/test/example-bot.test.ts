/** The example is installed from the packed client, as its comment says, and does what it says. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packClient } from '@guildhall/client-pack/pack.ts';
import type { ServiceSecretView, ServiceView } from '@guildhall/contracts/service.ts';
import type { WebhookSecretView } from '@guildhall/contracts/webhook.ts';
import { expect, test } from 'vitest';
import { freePort, testApp } from './app.ts';
import type { Call } from './caller.ts';
import { createCharacter, done, inHours } from './events.ts';
import { NODES } from './node-versions.ts';
import { foundClub, memberOf } from './standalone.ts';

const EXAMPLE = path.join(import.meta.dirname, '../../../examples/raid-bot.mjs');

const WORKS =
  'on Node %s the example bot lists events, signs a member up, accepts only our webhooks, and misses nothing while it is stopped';

test.each(NODES)(
  WORKS,
  async (version, node) => {
    expect((await promisify(execFile)(node, ['--version'])).stdout.trim()).toBe(version);
    const port = await freePort();
    const own = `http://127.0.0.1:${port}`;
    await using app = await testApp({ environment: { WEBHOOK_ALLOW: own } });
    const { id, founder } = await foundClub(app);
    const member = await memberOf(app, { id, founder });
    const characterId = await createCharacter(app, member.userId);
    const slots = [{ roleKey: 'healer', max: 1 }];
    const event = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60, slots };
    await done(founder.call('POST', `/guilds/${id}/events`, event));
    const of = (rest: string) => `/organizations/${id}/${rest}`;
    const token = await serviceToken(id, founder, member);
    const hook = { name: 'Raid bot', address: `${own}/`, types: ['post.changed'] };
    const { secret } = await done<WebhookSecretView>(founder.call('POST', of('webhooks'), hook));
    await using project = await installedExample();
    const bot = project.bot(node, {
      ...{ GUILDHALL_URL: app.url, GUILDHALL_TOKEN: token, GUILD: id, EVERY_MS: '100' },
      ...{ MEMBER: `user:${member.userId}`, CHARACTER: characterId, ROLE: 'healer' },
      ...{ WEBHOOK_SECRET: secret ?? '', PORT: String(port) },
    });
    const { hears, said } = await bot.start();
    await hears('following from now on');
    expect(said()).toMatch(/^receiving\nevent Raid .* 0 come\nsigned up signed_up\nfollowing/);
    expect((await fetch(`${own}/`, { method: 'POST', body: '{"type":"post.changed"}' })).status).toBe(401);
    await hangUp(port);
    const long = await fetch(`${own}/`, { method: 'POST', body: 'a'.repeat(2_000_000) }).catch(() => undefined);
    expect([413, undefined]).toContain(long?.status);
    expect(said()).not.toContain('webhook');
    await done(founder.call('POST', of('posts'), { title: 'News', body: 'B' }));
    await hears('changed post.changed');
    await hears('webhook post.changed News');
    expect(await bot.stop()).toBe(0);
    expect(said()).toMatch(/\nended\n$/);

    await done(founder.call('POST', of('posts'), { title: 'Missed', body: 'B' }));
    const again = await bot.start();
    await again.hears('changed post.changed');
    expect(again.said()).toMatch(/event Raid .* 1 come\n/);
    expect(again.said()).not.toContain('following from now on');
    expect(await bot.stop()).toBe(0);
  },
  300_000,
);

test('the example bot waits when it has asked too often, and says why a member is not signed up', async () => {
  await using app = await testApp({ roles: ['web'], environment: { RATE_LIMIT_PERSON: '40' } });
  const { id, founder } = await foundClub(app);
  const member = await memberOf(app, { id, founder });
  const characterId = await createCharacter(app, member.userId);
  const event = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 };
  await done(founder.call('POST', `/guilds/${id}/events`, event));
  const token = await serviceToken(id, founder);
  const ask = () => fetch(`${app.url}/api/v1/organizations/${id}`, { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await ask()).status, { interval: 10 }).toBe(429);
  await using project = await installedExample();
  const bot = project.bot(process.execPath, {
    ...{ GUILDHALL_URL: app.url, GUILDHALL_TOKEN: token, GUILD: id },
    ...{ MEMBER: `user:${member.userId}`, CHARACTER: characterId },
  });
  const { hears, said } = await bot.start();
  await hears('following');
  expect(said()).toMatch(/^waiting \d+ s 429\nevent Raid .*\nnot signed up acting_not_agreed .*\nfollowing/);
  expect(await bot.stop()).toBe(0);
}, 300_000);

type Caller = { call: Call };

/** The token of a new service, to which these people agree. */
async function serviceToken(id: string, founder: Caller, ...members: Caller[]): Promise<string> {
  const asked = { name: 'Raid bot', actScopes: ['signUp'] };
  const service = await done<ServiceView>(founder.call('POST', `/organizations/${id}/services`, asked));
  const tokens = `/organizations/${id}/services/${service.id}/tokens`;
  const { token } = await done<ServiceSecretView>(founder.call('POST', tokens, {}));
  for (const member of members) {
    await done(member.call('PUT', `/auth/me/consents/${service.id}`, { scopes: ['signUp'] }));
  }
  return token;
}

/** The example in a folder of its own, with the packed client. */
async function installedExample() {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-bot-'));
  const running = new Set<ChildProcess>();
  await copyFile(EXAMPLE, path.join(folder, 'raid-bot.mjs'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
  const install = ['install', '--offline', '--no-audit', '--no-fund', await packClient(folder)];
  await promisify(execFile)('npm', install, { cwd: folder });
  return {
    bot(node: string, settings: Record<string, string>) {
      let child: ChildProcess;
      return {
        async start() {
          child = spawn(node, ['raid-bot.mjs'], { cwd: folder, env: { ...process.env, ...settings } });
          running.add(child);
          let said = '';
          for (const stream of [child.stdout, child.stderr]) {
            stream?.on('data', (text) => {
              said += text;
            });
          }
          const hears = (text: string) => expect.poll(() => said, { timeout: 60_000 }).toContain(text);
          return { hears, said: () => said };
        },
        /** The exit code after the signal of a process manager. */
        async stop() {
          if (child.exitCode === null && child.kill()) await once(child, 'close');
          return child.exitCode;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      for (const child of running) if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A sender that is gone before its message is complete. */
async function hangUp(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: bot\r\nContent-Length: 100\r\n\r\nhalf');
  socket.end();
  socket.resume();
  await once(socket, 'close');
}
