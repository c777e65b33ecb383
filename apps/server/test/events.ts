/**
 * A standalone guild of directly seeded people, each with roles and a character: for tests with many events and people.
 */
import { uuidv7 } from '../src/core/uuid.ts';
import type { TestApp } from './app.ts';
import { type Call, callerOf } from './caller.ts';
import { createPerson, type Place } from './people.ts';

export type Member = { userId: string; characterId: string; token: string; call: Call };
export type EventGuild = { id: string; officer: Member; members: Member[] };

/** The officer manages events; the others are plain members. */
export async function eventGuild(app: Place, size = 1, settings: object = {}): Promise<EventGuild> {
  const id = uuidv7();
  const roleId = uuidv7();
  const { sql } = app.ctx;
  await sql(
    `insert into organization (id, name, type, source, settings) values ($1, 'Guild', 'guild', 'standalone', $2)`,
    [id, JSON.stringify(settings)],
  );
  await sql(
    `insert into role (id, organization_id, name, permissions) values ($1, $2, 'Officer', '{canManageEvents}')`,
    [roleId, id],
  );
  const people: Member[] = [];
  for (let number = 0; number <= size; number += 1) people.push(await joinGuild(app, id));
  const [officer, ...members] = people;
  if (!officer) throw new Error('A guild has an officer');
  await sql('insert into role_holder (organization_id, role_id, user_id) values ($1, $2, $3)', [
    id,
    roleId,
    officer.userId,
  ]);
  return { id, officer, members };
}

export async function joinGuild(app: Place, guildId: string): Promise<Member> {
  const { userId, token } = await createPerson(app);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [guildId, userId]);
  return { userId, token, call: callerOf(app, token), characterId: await createCharacter(app, userId) };
}

export async function createCharacter(app: Place, userId: string): Promise<string> {
  const id = uuidv7();
  // A person can have only one character of a name on a realm.
  const name = `Bryn${[...id.slice(-6)].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')}`;
  await app.ctx.sql(
    `insert into character (id, user_id, source, region, game_version, name, realm_slug, class_id, race_id, level)
     values ($1, $2, 'manual', 'us', 'retail', $3, 'stormvale', 11, 4, 80)`,
    [id, userId, name],
  );
  return id;
}

/** To the minute, as for events. */
export const inHours = (hours: number) =>
  `${new Date(Date.now() + hours * 3600_000).toISOString().slice(0, 16)}:00.000Z`;

/** The body of a response that must be a success. */
export async function done<T = Record<string, never>>(answer: Promise<{ status: number; body: object }>): Promise<T> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  // Matches the route's contract; expectations look closer.
  return body as T;
}

export const refusalOf = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await answer;
  return [status, body.reason];
};

/** Creates a past event by moving a whole event back in time. */
export async function moveBack(app: TestApp, eventId: string, hours: number): Promise<void> {
  await app.ctx.sql(
    `update event set starts_at = starts_at - $2::int * interval '1 hour', ends_at = ends_at - $2::int * interval '1 hour'
     where id = $1`,
    [eventId, hours],
  );
}
