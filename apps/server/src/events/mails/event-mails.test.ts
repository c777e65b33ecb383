import type { EventView } from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member, moveBack } from '../../../test/events.ts';
import { eventually, patiently } from '../../../test/guild.ts';
import { startRelay } from '../../../test/mail-relay.ts';
import { type Mailbox, startMailbox } from '../../../test/mailbox.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { spawnWorker, startWorkerOf } from '../../../test/workers.ts';
import { advanceEvents } from '../planning/advance-events.ts';
import { sendEventMail } from './send-event-mail.ts';

let mailbox: Mailbox;
let app: TestApp;
beforeAll(async () => {
  mailbox = await startMailbox();
  app = await testApp({ roles: ['web'], environment: { SMTP_URL: mailbox.url } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

/** Gives the person a verified address. */
async function addressOf({ userId }: Member, where = app): Promise<string> {
  const address = `${userId}@people.example`;
  await where.ctx.sql(
    `update app_user set email = $2, email_verified_at = now(), time_zone = 'Europe/Berlin' where id = $1`,
    [userId, address],
  );
  return address;
}

/** The service's periodic work on events. */
const advance = () => advanceEvents(app.ctx, {}, { signal: new AbortController().signal });

/** Processes all ordered mails: each is sent, or found to be obsolete. */
async function deliver(): Promise<void> {
  await advance();
  const due = await app.ctx.sql<{ id: string }>('select id from event_mail where settled_at is null');
  for (const { id } of due) await sendEventMail(app.ctx, { eventMailId: id });
}

const make = (guild: EventGuild, input: object = {}) =>
  done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      title: 'Raid <b>night</b> evil.example',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(100),
      durationMinutes: 60,
      slots: [{ roleKey: 'tank', max: 3 }],
      ...input,
    }),
  );
const answer = (who: Member, { id }: EventView, status = 'signed_up') =>
  done(who.call('PUT', `/events/${id}/signup`, { characterId: who.characterId, roleKey: 'tank', status }));
const subjects = (address: string) => mailbox.to(address).map(({ subject }) => subject.slice(0, subject.indexOf(':')));

test('attendees are reminded a day and an hour before, once each, and only while it still applies', async () => {
  const guild = await eventGuild(app, 6);
  const [a, b, c, d, e, f] = guild.members;
  if (!a || !b || !c || !d || !e || !f) throw new Error('Six members');
  const [toA, toB, toC, toD, toE] = [
    await addressOf(a),
    await addressOf(b),
    await addressOf(c),
    await addressOf(d),
    await addressOf(e),
  ];
  const event = await make(guild, { slots: [] });
  for (const who of [a, b, c, e, f]) await answer(who, event);
  await answer(d, event, 'tentative');
  expect((await e.call('PATCH', '/auth/me/event-mails', { reminder: 'no' })).status).toBe(400);
  expect((await e.call('PATCH', '/auth/me/event-mails', { reminder: false })).body).toEqual({
    reminder: false,
    promotion: true,
    placement: true,
    roleGap: true,
    byMessage: false,
  });
  const later = async (hours: number) => {
    await moveBack(app, event.id, hours);
    await app.ctx.sql(
      `update participation set status_since = status_since - $2::int * interval '1 hour' where event_id = $1`,
      [event.id, hours],
    );
    await app.ctx.sql(`update event set published_at = published_at - $2::int * interval '1 hour' where id = $1`, [
      event.id,
      hours,
    ]);
  };
  await deliver();
  expect(mailbox.mails).toEqual([]);

  await later(80);
  await done(c.call('DELETE', `/events/${event.id}/signup`));
  await deliver();
  await deliver();
  expect([toA, toB, toC, toD, toE].map((address) => mailbox.to(address).length)).toEqual([1, 1, 0, 1, 0]);
  const [mail] = mailbox.to(toA);
  expect(mail?.link).toBe(`${app.config.baseUrl}/events/${event.id}`);
  // Links in mails and calendars lead to existing pages.
  const opened = await app.http.get(`/events/${event.id}`).expect(302);
  expect(opened.headers.location).toBe(`/api/v1/events/${event.id}`);
  await app.http.get('/events/%2F%2Fevil.example').expect(404);
  expect([mail?.subject, mail?.html.includes('<b>')]).toEqual(['Soon: Raid bnightb evilexample', false]);
  expect(mail?.headers.find(([name]) => name === 'message-id')?.[1]).toMatch(/^<[0-9a-f-]{36}@/);

  // A queued reminder becomes obsolete if its recipient withdraws in the meantime.
  await later(19);
  await advance();
  await done(b.call('DELETE', `/events/${event.id}/signup`));
  await answer(c, event);
  await deliver();
  await deliver();
  expect([toA, toB, toC, toD, toE].map((address) => mailbox.to(address).length)).toEqual([2, 1, 0, 2, 0]);

  // A moved event gets a new reminder.
  await done(guild.officer.call('PATCH', `/events/${event.id}`, { startsAt: inHours(22) }));
  await app.ctx.sql(`update participation set status_since = now() - interval '2 days' where event_id = $1`, [
    event.id,
  ]);
  await deliver();
  expect(mailbox.to(toA)).toHaveLength(3);
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, {}));
  await later(19);
  await deliver();
  expect(mailbox.to(toA)).toHaveLength(3);
});

test('an archived guild sends reminders neither to attendees nor to the organiser', async () => {
  const guild = await eventGuild(app);
  const [member] = guild.members;
  if (!member) throw new Error('The guild has no member');
  const [toMember, toOfficer] = [await addressOf(member), await addressOf(guild.officer)];
  const [event, ordered] = [await make(guild), await make(guild)];
  const soon = async ({ id }: EventView) => {
    await moveBack(app, id, 80);
    await app.ctx.sql(`update participation set status_since = now() - interval '9 days' where event_id = $1`, [id]);
    await app.ctx.sql(`update event set published_at = now() - interval '9 days' where id = $1`, [id]);
  };
  for (const each of [event, ordered]) await answer(member, each);
  await soon(ordered);
  await advance();
  const archive = (at: string) => app.ctx.sql(`update organization set archived_at = ${at} where id = $1`, [guild.id]);
  await archive('now()');
  await soon(event);
  await deliver();
  expect([mailbox.to(toMember), mailbox.to(toOfficer)]).toEqual([[], []]);
  await archive('null');
  await deliver();
  expect([mailbox.to(toMember).length, mailbox.to(toOfficer).length]).toEqual([1, 1]);
});

test('erasing a user or deleting an event while reminders are queued keeps no other member from theirs', async () => {
  const guild = await eventGuild(app, 2);
  const [leaving, staying] = guild.members;
  if (!leaving || !staying) throw new Error('Two members');
  const [toLeaving, toStaying] = [await addressOf(leaving), await addressOf(staying)];
  const [kept, deleted] = [await make(guild), await make(guild)];
  for (const event of [kept, deleted]) {
    for (const who of [leaving, staying]) await answer(who, event);
    await moveBack(app, event.id, 80);
  }
  await app.ctx.sql(`update participation set status_since = now() - interval '9 days' where event_id = any($1)`, [
    [kept.id, deleted.id],
  ]);
  const [begun, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const erased = app.ctx.transact(async ({ queueDb }) => {
    await queueDb.executeSql('delete from event where id = $1', [deleted.id]);
    await queueDb.executeSql('delete from app_user where id = $1', [leaving.userId]);
    begun.resolve();
    await seen.promise;
  });
  await begun.promise;
  const ordered = advance();
  await untilWaiting(app);
  seen.resolve();
  await Promise.all([erased, ordered]);
  expect(await app.ctx.sql(`select from event_mail where event_id = $1`, [kept.id])).toHaveLength(1);
  await deliver();
  expect([mailbox.to(toLeaving), mailbox.to(toStaying).length]).toEqual([[], 1]);
});

test('a mail that falls back to English shows its time in English too', async () => {
  const guild = await eventGuild(app, 0);
  const address = await addressOf(guild.officer);
  await app.ctx.sql(`update app_user set locale = 'it_IT' where id = $1`, [guild.officer.userId]);
  const event = await make(guild, { startsAt: inHours(23) });
  await app.ctx.sql(`update event set published_at = now() - interval '3 days' where id = $1`, [event.id]);
  await deliver();
  expect(mailbox.to(address)[0]?.text).toMatch(/[a-z]+day, [A-Z][a-z]+ \d+ at \d\d:\d\d [AP]M GMT\+[12]/);
});

test('the organiser learns which roles are still missing, unless they opted out', async () => {
  const guild = await eventGuild(app, 1);
  const [a] = guild.members;
  if (!a) throw new Error('A member');
  const address = await addressOf(guild.officer);
  const german = `update app_user set locale = 'de_DE' where id = $1`;
  await app.ctx.sql(german, [guild.officer.userId]);
  const event = await make(guild, {
    slots: [
      { roleKey: 'tank', max: 1 },
      { roleKey: 'healer', max: 2 },
    ],
    startsAt: inHours(23),
  });
  await answer(a, event);
  await deliver();
  // An event announced for tomorrow obviously has no sign-ups yet, so no mail is due.
  expect(mailbox.to(address)).toEqual([]);
  await app.ctx.sql(`update event set published_at = now() - interval '3 days' where id = $1`, [event.id]);
  await deliver();
  await deliver();
  expect(subjects(address)).toEqual(['Es fehlt noch jemand']);
  expect(mailbox.to(address)[0]?.text).toContain('healer 0/2');
  expect(mailbox.to(address)[0]?.text).not.toContain('tank');
  await done(guild.officer.call('PATCH', '/auth/me/event-mails', { roleGap: false }));
  await moveBack(app, event.id, 22);
  await app.ctx.sql(`update event set starts_at = now() + interval '30 minutes' where id = $1`, [event.id]);
  await deliver();
  expect(mailbox.to(address)).toHaveLength(1);
});

test('an organiser who left the guild or moved the event gets no mail about missing roles', async () => {
  const guild = await eventGuild(app, 0);
  const address = await addressOf(guild.officer);
  await make(guild, { startsAt: inHours(23) });
  const moved = await make(guild, { startsAt: inHours(23) });
  await app.ctx.sql(`update event set published_at = now() - interval '3 days' where organization_id = $1`, [guild.id]);
  await advance();
  const waiting = `select event_id as "eventId" from event_mail where user_id = $1 and settled_at is null`;
  expect(await app.ctx.sql(waiting, [guild.officer.userId])).toHaveLength(2);
  await done(guild.officer.call('PATCH', `/events/${moved.id}`, { startsAt: inHours(60) }));
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [guild.officer.userId]);
  await deliver();
  expect(await app.ctx.sql(waiting, [guild.officer.userId])).toEqual([]);
  expect(mailbox.to(address)).toEqual([]);

  // They hear about the new date when it is near.
  await app.ctx.sql('update membership set left_at = null where user_id = $1', [guild.officer.userId]);
  await moveBack(app, moved.id, 40);
  await app.ctx.sql(`update event set published_at = now() - interval '3 days' where id = $1`, [moved.id]);
  await deliver();
  expect(mailbox.to(address).map(({ link }) => link)).toEqual([`${app.config.baseUrl}/events/${moved.id}`]);
});

test('a worker killed between a promotion and its mail loses nothing and mails no one twice', async () => {
  await using relay = await startRelay(mailbox);
  await using killable = await testApp({ roles: ['web'], environment: { SMTP_URL: relay.url } });
  const guild = await eventGuild(killable, 2);
  const [a, b] = guild.members;
  if (!a || !b) throw new Error('Two members');
  const address = await addressOf(b, killable);
  const event = await make(guild, { slots: [{ roleKey: 'tank', max: 1 }] });
  await answer(a, event);
  await answer(b, event);
  await done(a.call('DELETE', `/events/${event.id}/signup`));
  expect(await killable.ctx.sql('select from event_mail where settled_at is null')).toHaveLength(1);

  await using killed = await spawnWorker(killable);
  await eventually(async () => expect(relay.held).toBe(1));
  await killed.kill();
  relay.open();
  await using _worker = await startWorkerOf(killable);
  const mail = await patiently(async () => {
    const [first] = mailbox.to(address);
    if (!first) throw new Error('No mail yet');
    return first;
  });
  expect(mail.subject).toMatch(/^You have a slot/);
  await eventually(async () =>
    expect(await killable.ctx.sql('select from event_mail where settled_at is null')).toEqual([]),
  );
  const [{ id } = { id: '' }] = await killable.ctx.sql<{ id: string }>('select id from event_mail');
  await Promise.all([1, 2, 3].map(() => sendEventMail(killable.ctx, { eventMailId: id })));
  expect(mailbox.to(address)).toHaveLength(1);
});

test('a mail survives an outage of the mail server', async () => {
  await using relay = await startRelay(mailbox, 'hangs up');
  await using patient = await testApp({ environment: { SMTP_URL: relay.url } });
  const guild = await eventGuild(patient, 2);
  const [a, b] = guild.members;
  if (!a || !b) throw new Error('Two members');
  const address = await addressOf(b, patient);
  const event = await make(guild, { slots: [{ roleKey: 'tank', max: 1 }] });
  await answer(a, event);
  await answer(b, event);
  await done(a.call('DELETE', `/events/${event.id}/signup`));
  // Makes the next attempt due at once instead of minutes after the last.
  const hurry = `update pgboss.job set start_after = now() where name = 'send-event-mail' and state = 'retry' returning retry_count`;
  const job = `select state, retry_count as tried from pgboss.job where name = 'send-event-mail'`;
  for (let tried = 0; tried < 8; tried += 1) {
    await eventually(async () => {
      await patient.ctx.sql(hurry);
      const [row] = await patient.ctx.sql<{ state: string; tried: number }>(job);
      expect(row?.state).not.toBe('failed');
      expect(row?.tried).toBeGreaterThan(tried);
    });
  }
  relay.open();
  await eventually(async () => {
    await patient.ctx.sql(hurry);
    expect(await patient.ctx.sql('select from event_mail where settled_at is null')).toEqual([]);
  });
  expect(mailbox.to(address).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^You have a slot/)]);
});
