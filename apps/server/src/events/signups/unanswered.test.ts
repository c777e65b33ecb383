import type { EventView } from '@guildhall/contracts/event.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import type { RemindedView, UnansweredView } from '@guildhall/contracts/participation.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { freshBot } from '../../../test/chat.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack, refusalOf } from '../../../test/events.ts';
import { type Mailbox, startMailbox } from '../../../test/mailbox.ts';
import { sendEventMail } from '../mails/send-event-mail.ts';

let mailbox: Mailbox;
let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  mailbox = await startMailbox();
  app = await testApp({ roles: ['web'], environment: { SMTP_URL: mailbox.url } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  guild = await eventGuild(app, 6);
});

const make = (input: object = {}, who = guild.officer) =>
  done<EventView>(
    who.call('POST', `/organizations/${guild.id}/events`, {
      title: 'Vault',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      durationMinutes: 60,
      slots: [{ roleKey: 'tank', max: 3 }],
      ...input,
    }),
  );
const signUp = (who: Member, event: EventView) =>
  done(who.call('PUT', `/events/${event.id}/signup`, { characterId: who.characterId, roleKey: 'tank' }));
const unanswered = (event: EventView, query = '') =>
  done<UnansweredView>(guild.officer.call('GET', `/events/${event.id}/unanswered${query}`));
const remind = (event: EventView, who = guild.officer) => who.call('POST', `/events/${event.id}/remind`, {});
const numberOf = (user: { id: string } | null) => guild.members.findIndex(({ userId }) => userId === user?.id);
const asked = async (who: Member) => {
  const { notifications } = await done<NotificationsView>(who.call('GET', '/auth/me/notifications'));
  return notifications.filter(({ kind }) => kind === 'answer_wanted').map(({ eventId, title }) => [eventId, title]);
};
async function withAddress({ userId }: Member): Promise<string> {
  const address = `${userId}@people.example`;
  await app.ctx.sql('update app_user set email = $2, email_verified_at = now() where id = $1', [userId, address]);
  return address;
}
async function deliver(): Promise<void> {
  const due = await app.ctx.sql<{ id: string }>('select id from event_mail where settled_at is null');
  for (const { id } of due) await sendEventMail(app.ctx, { eventMailId: id });
}

test('only people who manage events see who has not answered and remind them, in events that can be answered', async () => {
  const [a] = guild.members as [Member];
  const event = await make();
  // Nor in an event of their own, where they would ask the whole guild.
  for (const { id } of [event, await make({ scope: 'group' }, a)]) {
    expect(await refusalOf(a.call('GET', `/events/${id}/unanswered`))).toEqual([403, 'missing_permission']);
    expect(await refusalOf(remind({ ...event, id }, a))).toEqual([403, 'missing_permission']);
  }
  expect(await refusalOf(remind(await make({ status: 'draft' })))).toEqual([409, 'event_not_open']);
  expect(await refusalOf(remind(await make({ signupDeadline: inHours(-1) })))).toEqual([409, 'signup_closed']);
  await moveBack(app, event.id, 49);
  expect(await refusalOf(remind(event))).toEqual([409, 'event_started']);
});

test('lists who has not answered with their character, usual role, absence, and how a reminder reaches them', async () => {
  const [a, byMail, byMessage, away, silent, left] = guild.members as [Member, Member, Member, Member, Member, Member];
  const earlier = await make({ title: 'Earlier' });
  await signUp(byMail, earlier);
  const event = await make();
  await signUp(a, event);
  await withAddress(byMail);
  const chat = app.simulator.world.discordAccounts.find(({ key }) => key === 'pell');
  await app.ctx.sql(`insert into account (user_id, provider_id, account_id) values ($1, 'discord', $2)`, [
    byMessage.userId,
    chat?.id,
  ]);
  await done(byMessage.call('PATCH', '/auth/me/event-mails', { byMessage: true }));
  const day = event.startsAt.slice(0, 10);
  await done(away.call('POST', '/auth/me/absences', { from: day, to: day, timeZone: 'UTC' }));
  await done(silent.call('PATCH', '/auth/me/preferences', { mutedNotifications: ['answer_wanted'] }));
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [left.userId]);

  const view = await unanswered(event);
  expect(
    view.members.map(({ user, reach, away: isAway, usualRole, character }) => [
      numberOf(user),
      reach,
      isAway,
      usualRole,
      character?.id ?? null,
    ]),
  ).toEqual([
    [-1, 'inbox', false, null, guild.officer.characterId],
    [1, 'mail', false, 'tank', byMail.characterId],
    [2, 'message', false, null, byMessage.characterId],
    [3, 'inbox', true, null, away.characterId],
    [4, null, false, null, silent.characterId],
  ]);
  // Neither the officer, nor the member who is away, nor the one who muted reminders.
  expect(view).toMatchObject({ reachable: 2, remindedAt: null, remindableAt: null, pagination: { total: 5 } });
  const second = await unanswered(event, '?pageSize=2&page=2');
  expect(second.members.map(({ user }) => numberOf(user))).toEqual([2, 3]);
  await app.ctx.sql('delete from account where user_id = $1', [byMessage.userId]);
});

test('a reminder reaches members who have not answered, once in six hours, and no longer those who answer', async () => {
  const [a, b, c, d] = guild.members as [Member, Member, Member, Member];
  const event = await make();
  await signUp(a, event);
  const [toB, toC] = [await withAddress(b), await withAddress(c)];
  const reminded = await done<RemindedView>(remind(event));
  expect(reminded).toMatchObject({ reminded: 5 });
  expect(Date.parse(reminded.remindableAt ?? '') - Date.parse(reminded.remindedAt ?? '')).toBe(6 * 3600_000);
  expect([await asked(a), await asked(b), await asked(d), await asked(guild.officer)]).toEqual([
    [],
    [[event.id, 'Vault']],
    [[event.id, 'Vault']],
    [],
  ]);
  await signUp(c, event);
  await deliver();
  expect(mailbox.to(toB).map(({ subject, text }) => [subject, text.includes('asks whether you are coming')])).toEqual([
    ['Are you coming? Vault', true],
  ]);
  expect(mailbox.to(toC)).toEqual([]);

  const again = await remind(event);
  expect([again.status, again.body.reason]).toEqual([429, 'reminded_recently']);
  expect(await unanswered(event)).toMatchObject({ remindedAt: reminded.remindedAt, reachable: 4 });
  await app.ctx.sql(`update event set reminded_at = reminded_at - interval '6 hours' where id = $1`, [event.id]);
  expect(await done<RemindedView>(remind(event))).toMatchObject({ reminded: 4 });
  await deliver();
  expect(mailbox.to(toB).length).toBe(2);
});

test('a reminder by message asks on Discord, and a muted kind of mail leaves the inbox', async () => {
  const [a, b] = guild.members as [Member, Member];
  freshBot(app);
  const chat = app.simulator.world.chat;
  const account = app.simulator.world.discordAccounts.find(({ key }) => key === 'pell');
  chat.join('lantern', 'pell');
  await app.ctx.sql(`insert into account (user_id, provider_id, account_id) values ($1, 'discord', $2)`, [
    a.userId,
    account?.id,
  ]);
  await done(a.call('PATCH', '/auth/me/event-mails', { byMessage: true }));
  const toB = await withAddress(b);
  await done(b.call('PATCH', '/auth/me/event-mails', { reminder: false }));
  const event = await make();
  await done(remind(event));
  await deliver();
  const [message] = chat.messages(chat.directChannel('pell')).slice(-1);
  expect(message?.content).toContain('asks whether you are coming');
  expect([mailbox.to(toB), await asked(b)]).toEqual([[], [[event.id, 'Vault']]]);
});

test('raiders of the team without an account are named behind the members, and no reminder counts them', async () => {
  const [a] = guild.members as [Member];
  await app.ctx.sql(`update role set permissions = permissions || '{canManageRoster}' where organization_id = $1`, [
    guild.id,
  ]);
  const team = await done<{ id: string }>(
    guild.officer.call('POST', `/organizations/${guild.id}/teams`, { name: 'Wednesday' }),
  );
  const add = async (name: string, status = 'main') => {
    const { id } = await done<{ id: string }>(
      guild.officer.call('POST', `/organizations/${guild.id}/raiders`, { name }),
    );
    await done(guild.officer.call('PUT', `/teams/${team.id}/members/${id}`, { status }));
    return id;
  };
  const curlybill = await add('Curlybill');
  await done(guild.officer.call('POST', `/raiders/${curlybill}/characters`, { name: 'Curly', classId: 1 }));
  const answered = await add('Answered');
  await add('Sociable', 'social');
  const archived = await add('Archived');
  await done(guild.officer.call('PATCH', `/raiders/${archived}`, { archived: true }));
  const own = await signUpAndFind(a);
  await done(guild.officer.call('PUT', `/teams/${team.id}/members/${own}`, { status: 'main' }));

  const event = await make({ teamId: team.id });
  await done(guild.officer.call('POST', `/events/${event.id}/participations`, { raiderId: answered, roleKey: 'tank' }));
  const view = await unanswered(event);
  expect(
    view.members.map(({ user, raider, reach, away }) => [numberOf(user), raider?.name ?? null, reach, away]),
  ).toEqual([
    [0, null, 'inbox', false],
    [-1, 'Curlybill', null, false],
  ]);
  expect(view.members[1]?.raider).toMatchObject({
    id: curlybill,
    kind: 'member',
    character: { name: 'Curly', class: { id: 1 }, color: expect.any(String) },
  });
  expect(view).toMatchObject({ reachable: 1, pagination: { total: 2 } });
  const second = await unanswered(event, '?pageSize=1&page=2');
  expect(second.members.map(({ raider }) => raider?.name)).toEqual(['Curlybill']);
  expect(await done<RemindedView>(remind(event))).toMatchObject({ reminded: 1 });
});

/** The id of the raider as whom a member has answered an event. */
async function signUpAndFind(who: Member): Promise<string> {
  await signUp(who, await make({ title: 'Before' }));
  const [row] = await app.ctx.sql<{ id: string }>('select id from raider where user_id = $1 and organization_id = $2', [
    who.userId,
    guild.id,
  ]);
  return row?.id ?? '';
}
