/** `docs/realtime.md` and the AsyncAPI document say what the code does. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import specification from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' };
import { type ChangeView, changeTypes } from '@guildhall/contracts/change.ts';
import { handshakeRefusals, progressEvents, WatchAnswer, watchRefusals } from '@guildhall/contracts/realtime.ts';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { asyncApiDocument } from '../src/core/realtime/asyncapi.ts';
import { RECHECK_MS } from '../src/core/realtime/realtime.ts';
import { uuidv7 } from '../src/core/uuid.ts';
import { testApp } from './app.ts';
import { eventGuild } from './events.ts';
import { eventually } from './guild.ts';
import { listen } from './sockets.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/realtime.md'), 'utf8');
const section = (title: string) => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const rows = (title: string) => [...section(title).matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);

test('the page names exactly the events, refusals and codes of the contracts', () => {
  expect(rows('Events').toSorted()).toEqual([...Object.keys(changeTypes), ...Object.keys(progressEvents)].toSorted());
  const refusals = [...section('Connecting').matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)].map(([, name, text]) => [
    name,
    text,
  ]);
  expect(Object.fromEntries(refusals)).toEqual(handshakeRefusals);
  const codes = [...section('Acknowledgements').matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code);
  expect(codes.toSorted()).toEqual([...watchRefusals].toSorted());
  expect(page.match(/every (\d) seconds/)?.[1]).toBe(`${RECHECK_MS / 1000}`);
});

test('the AsyncAPI document is valid and served as committed, and real payloads match it', async () => {
  const ajv = addFormats.default(new Ajv({ strict: false, validateFormats: false }));
  const check = ajv.compile(specification);
  const document = asyncApiDocument('https://guildhall.example');
  expect([check(document), check.errors]).toEqual([true, null]);

  await using app = await testApp({ roles: ['web'] });
  const { body } = await app.http.get('/api/v1/asyncapi.json').expect(200);
  expect(body.components.schemas).toEqual(JSON.parse(JSON.stringify(document.components.schemas)));
  const { id, officer } = await eventGuild(app, 1);
  using ear = await listen(app, officer);
  const heard: ChangeView[] = [];
  ear.socket.on('post.changed', (change) => void heard.push(change));
  await app.ctx.transact(async (tx) =>
    tx.changed({ type: 'post.changed', subjectId: uuidv7(), organizationId: id, audience: 'members' }),
  );
  await eventually(async () => expect(heard).toHaveLength(1));
  const payload = (name: string) =>
    ajv.compile({ $ref: `#/components/schemas/${name}`, components: { schemas: document.components.schemas } });
  expect(payload('Change')(heard[0])).toBe(true);
  const answer = await ear.watch(uuidv7());
  expect(WatchAnswer.parse(answer)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(payload('WatchAnswer')(answer)).toBe(true);
});

test('the example client of the page gets changes live, and catches up on those it missed while disconnected', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, officer } = await eventGuild(app, 1);
  const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  const dealt = new Set<string>();
  const run = Object.getPrototypeOf(async () => {}).constructor(
    'io',
    'url',
    'token',
    'id',
    'get',
    'deal',
    `${code}\nreturn socket;`,
  );
  const get = async (address: string) => (await officer.call('GET', address)).body;
  const deal = ({ subjectId }: ChangeView) => void dealt.add(subjectId);
  const socket: ReturnType<typeof io> = await run(io, app.url, officer.token, id, get, deal);
  const write = async () => {
    const subjectId = uuidv7();
    await app.ctx.transact(async (tx) =>
      tx.changed({ type: 'post.changed', subjectId, organizationId: id, audience: 'members' }),
    );
    return subjectId;
  };
  await eventually(async () => expect(socket.connected).toBe(true));
  const first = await write();
  await eventually(async () => expect(dealt).toContain(first));
  socket.disconnect();
  const missed = await write();
  socket.connect();
  await eventually(async () => expect(dealt).toContain(missed));
  socket.disconnect();
});
