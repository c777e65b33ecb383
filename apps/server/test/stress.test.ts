/**
 * Everything that locks, at once: sign-ups, rosters, roles, pictures, absences, changed events and erasures of the same
 * people, round after round. No deadlock, no lost row, no slot overbooked. `pnpm stress` plays a thousand rounds.
 */
import type { EventView } from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../src/core/uuid.ts';
import { ensureSyncedGuild } from '../src/guilds/guild-sync/create-synced-guild.ts';
import { applyRoster } from '../src/guilds/roster/apply-roster.ts';
import type { RosterMember } from '../src/guilds/roster/sync-roster.ts';
import { type TestApp, testApp } from './app.ts';
import { type Answer, type Call, callerOf } from './caller.ts';
import { runErasures } from './erase-people.ts';
import { done, inHours } from './events.ts';
import { createPerson } from './people.ts';
import { anyPicture } from './pictures.ts';
import { expectOrder } from './sign-ups.ts';

const rounds = Number(process.env.STRESS_ROUNDS ?? 50);
const PEOPLE = 12;
const REALM = 1;

type Player = { userId: string; token: string; call: Call; characterId: string; platformId: number };

let app: TestApp;
let guildId: string;
let customRole: string;
let officer: Player;
const players: Player[] = [];
const events: string[] = [];
let platformIds = 0;
let accepted = 0;

beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { MODERATION: 'off', DATABASE_POOL_SIZE: '30' } });
  const guild = await app.ctx.transact((tx) =>
    ensureSyncedGuild(tx, {
      region: 'us',
      gameVersion: 'retail',
      realmId: REALM,
      realmSlug: 'highmere',
      guildId: 1,
      nameSlug: 'stressed',
      name: 'Stressed',
      faction: 'horde',
    }),
  );
  guildId = guild.id;
  officer = await newcomer();
  for (let number = 0; number < PEOPLE; number += 1) players.push(await newcomer());
  await syncRoster(0);
  const role = await done<{ id: string }>(
    officer.call('POST', `/organizations/${guildId}/roles`, { name: 'Raider', permissions: ['canViewRoster'] }),
  );
  customRole = role.id;
  for (let number = 0; number < 3; number += 1) {
    const raid = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48 + number), durationMinutes: 60 };
    const slots = [{ roleKey: 'healer', max: 4 }];
    const event = await done<EventView>(officer.call('POST', `/guilds/${guildId}/events`, { ...raid, slots }));
    events.push(event.id);
  }
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());

/** A person with a proved character that the roster lists from the next sync on. */
async function newcomer(): Promise<Player> {
  const { userId, token } = await createPerson(app);
  platformIds += 1;
  const [characterId, platformId] = [uuidv7(), platformIds];
  await app.ctx.sql(
    `insert into character (id, user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
       realm_slug, class_id, race_id, level, verified_at)
     values ($1, $2, 'synced', 'us', 'retail', $3, $4, $5, 'highmere', 11, 4, 80, now())`,
    [characterId, userId, REALM, platformId, `Name${platformId}`],
  );
  return { userId, token, call: callerOf(app, token), characterId, platformId };
}

/** Ranks change with every round, and unclaimed members come and go. */
async function syncRoster(round: number): Promise<unknown> {
  const listed = [...players, officer].map(({ platformId }, index) => ({
    characterId: platformId,
    rank: platformId === officer.platformId ? 0 : 2 + ((index + round) % 6),
  }));
  const others = Array.from({ length: 8 }, (_, index) => ({
    characterId: 1_000_000 + ((round + index) % 40),
    rank: 8,
  }));
  const members = [...listed, ...others].map(
    ({ characterId, rank }): RosterMember => ({
      realmId: REALM,
      characterId,
      name: `Name${characterId}`,
      realmSlug: 'highmere',
      level: 80,
      classId: 11,
      raceId: 4,
      faction: 'horde',
      rank,
    }),
  );
  return app.ctx.transact((tx) =>
    applyRoster(tx, guildId, { members, guildName: 'Stressed', faction: null, lastModified: null }),
  );
}

async function upload({ token }: Player, path: string): Promise<number> {
  const picture = await anyPicture();
  const sent = app.http.post(`/api/v1${path}`).auth(token, { type: 'bearer' }).attach('image', picture, 'a.png');
  return (await sent).status;
}

/** A row that the service acknowledged, which has to be there afterwards. */
type Kept = { text: string; values: unknown[] };

const at = <T>(list: T[], index: number): T => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('The list is empty');
  return item;
};

async function playRound(round: number): Promise<void> {
  await app.ctx.sql('delete from rate_limit');
  const leaving = at(players, round * 5);
  const staying = players.filter((player) => player !== leaving);
  const kept: Kept[] = [];
  const statuses: number[] = [];
  const note = ({ status }: Pick<Answer, 'status'>, ...rows: Kept[]) => {
    statuses.push(status);
    if (status < 300) kept.push(...rows);
  };
  const signUp = async ({ call, userId, characterId }: Player, eventId: string) =>
    note(await call('PUT', `/events/${eventId}/signup`, { characterId, roleKey: 'healer' }), {
      text: `select from participation where event_id = $1 and user_id = $2 and status in ('signed_up', 'waitlist')`,
      values: [eventId, userId],
    });
  const withdraw = async ({ call, userId }: Player, eventId: string) =>
    note(await call('DELETE', `/events/${eventId}/signup`), {
      text: `select where not exists (select from participation where event_id = $1 and user_id = $2)`,
      values: [eventId, userId],
    });
  const role = async (method: 'PUT' | 'DELETE', { userId }: Player) =>
    note(await officer.call(method, `/organizations/${guildId}/members/${userId}/roles/${customRole}`), {
      text: `select from (select exists (select from role_holder where role_id = $1 and user_id = $2) as held) h where held = $3`,
      values: [customRole, userId, method === 'PUT'],
    });
  const away = async ({ call, userId }: Player) => {
    const day = `2031-${String(1 + (round % 12)).padStart(2, '0')}-${String(1 + (round % 27)).padStart(2, '0')}`;
    const answer = await call('POST', '/auth/me/absences', { from: day, to: day });
    note(answer, { text: 'select from absence where id = $1 and user_id = $2', values: [answer.body.id, userId] });
  };
  const avatar = async (player: Player) =>
    note(
      { status: await upload(player, '/auth/me/avatar') },
      {
        text: `select from app_user u join image i on i.subject_id = u.id and u.avatar_url like '%' || i.id || '%' where u.id = $1`,
        values: [player.userId],
      },
    );
  const eventPicture = async (eventId: string) =>
    note(
      { status: await upload(officer, `/events/${eventId}/image`) },
      {
        text: `select from event e join image i on i.subject_id = e.id and e.image_url like '%' || i.id || '%' where e.id = $1`,
        values: [eventId],
      },
    );
  const erase = async ({ call }: Player) => {
    note(await call('DELETE', '/auth/me'));
    await runErasures(app);
  };
  const who = (offset: number) => at(staying, round + offset);
  const actions = [
    () => erase(leaving),
    () => signUp(leaving, at(events, round)),
    () => role('PUT', leaving),
    () => away(leaving),
    () => avatar(leaving),
    () => syncRoster(round),
    () => signUp(who(0), at(events, 0)),
    () => signUp(who(1), at(events, 0)),
    () => signUp(who(2), at(events, 1)),
    () => withdraw(who(3), at(events, 0)),
    () => withdraw(who(4), at(events, 1)),
    () => role('PUT', who(5)),
    () => role('DELETE', who(6)),
    () => away(who(7)),
    () => avatar(who(8)),
    () => eventPicture(at(events, round)),
    async () => note(await officer.call('PATCH', `/events/${at(events, round + 1)}`, { title: `Raid ${round}` })),
    async () => note(await who(9).call('PATCH', '/auth/me', { bio: `Round ${round}` })),
  ];
  // Every round begins with another one.
  const turned = [...actions.slice(round % actions.length), ...actions.slice(0, round % actions.length)];
  await Promise.all(turned.map((act) => act()));
  await runErasures(app);

  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  accepted += statuses.filter((status) => status < 300).length;
  expect(await app.ctx.sql('select from app_user where id = $1', [leaving.userId])).toEqual([]);
  for (const { text, values } of kept) {
    if (values.includes(leaving.userId)) continue;
    expect([round, text, await app.ctx.sql(text, values)]).toEqual([round, text, [{}]]);
  }
  for (const id of events) await expectOrder(app, id);
  players.splice(players.indexOf(leaving), 1, await newcomer());
}

const DEADLOCKS = 'select deadlocks::int from pg_stat_database where datname = current_database()';

test(
  `${rounds} rounds of concurrent requests cause no deadlock and lose no row`,
  async () => {
    const began = performance.now();
    for (let round = 1; round <= rounds; round += 1) await playRound(round);
    const [counted] = await app.ctx.sql<{ deadlocks: number }>(DEADLOCKS);
    const restarted = app.logged.filter((line) => line.includes('the transaction begins again'));
    const seconds = Math.round((performance.now() - began) / 1_000);
    process.stdout.write(
      `stress: ${rounds} rounds in ${seconds} s, ${restarted.length} transactions begun again, ${accepted} of ${rounds * 17} requests accepted\n`,
    );
    expect(restarted.filter((line) => line.includes('deadlock'))).toEqual([]);
    expect(counted).toEqual({ deadlocks: 0 });
    // Rounds in which everything is refused would prove nothing.
    expect(accepted).toBeGreaterThan(rounds * 8);
    expect(app.logged.filter((line) => line.includes('unexpected error'))).toEqual([]);
  },
  60 * 60_000,
);
