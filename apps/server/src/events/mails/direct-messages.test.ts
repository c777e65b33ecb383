/** Reminders by direct message instead of mail. */
import type { EventView } from '@guildhall/contracts/event.ts';
import { ERROR_CODES } from '@guildhall/discord/error-codes.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { freshBot } from '../../../test/chat.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack } from '../../../test/events.ts';
import { eventually } from '../../../test/guild.ts';
import { type Mailbox, startMailbox } from '../../../test/mailbox.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { advanceEvents } from '../planning/advance-events.ts';
import { sendEventMail } from './send-event-mail.ts';

const WRITING = '/discord/api/v10/channels/*/messages';

let mailbox: Mailbox;
let app: TestApp;
let guild: EventGuild;
let member: Member;
beforeAll(async () => {
  mailbox = await startMailbox();
  app = await testApp({ roles: ['web'], environment: { SMTP_URL: mailbox.url } });
  guild = await eventGuild(app, 1);
  member = guild.members[0] as Member;
  const [account] = app.simulator.world.discordAccounts.filter(({ key }) => key === 'pell');
  await app.ctx.sql(`insert into account (user_id, provider_id, account_id) values ($1, 'discord', $2)`, [
    member.userId,
    account?.id,
  ]);
  await app.ctx.sql(`update app_user set email = 'pell@people.example', email_verified_at = now() where id = $1`, [
    member.userId,
  ]);
  app.simulator.world.chat.join('lantern', 'pell');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  freshBot(app);
  app.simulator.faults.clear();
  app.simulator.world.chat.closeDirectMessages('pell', false);
  await app.ctx.sql('delete from event');
  await choose(true);
});

const choose = (byMessage: boolean) => done(member.call('PATCH', '/auth/me/event-mails', { byMessage }));
const chat = () => app.simulator.world.chat;
const messages = () => chat().messages(chat().directChannel('pell'));
const mails = () => mailbox.to('pell@people.example').length;

/** An event to which the member comes, and which is to be reminded of now. */
async function soon(title: string): Promise<EventView> {
  const event = await done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      ...{ title, type: 'raid', scope: 'guild', startsAt: inHours(100), durationMinutes: 60 },
      slots: [{ roleKey: 'tank', max: 3 }],
    }),
  );
  const { characterId } = member;
  await done(member.call('PUT', `/events/${event.id}/signup`, { characterId, roleKey: 'tank', status: 'signed_up' }));
  await earlier(event.id, 80);
  return event;
}

/** Members are not reminded of an event that they have answered just now. */
async function earlier(eventId: string, hours: number): Promise<void> {
  await moveBack(app, eventId, hours);
  await app.ctx.sql(
    `update participation set status_since = status_since - $2::int * interval '1 hour' where event_id = $1`,
    [eventId, hours],
  );
}

async function due(): Promise<string[]> {
  await advanceEvents(app.ctx, {}, { signal: new AbortController().signal });
  return (
    await app.ctx.sql<{ id: string }>('select id from event_mail where user_id = $1 and settled_at is null', [
      member.userId,
    ])
  ).map(({ id }) => id);
}

/** Discord takes five messages in five seconds; the queue tries again too. */
const send = (eventMailId: string, { lastAttempt = false } = {}) =>
  eventually(() => sendEventMail(app.ctx, { eventMailId }, { lastAttempt }));

async function deliver(options: { lastAttempt?: boolean } = {}): Promise<void> {
  for (const eventMailId of await due()) await send(eventMailId, options);
}

test('people who ask for it are reminded on Discord instead of by mail, once, with no mentions', async () => {
  const [before, mailed] = [messages().length, mails()];
  const event = await soon('Raid @everyone **now**');
  await deliver();
  await deliver();
  const told = messages().slice(before);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ content: expect.stringContaining(`/events/${event.id}`), pings: [] });
  expect(told[0]?.content).toMatch(/<t:\d+:F>/);
  expect(told[0]?.content).not.toContain('**now**');
  expect(mails()).toBe(mailed);
});

test('a member whom an officer moves or removes is told where they are now and why, by message or by mail', async () => {
  const event = await soon('Full');
  const before = [messages().length, mails()] as const;
  const { mine } = await done<EventView>(member.call('GET', `/events/${event.id}`));
  const move = (input: object) =>
    done(guild.officer.call('PATCH', `/events/${event.id}/participations/${mine?.id}`, { ...input }));
  await move({ status: 'tentative', reason: 'Too many *tanks*' });
  await deliver();
  const [told] = messages().slice(before[0]);
  expect(told?.content).toMatch(
    /^an officer changed your answer to “Full” on <t:\d+:F> to maybe\. Reason: “Too many \\\*tanks\\\*”/,
  );
  expect(JSON.stringify(told?.components)).toContain(customId.mute('placement'));

  // A move that an officer takes back before the message leaves is not told.
  await move({ status: 'signed_up' });
  const waiting = await due();
  await move({ status: 'tentative' });
  for (const eventMailId of waiting) await send(eventMailId);
  expect(messages().length).toBe(before[0] + 1);
  await deliver();

  await choose(false);
  await move({ status: 'declined', reason: 'www.evil.example' });
  await deliver();
  expect(mails()).toBe(before[1] + 1);
  const mail = mailbox.to('pell@people.example').at(-1);
  expect([mail?.subject, mail?.text]).toEqual([
    'Your slot has changed: Full',
    expect.stringMatching(/an officer removed you from “Full”[\s\S]*Reason: “/),
  ]);
  expect(mail?.text).not.toContain('www.evil.example');
  await done(member.call('PATCH', '/auth/me/event-mails', { placement: false }));
  await move({ status: 'tentative' });
  expect(await due()).toEqual([]);
  await done(member.call('PATCH', '/auth/me/event-mails', { placement: true }));
});

test('the button below a message mutes messages of its kind, only for the person who presses it', async () => {
  await soon('Pressed');
  await deliver();
  const button = customId.mute('reminder');
  expect(JSON.stringify(messages().at(-1)?.components)).toContain(button);
  const settings = () => done(member.call('GET', '/auth/me/event-mails'));
  const { content } = await app.simulator.discord.press('pell', button, { server: null });
  expect(content).toContain('/me/notifications');
  expect(await settings()).toMatchObject({
    reminder: false,
    promotion: true,
    placement: true,
    roleGap: true,
    byMessage: true,
  });
  const before = messages().length;
  await soon('Not told');
  await deliver();
  expect(messages().length).toBe(before);
  await done(member.call('PATCH', '/auth/me/event-mails', { reminder: true }));
});

test('G-07: a worker killed between sending a message and recording it does not send it twice', async () => {
  const before = messages().length;
  await soon('Killed');
  const [eventMailId = ''] = await due();
  await send(eventMailId);
  await app.ctx.sql('update event_mail set settled_at = null where id = $1', [eventMailId]);
  await send(eventMailId);
  expect(messages().length).toBe(before + 1);
});

test('closed direct messages fall back to mail, and are not tried again until the person asks', async () => {
  chat().closeDirectMessages('pell', true);
  const [before, mailed] = [messages().length, mails()];
  await soon('Closed');
  await deliver();
  expect([messages().length, mails()]).toEqual([before, mailed + 1]);
  chat().closeDirectMessages('pell', false);
  await soon('Still by mail');
  await deliver();
  expect([messages().length, mails()]).toEqual([before, mailed + 2]);
  await choose(true);
  await soon('By message again');
  await deliver();
  expect([messages().length, mails()]).toEqual([before + 1, mailed + 2]);
});

test('while Discord is down the reminder waits, and the last attempt sends a mail instead', async () => {
  const [before, mailed] = [messages().length, mails()];
  await soon('Down');
  app.simulator.faults.add({ match: WRITING, fault: { kind: 'status', status: 503 } });
  const [eventMailId = ''] = await due();
  await expect(sendEventMail(app.ctx, { eventMailId })).rejects.toThrow('Discord');
  expect([messages().length, mails()]).toEqual([before, mailed]);
  await deliver({ lastAttempt: true });
  expect([messages().length, mails()]).toEqual([before, mailed + 1]);
});

test('a moved event sends a new reminder, and people who mute reminders get none', async () => {
  const before = messages().length;
  const event = await soon('Moves');
  await deliver();
  await earlier(event.id, 2);
  await deliver();
  expect(messages().length).toBe(before + 2);
  await done(member.call('PATCH', '/auth/me/event-mails', { reminder: false }));
  await soon('Muted');
  await deliver();
  expect(messages().length).toBe(before + 2);
});

test('a person is told at once by mail, or later, whatever Discord answers to a message', async () => {
  const codes = [...[...ERROR_CODES].map(([code, { scope }]) => ({ code, scope })), { code: 0, scope: null }];
  await app.ctx.sql(`update app_user set muted_event_mails = '{}' where id = $1`, [member.userId]);
  const event = await soon('Refused');
  const [eventMailId = ''] = await due();
  const opened = () => app.ctx.sql(`update account set messages_closed_at = null where user_id = $1`, [member.userId]);
  for (const { code, scope } of codes) {
    freshBot(app);
    await opened();
    await app.ctx.sql('update event_mail set settled_at = null where id = $1', [eventMailId]);
    app.simulator.faults.clear();
    const body = { code, message: 'Refused for a test' };
    const match = `/discord/api/v10/channels/${chat().directChannel('pell')}/messages`;
    app.simulator.faults.add({ match, fault: { kind: 'status', status: 400, body } });
    const before = mails();
    const attempts = scope === 'for_now' ? 0 : scope === null ? 3 : 1;
    for (let attempt = 1; attempt <= Math.max(attempts, 1); attempt += 1) {
      const sent = sendEventMail(app.ctx, { eventMailId }, { refusals: { chat: attempt - 1 } });
      if (attempt === attempts) await sent;
      else await expect(sent, String(code)).rejects.toThrow('Discord');
    }
    await eventually(async () =>
      expect({ code, mails: mails() - before }).toEqual({ code, mails: attempts > 0 ? 1 : 0 }),
    );
  }
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, {}));
});
