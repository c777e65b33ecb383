import type { ChangesView, ChangeView } from '@guildhall/contracts/change.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { runErasures } from '../../../test/erase-people.ts';
import { done, eventGuild, inHours } from '../../../test/events.ts';
import { bringIn, eventually, syncRoster } from '../../../test/guild.ts';
import { listen } from '../../../test/sockets.ts';
import { foundClub, memberOf, newPerson, type SignedInPerson } from '../../../test/standalone.ts';
import { createContext } from '../../app/compose.ts';
import type { NewChange } from '../../core/changes/write-changes.ts';
import { createTransact } from '../../core/jobs/unit-of-work.ts';
import { uuidv7 } from '../../core/uuid.ts';

const feedOf = (who: Pick<SignedInPerson, 'call'>, id: string, query = '') =>
  done<ChangesView>(who.call('GET', `/organizations/${id}/changes${query}`));
const endOf = async (who: Pick<SignedInPerson, 'call'>, id: string) => (await feedOf(who, id)).next;
const typesIn = ({ changes }: ChangesView) => changes.map(({ type }) => type);

test('refuses an invalid or expired cursor, and callers who are not members', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const ask = (query: string) => club.founder.call('GET', `/organizations/${club.id}/changes${query}`);
  const next = await endOf(club.founder, club.id);
  const [epoch, seq] = next.split('.');
  expect((await ask('?after=latest')).status).toBe(400);
  expect((await ask('?limit=501')).status).toBe(400);
  for (const after of [`00000000.${seq}`, `${epoch}.${Number(seq) + 1}`]) {
    expect(await ask(`?after=${after}`)).toMatchObject({ status: 409, body: { reason: 'cursor_expired' } });
  }
  // Changes removed for their age are missing after the older cursor.
  await app.ctx.sql('delete from change where stream_id = $1', [club.id]);
  expect(await ask(`?after=${epoch}.0`)).toMatchObject({ status: 409, body: { reason: 'cursor_expired' } });
  expect(await ask(`?after=${next}`)).toMatchObject({ status: 200, body: { changes: [], next, more: false } });
  const stranger = await newPerson(app);
  expect((await stranger.call('GET', `/organizations/${club.id}/changes`)).status).toBe(403);
});

test('W-06: members and officers read the changes meant for them, and the cursor skips hidden ones', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const member = await memberOf(app, club);
  const { founder, id } = club;
  const after = await endOf(member, id);
  const post = (visibility: string) =>
    founder.call('POST', `/organizations/${id}/posts`, { title: 'T', body: 'B', visibility });
  const secret = await done<{ id: string; version: number }>(post('officers'));
  const event = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 };
  const { id: eventId } = await done<{ id: string }>(
    founder.call('POST', `/guilds/${id}/events`, { ...event, status: 'draft' }),
  );
  await done(member.call('POST', '/auth/me/absences', { from: '2086-01-01', to: '2086-01-02' }));

  const toMember = await feedOf(member, id, `?after=${after}`);
  // Their own absence they may know of; the rest is hidden, and not to be asked for again.
  expect(typesIn(toMember)).toEqual(['absence.changed']);
  const toFounder = await feedOf(founder, id, `?after=${after}`);
  expect(typesIn(toFounder)).toEqual(['post.changed', 'event.changed', 'absence.changed']);
  expect(toFounder.next).toBe(toMember.next);

  // Members are told once more about a post they may no longer read.
  await done(founder.call('POST', `/events/${eventId}/publish`, {}));
  const open = await done<{ id: string }>(post('guild'));
  await done(founder.call('PATCH', `/posts/${open.id}`, { visibility: 'officers' }));
  await done(founder.call('PATCH', `/posts/${secret.id}`, { title: 'Still secret' }));
  await done(founder.call('DELETE', `/posts/${secret.id}`));
  const later = await feedOf(member, id, `?after=${toMember.next}`);
  expect(later.changes.map(({ type, subjectId }) => [type, subjectId])).toEqual([
    ['event.changed', eventId],
    ['post.changed', open.id],
  ]);

  const page = await feedOf(founder, id, `?after=${after}&limit=2`);
  expect(page).toMatchObject({ more: true, changes: [{ type: 'post.changed' }, { type: 'event.changed' }] });
  const rest = await feedOf(founder, id, `?after=${page.next}`);
  expect(rest).toMatchObject({ more: false, next: later.next });
});

test('each kind of change reaches sockets and the feed under the same cursor', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { client, guild } = await bringIn(app);
  const { client: admin } = await bringIn(app, 'kessa');
  const idOf = async (who: typeof client) => (await who.get('/auth/me').expect(200)).body.id;
  await app.ctx.sql('update app_user set is_admin = true where id = $1', [await idOf(admin)]);
  const personId = await idOf(client);
  using ear = await listen(app, client);
  using boss = await listen(app, admin);
  const told: ChangeView[] = [];
  ear.socket.onAny((_name, message) => void ('cursor' in message && told.push(message)));
  const toAdmin: string[] = [];
  boss.socket.onAny((_name, { type }) => void (type && toAdmin.push(type)));
  const me = { call: callerOf(app, client.token) };
  const after = await endOf(me, guild.id);

  await done(me.call('POST', `/organizations/${guild.id}/posts`, { title: 'News', body: 'B' }));
  await done(me.call('POST', `/organizations/${guild.id}/roles`, { name: 'Scouts', permissions: [] }));
  await done(me.call('PATCH', `/organizations/${guild.id}/text-content`, { motd: 'Welcome' }));
  await app.ctx.sql(`update roster_entry set level = level - 1 where organization_id = $1`, [guild.id]);
  await app.ctx.sql(`update organization set roster_last_modified = null where id = $1`, [guild.id]);
  await syncRoster(app, client, guild);
  const feed = await feedOf(me, guild.id, `?after=${after}`);
  expect(new Set(typesIn(feed))).toEqual(
    new Set(['post.changed', 'rights.changed', 'organization.changed', 'roster.changed']),
  );
  await eventually(async () => expect(told).toEqual(expect.arrayContaining(feed.changes)));

  await app.ctx.transact(async (tx) => {
    tx.changed({ type: 'job.changed', subjectId: uuidv7(), audience: 'administrators' });
    tx.changed({ type: 'notification.changed', subjectId: uuidv7(), audience: 'person', personId });
  });
  await eventually(async () => expect(toAdmin).toContain('job.changed'));
  await eventually(async () => expect(told.at(-1)).toMatchObject({ type: 'notification.changed', cursor: null }));
  expect(told.map(({ type }) => type)).not.toContain('job.changed');
});

test('a concurrent reader of fifty parallel writers sees no gap and no duplicate', async () => {
  await using app = await testApp({ roles: ['web'], environment: { DATABASE_POOL_SIZE: '60' } });
  const club = await foundClub(app);
  const { founder, id } = club;
  const start = await endOf(founder, id);
  const written = new Set<string>();
  const writer = async (number: number) => {
    for (let round = 0; round < 10; round += 1) {
      const subjectId = uuidv7();
      const change: NewChange = { type: 'post.changed', subjectId, organizationId: id, audience: 'members' };
      await app.ctx
        .transact(async (tx) => {
          tx.changed(change);
          // Some transactions are long, so that commits overtake what was begun before them; some fail.
          await tx.queueDb.executeSql('select pg_sleep($1)', [((number * 7 + round * 13) % 10) / 500]);
          if ((number + round) % 5 === 0) throw new Error('rolled back');
        })
        .then(
          () => void written.add(subjectId),
          () => {},
        );
    }
  };
  const read: ChangeView[] = [];
  const follow = async (over: () => boolean) => {
    for (let after = start, last = false; !last; ) {
      last = over();
      for (let more = true; more; ) {
        const page = await feedOf(founder, id, `?after=${after}&limit=7`);
        read.push(...page.changes);
        ({ next: after, more } = page);
      }
    }
  };
  let over = false;
  const reading = follow(() => over);
  await Promise.all(Array.from({ length: 50 }, (_, number) => writer(number)));
  over = true;
  await reading;

  expect(written.size).toBe(400);
  expect(read.map(({ subjectId }) => subjectId).toSorted()).toEqual([...written].toSorted());
  const numbers = read.map(({ cursor }) => Number(cursor?.split('.')[1]));
  const first = Number(start.split('.')[1]);
  expect(numbers).toEqual(Array.from({ length: 400 }, (_, place) => first + place + 1));
});

test('sockets get a committed change even if its process died before announcing it', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, officer } = await eventGuild(app, 1);
  using ear = await listen(app, officer);
  const told: string[] = [];
  ear.socket.on('post.changed', ({ subjectId }) => void told.push(subjectId));
  const subjectId = uuidv7();
  const mute = createTransact(app.ctx.database, app.ctx.orm, app.ctx.boss, app.ctx.log, () => {});
  await mute(async (tx) => tx.changed({ type: 'post.changed', subjectId, organizationId: id, audience: 'members' }));
  await eventually(async () => expect(told).toEqual([subjectId]));
});

test('a process without sockets reaches the sockets of another immediately', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, officer } = await eventGuild(app, 1);
  using ear = await listen(app, officer);
  const told: string[] = [];
  ear.socket.on('post.changed', ({ subjectId }) => void told.push(subjectId));
  await using worker = await createContext({ ...app.config, roles: new Set(['worker']) }, { log: app.ctx.log });
  const subjectId = uuidv7();
  await worker.transact(async (tx) =>
    tx.changed({ type: 'post.changed', subjectId, organizationId: id, audience: 'members' }),
  );
  await eventually(async () => expect(told).toEqual([subjectId]));
});

test('the outbox does not name an erased person', async () => {
  await using app = await testApp({ roles: ['web'] });
  const club = await foundClub(app);
  const member = await memberOf(app, club);
  await done(member.call('POST', '/auth/me/absences', { from: '2086-01-01', to: '2086-01-02' }));
  const named = () => app.ctx.sql('select from change where $1 in (stream_id, subject_id, person_id)', [member.userId]);
  expect(await named()).not.toEqual([]);
  expect((await member.call('DELETE', '/auth/me', { confirm: 'DELETE' })).status).toBeLessThan(300);
  await runErasures(app);
  expect(await named()).toEqual([]);
  expect(await app.ctx.sql('select from change_stream where id = $1', [member.userId])).toEqual([]);
});
