/** People who press buttons on Discord: who acts, what it comes to, and what forged or repeated requests do not do. */
import type { Seen } from '@guildhall/simulator/discord/interactions.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { connectServer, linkAccount } from '../../../test/discord.ts';
import {
  createCharacter,
  done,
  type EventGuild,
  eventGuild,
  inHours,
  joinGuild,
  type Member,
} from '../../../test/events.ts';
import { eventually, patiently } from '../../../test/guild.ts';
import { lockEvent } from '../../../test/waiting.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { customId } from '../../guilds/chat/custom-id.ts';

let app: TestApp;
let guild: EventGuild;
let pell: Member;
let kessa: Member;
let event: string;

beforeAll(async () => {
  app = await testApp();
  guild = await eventGuild(app, 2);
  [pell, kessa] = guild.members as [Member, Member];
  await connectServer(app, guild.id, guild.officer.userId);
  await linkAccount(app, pell, 'pell');
  await linkAccount(app, kessa, 'kessa');
});
afterAll(() => app[Symbol.asyncDispose]());

beforeEach(async () => {
  app.simulator.faults.clear();
  await app.ctx.sql('delete from rate_limit');
  await nameChatBack();
  event = await createEvent({
    slots: [
      { roleKey: 'healer', max: 1 },
      { roleKey: 'melee', max: 5 },
    ],
  });
});

const nameChatBack = () => app.ctx.sql(`update organization set archived_at = null where id = $1`, [guild.id]);

async function createEvent(body: object, by = guild): Promise<string> {
  const common = {
    title: 'Night of _stars_',
    type: 'raid',
    scope: 'guild',
    startsAt: inHours(24),
    durationMinutes: 120,
  };
  const { id } = await done<{ id: string }>(
    by.officer.call('POST', `/organizations/${by.id}/events`, { ...common, ...body }),
  );
  return id;
}

type Answer = { status: string; roleKey: string; note: string | null; lateMinutes: number | null; characterId: string };

const answerOf = async ({ userId }: Member, eventId = event): Promise<Answer | undefined> =>
  (
    await app.ctx.sql<Answer>(
      `select status, role_key as "roleKey", note, late_minutes as "lateMinutes", character_id as "characterId"
       from participation where event_id = $1 and user_id = $2`,
      [eventId, userId],
    )
  )[0];

const logOf = (eventId = event) =>
  app.ctx.sql<{ kind: string; via: string | null; actor: string }>(
    `select kind, via, actor_id as actor from event_log_entry where event_id = $1 and kind = 'answered'`,
    [eventId],
  );

const links = (seen: Seen) =>
  seen.components.flatMap(({ components = [] }) => components.flatMap(({ url }) => url ?? []));
type People = TestApp['simulator']['discord'];
const press: People['press'] = (...input) => app.simulator.discord.press(...input);
const choose: People['choose'] = (...input) => app.simulator.discord.choose(...input);
const submit: People['submit'] = (...input) => app.simulator.discord.submit(...input);

test('pressing a button signs the person up, and only they see the reply', async () => {
  const seen = await press('pell', customId.signUp(event, 'healer'));
  expect(seen).toMatchObject({ kind: 'message', ephemeral: true, status: 200 });
  expect(seen.content).toContain('You’re in: **Night of \\_stars\\_**, <t:');
  expect(seen.content).toContain('Healer');
  expect(await answerOf(pell)).toMatchObject({ status: 'signed_up', roleKey: 'healer', characterId: pell.characterId });
  expect(await logOf()).toEqual([{ kind: 'answered', via: 'discord', actor: pell.userId }]);

  const waiting = await press('kessa', customId.signUp(event, 'healer'), { locale: 'de' });
  expect(waiting.content).toContain('Du stehst auf der Warteliste, Position 1');
  expect(await answerOf(kessa)).toMatchObject({ status: 'waitlist' });

  const declined = await press('pell', customId.answer(event, 'declined'), { locale: 'fr' });
  expect(declined.content).toContain('Vous avez dit non');
  expect(await answerOf(kessa)).toMatchObject({ status: 'signed_up' });
  expect((await press('kessa', customId.mine(event))).content).toContain('You’re in');
  expect((await press('pell', customId.answer(event, 'tentative'))).content).toContain('You said maybe');
});

test('a person with several characters is asked which one to bring', async () => {
  const other = await createCharacter(app, kessa.userId);
  const asked = await press('kessa', customId.signUp(event, 'melee'));
  expect(asked.content).toContain('Which character do you bring as Melee?');
  const [select] = asked.components[0]?.components ?? [];
  expect(select?.options?.map(({ value }) => value).toSorted()).toEqual([kessa.characterId, other].toSorted());
  expect(await answerOf(kessa)).toBeUndefined();

  expect((await choose('kessa', select?.custom_id ?? '', [other])).content).toContain('You’re in');
  expect(await answerOf(kessa)).toMatchObject({ characterId: other });
  // The character of the answer stays with another role.
  await press('kessa', customId.signUp(event, 'healer'));
  expect(await answerOf(kessa)).toMatchObject({ characterId: other, roleKey: 'healer' });
  await app.ctx.sql('delete from character where id = $1', [other]);
});

test('a form takes lateness and a note, and keeps the earlier note', async () => {
  const first = await press('pell', customId.late(event));
  expect(first.content).toContain('Answer first');
  await press('pell', customId.signUp(event, 'healer'));
  const form = await press('pell', customId.late(event), { locale: 'es-419' });
  expect(form).toMatchObject({ kind: 'modal', title: 'Llegar tarde o dejar una nota' });
  const sent = await submit('pell', form, { minutes: '30', note: 'Work until eight' });
  expect(sent.content).toContain('30 min late · “Work until eight”');
  expect(await answerOf(pell)).toMatchObject({ lateMinutes: 30, note: 'Work until eight', status: 'signed_up' });
  const again = await press('pell', customId.late(event));
  await submit('pell', again, { minutes: '0' });
  expect(await answerOf(pell)).toMatchObject({ lateMinutes: null, note: 'Work until eight' });
});

test('D-01: refuses requests without a valid signature of Discord, however many come', async () => {
  const { discord } = app.simulator;
  const body = JSON.stringify({ id: '1', application_id: discord.applicationId, type: 1 });
  const post = (text: string, headers: Record<string, string>) =>
    fetch(`${app.url}/discord/interactions`, { method: 'POST', body: text, headers }).then(({ status }) => status);
  const right = discord.signed(body);
  const signature = right['X-Signature-Ed25519'] ?? '';
  const wrong: [string, Record<string, string>][] = [
    [body, {}],
    [body, { ...right, 'X-Signature-Ed25519': '' }],
    [body, { ...right, 'X-Signature-Ed25519': signature.slice(2) }],
    [body, { ...right, 'X-Signature-Ed25519': 'z'.repeat(128) }],
    [body, { ...right, 'X-Signature-Ed25519': '00'.repeat(64) }],
    [body, { ...right, 'X-Signature-Timestamp': '' }],
    [body, { ...right, 'X-Signature-Timestamp': String(Number(right['X-Signature-Timestamp']) + 1) }],
    [`${body} `, right],
    [body.replace('1', '2'), right],
  ];
  for (const [text, headers] of wrong) expect(await post(text, headers)).toBe(401);
  expect(await post('x'.repeat(300_000), right)).toBe(413);
  const many = await Promise.all(
    Array.from({ length: 200 }, () => post(body, { ...right, 'X-Signature-Ed25519': '0' })),
  );
  expect(new Set(many)).toEqual(new Set([401]));
  expect(await post(body, right)).toBe(200);
  expect(await discord.connect(`${app.url}/discord/interactions`)).toBe(true);
});

test('D-02: a repeated interaction changes nothing, and a stale one is refused', async () => {
  const twice = await press('pell', customId.signUp(event, 'healer'), { fault: 'duplicate' });
  expect(twice.status).toBe(200);
  expect(await logOf()).toHaveLength(1);

  // The same request again, after the person has thought better of it.
  const id = twice.id;
  await press('pell', customId.answer(event, 'declined'));
  const again = await press('pell', customId.signUp(event, 'healer'), { forged: { id } });
  expect(again.content).toContain('You said no');
  expect(await answerOf(pell)).toMatchObject({ status: 'declined' });

  expect(await press('pell', customId.signUp(event, 'healer'), { fault: 'stale-timestamp' })).toMatchObject({
    status: 401,
    kind: 'failed',
  });
  expect(await press('pell', customId.signUp(event, 'healer'), { fault: 'bad-signature' })).toMatchObject({
    status: 401,
  });
  expect(await answerOf(pell)).toMatchObject({ status: 'declined' });
});

test('D-03: a button press reaches only events of guilds connected with its server', async () => {
  const stranger = await eventGuild(app, 1);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [stranger.id, pell.userId]);
  const elsewhere = await createEvent({}, stranger);
  const draft = await createEvent({ status: 'draft' });
  for (const eventId of [elsewhere, draft, uuidv7()]) {
    const seen = await press('pell', customId.signUp(eventId, null));
    expect(seen.content).toContain('This event does not exist');
    expect(await answerOf(pell, eventId)).toBeUndefined();
  }
  const forged = await press('pell', customId.signUp(event, 'healer'), { forged: { application_id: '999' } });
  expect(forged.status).toBe(401);
  const other = { forged: { guild_id: '420000000000000002' } };
  expect((await press('pell', customId.signUp(event, 'healer'), other)).content).toContain('This event does not exist');
  await app.ctx.sql('update organization set archived_at = now() where id = $1', [guild.id]);
  expect((await press('pell', customId.signUp(event, 'healer'))).content).toContain('This event does not exist');
  expect(await answerOf(pell)).toBeUndefined();
  // In direct messages, the rights of the person decide.
  await nameChatBack();
  expect((await press('pell', customId.signUp(elsewhere, null), { server: null })).content).toContain('You’re in');
});

test('D-04: a custom id grants no rights', async () => {
  const theirs = await choose('pell', customId.character(event, 'healer'), [kessa.characterId]);
  expect(theirs.content).toContain('This character');
  expect((await choose('pell', customId.character(event, 'healer'), ['nonsense'])).kind).toBe('message');
  expect(await answerOf(pell)).toBeUndefined();
  for (const id of ['x'.repeat(100), 'g0|signup|x|healer', 'g1|signup|%00|healer', '{"a":1}']) {
    expect((await press('pell', id)).content).toContain('out of date');
  }
});

test('D-05: a button press uses the person’s current rights, never those of an administrator', async () => {
  const member = await joinGuild(app, guild.id);
  const discordId = await linkAccount(app, member, 'osric');
  expect((await press('osric', customId.signUp(event, 'melee'))).content).toContain('You’re in');

  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [member.userId]);
  await app.ctx.sql('update app_user set is_admin = true where id = $1', [member.userId]);
  const left = await press('osric', customId.answer(event, 'declined'));
  expect(left.content).toContain('Only members of the guild');
  expect(await answerOf(member)).toMatchObject({ status: 'signed_up' });

  await app.ctx.sql('delete from account where account_id = $1', [discordId]);
  expect((await press('osric', customId.answer(event, 'declined'))).content).toContain('doesn’t know who you are');
  expect(await answerOf(member)).toMatchObject({ status: 'signed_up' });
});

test('an unknown person gets a link to connect their account, and their answer is remembered', async () => {
  app.simulator.world.chat.join('lantern', 'wrenna');
  const seen = await press('wrenna', customId.signUp(event, 'healer'));
  expect(links(seen)).toEqual([`${app.config.baseUrl}/link/discord`]);
  expect(await app.ctx.sql('select role_key as role, status from link_intent where event_id = $1', [event])).toEqual([
    { role: 'healer', status: 'signed_up' },
  ]);
  const presses = [];
  for (let count = 0; count < 11; count += 1) presses.push(await press('wrenna', customId.mine(event)));
  expect(presses.at(-1)).toMatchObject({ status: 200, content: expect.stringContaining('Try again in') });
});

test('refusals say what to do, in the person’s language', async () => {
  await app.ctx.sql(`update event set signup_closes_minutes = 2000 where id = $1`, [event]);
  const closed = await press('pell', customId.signUp(event, 'healer'), { locale: 'de' });
  expect(closed.content).toMatch(/Anmeld/);
  expect((await press('pell', customId.signUp(event, 'tank'))).content).not.toBe('');
  expect((await press('pell', customId.works())).content).toContain('It works');
});

test('D-07: an answer delayed by the database is deferred in time, and shown later', async () => {
  await using lock = await lockEvent(app, event);
  const seen = await press('pell', customId.signUp(event, 'healer'));
  expect(seen).toMatchObject({ kind: 'thinking', ephemeral: true });
  await lock.release();
  await eventually(async () => expect(app.simulator.discord.seen(seen.id).content).toContain('You’re in'));
  expect(await logOf()).toHaveLength(1);
  await eventually(async () => expect(await kept(seen.id)).toEqual([{ document: null, token: null }]));
});

test('D-07: a job answers for a process that died after deferring, and undoes nothing newer', async () => {
  const original = '/discord/api/v10/webhooks/*/messages/@original';
  app.simulator.faults.add({ match: original, times: 2, fault: { kind: 'reset' } });
  const promised: Seen[] = [];
  for (const account of ['pell', 'kessa']) {
    await using lock = await lockEvent(app, event);
    promised.push(await press(account, customId.signUp(event, 'melee')));
    await lock.release();
    await eventually(async () => expect(await logOf()).toHaveLength(promised.length));
  }
  const [first, second] = promised;
  expect((await kept(first?.id ?? ''))[0]?.token).not.toBeNull();
  await press('kessa', customId.answer(event, 'declined'));
  const shown = (id = '') => app.simulator.discord.seen(id).content;
  await patiently(async () => expect(shown(first?.id)).toContain('You’re in'));
  await patiently(async () => expect(shown(second?.id)).toContain('You said no'));
  expect(await answerOf(kessa)).toMatchObject({ status: 'declined' });
  expect(app.logged.filter((line) => line.includes('aW50ZXJhY3Rpb24'))).toEqual([]);
});

const kept = (id: string) =>
  app.ctx.sql<{ document: unknown; token: string | null }>(
    'select document, token_sealed as token from discord_interaction where id = $1',
    [id],
  );

test('D-06: a link address cannot link another person’s Discord, and offers only one’s own pending answers', async () => {
  const stranger = await joinGuild(app, guild.id);
  const other = await joinGuild(app, guild.id);
  app.simulator.world.chat.join('lantern', 'impostor');
  const [address = ''] = links(await press('impostor', customId.signUp(event, 'healer')));
  expect(new URL(address).search).toBe('');
  expect(new URL(address).hash).toBe('');
  const wishes = async (member: Member) => (await member.call('GET', '/auth/me/discord-wishes')).body;

  // Another person opens it, signed in to the game: nothing is theirs, and nothing is linked.
  expect(await wishes(other)).toEqual({ linked: false, wishes: [] });
  await linkAccount(app, other, 'brannoc');
  expect(await wishes(other)).toEqual({ linked: true, wishes: [] });

  await linkAccount(app, stranger, 'impostor');
  expect(await wishes(stranger)).toMatchObject({
    linked: true,
    wishes: [{ event: { id: event }, roleKey: 'healer', status: 'signed_up', character: { id: stranger.characterId } }],
  });
  expect(await wishes(other)).toEqual({ linked: true, wishes: [] });
  expect(await answerOf(stranger)).toBeUndefined();
  await press('impostor', customId.signUp(event, 'healer'));
  expect(await wishes(stranger)).toEqual({ linked: true, wishes: [] });
});
