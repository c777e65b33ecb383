import { gzipSync } from 'node:zlib';
import type { EventView } from '@guildhall/contracts/event.ts';
import type { FinderView } from '@guildhall/contracts/finder.ts';
import type { MemberPageView } from '@guildhall/contracts/member.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import {
  createCharacter,
  done,
  type EventGuild,
  eventGuild,
  inHours,
  type Member,
  moveBack,
  refusalOf,
} from '../../../test/events.ts';
import { bringIn } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';

let app: TestApp;
let guild: EventGuild;
let first: Member;
let second: Member;
beforeAll(async () => {
  app = await testApp();
  guild = await eventGuild(app, 2);
  [first, second] = guild.members as [Member, Member];
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageContent,canViewOfficerData}' where organization_id = $1`,
    [guild.id],
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);
const make = (title: string, input: object = {}, who = guild.officer) =>
  done<EventView>(
    who.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title, type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 },
      ...input,
    }),
  );
const page = (of: Member, who: Member) =>
  done<MemberPageView>(who.call('GET', `/organizations/${guild.id}/members/${of.userId}`));
const finder = (who: Pick<Member, 'call'>, id = guild.id) =>
  done<FinderView>(who.call('GET', `/organizations/${id}/finder`));

test('a member’s page has their answers; attendance, absences and reach are for officers and the member alone', async () => {
  const past = await make('Past', { startsAt: inHours(2) });
  await done(first.call('PUT', `/events/${past.id}/signup`, { characterId: first.characterId }));
  await moveBack(app, past.id, 3);
  await app.ctx.sql(`update membership set joined_at = now() - interval '9 days' where organization_id = $1`, [
    guild.id,
  ]);
  await done(guild.officer.call('POST', `/events/${past.id}/complete`, {}));
  const coming = await make('Coming');
  const open = await make('Open', { startsAt: inHours(72) });
  await make('Draft', { status: 'draft' });
  await done(first.call('PUT', `/events/${coming.id}/signup`, { characterId: first.characterId }));
  await done(first.call('POST', '/auth/me/absences', { from: day(9), to: day(10), note: 'Family' }));

  const seen = await page(first, guild.officer);
  expect(seen.user.id).toBe(first.userId);
  expect(seen.characters.map(({ id, verified, rank }) => [id, verified, rank])).toEqual([
    [first.characterId, false, null],
  ]);
  expect(seen.answers.map(({ eventId, status }) => [eventId, status])).toEqual([
    [coming.id, 'signed_up'],
    [open.id, null],
  ]);
  expect(seen.attendance?.rows?.map(({ eventId, outcome }) => [eventId, outcome])).toEqual([[past.id, 'present']]);
  expect(seen.absences?.map(({ from, note }) => [from, note])).toEqual([[day(9), 'Family']]);
  expect([seen.reach, seen.lastPlayedAt]).toEqual(['inbox', null]);

  const own = await page(first, first);
  expect(own).toEqual(seen);
  const mate = await page(first, second);
  expect(mate).toEqual({ ...seen, attendance: null, absences: null, reach: null });

  const stranger = callerOf(app, (await createPerson(app)).token);
  const path = `/organizations/${guild.id}/members/${first.userId}`;
  expect(await refusalOf(stranger('GET', path))).toEqual([403, 'missing_permission']);
  const outsider = await createPerson(app);
  expect(await refusalOf(guild.officer.call('GET', `/organizations/${guild.id}/members/${outsider.userId}`))).toEqual([
    404,
    'member_not_found',
  ]);
});

test('attendance shows the character with which a member took part most often', async () => {
  const often = await createCharacter(app, second.userId);
  for (const title of ['One', 'Two']) {
    const event = await make(title);
    await done(second.call('PUT', `/events/${event.id}/signup`, { characterId: often }));
  }
  const { attendance } = await page(second, guild.officer);
  expect(attendance?.mainCharacter?.id).toBe(often);
});

test('the finder names what the caller may see, and nothing else', async () => {
  await done(
    guild.officer.call('POST', `/organizations/${guild.id}/posts`, {
      ...{ title: 'For officers', body: 'Secret', visibility: 'officers' },
    }),
  );
  await done(
    guild.officer.call('POST', `/organizations/${guild.id}/posts`, {
      ...{ title: 'For members', body: 'News', visibility: 'guild' },
    }),
  );
  await done(guild.officer.call('PATCH', `/organizations/${guild.id}/text-content`, { rules: 'Be kind' }));
  await app.ctx.sql('update character set is_main = true where id = $1', [first.characterId]);
  const officer = await finder(guild.officer);
  const member = await finder(first);
  expect(officer.people.id).toHaveLength(3);
  expect(member.people).toEqual(officer.people);
  expect(officer.posts.title).toEqual(['For members', 'For officers']);
  expect(member.posts.title).toEqual(['For members']);
  expect([officer.events.title.includes('Draft'), member.events.title.includes('Draft')]).toEqual([true, false]);
  expect(member.texts).toEqual(['rules']);
  const id = Buffer.from(first.userId.replaceAll('-', ''), 'hex').toString('base64url');
  expect(member.characters.person).toEqual([member.people.id.indexOf(id)]);
});

test('the finder of a guild of 1,000 is small, has its whole roster, and is not sent again unchanged', async () => {
  const { client, guild: large } = await bringIn(app, 'ilveth');
  const path = `/organizations/${large.id}/finder`;
  const answer = await client.get(path).expect(200);
  const view = answer.body as FinderView;
  expect(view.characters.name.length).toBeGreaterThan(900);
  expect(view.characters.entryId.every((entry) => entry?.length === 22)).toBe(true);
  expect(gzipSync(JSON.stringify(view)).length).toBeLessThan(32_000);
  const again = await client.get(path).set('If-None-Match', String(answer.headers.etag));
  expect([again.status, again.text]).toEqual([304, '']);
}, 120_000);
