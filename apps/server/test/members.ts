/**
 * Organizations and people written directly to the database: for tests about rights, which need many of both and no
 * game.
 */
import { Permission } from '@guildhall/contracts/organization.ts';
import { uuidv7 } from '../src/core/uuid.ts';
import { ensureSyncedGuild } from '../src/guilds/guild-sync/create-synced-guild.ts';
import type { TestApp } from './app.ts';
import { createPerson, type Person } from './people.ts';

export type Place = { id: string; source: 'synced' | 'standalone'; founderRoleId: string };

let seeded = 0;

export async function seedOrganization(app: TestApp, source: Place['source']): Promise<Place> {
  const number = ++seeded;
  const id = source === 'synced' ? await seedGuild(app, number) : await seedClub(app, number);
  const [role] = await app.ctx.sql<{ id: string }>('select id from role where organization_id = $1 and is_founder', [
    id,
  ]);
  return { id, source, founderRoleId: role?.id ?? '' };
}

async function seedGuild({ ctx }: TestApp, guildId: number): Promise<string> {
  const name = `Guild ${guildId}`;
  const realm = { region: 'us', gameVersion: 'retail', realmId: 1, realmSlug: 'highmere' } as const;
  const { id } = await ctx.transact((tx) =>
    ensureSyncedGuild(tx, { ...realm, guildId, nameSlug: `guild-${guildId}`, name, faction: null }),
  );
  await ctx.sql('update organization set roster_synced_at = now() where id = $1', [id]);
  return id;
}

async function seedClub({ ctx }: TestApp, number: number): Promise<string> {
  const id = uuidv7();
  await ctx.sql(`insert into organization (id, name, alias, source) values ($1, $2, $3, 'standalone')`, [
    id,
    `Club ${number}`,
    `club-${number}`,
  ]);
  await ctx.sql(
    `insert into role (organization_id, name, is_founder, permissions) values ($1, 'Guild Master', true, $2)`,
    [id, Permission.options],
  );
  return id;
}

const JOIN = `
  with membership as (insert into membership (organization_id, user_id) values ($1, $2)),
  character as (
    insert into character (id, user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
      realm_slug, class_id, race_id, level, guild_id, verified_at)
    select $3, $2, 'synced', 'us', 'retail', 1, $4::text::bigint, 'Name' || $4::text, 'highmere', 1, 1, 80, $1, now() where $5::int is not null
  )
  insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level,
    class_id, race_id, rank, claimed_by_id)
  select $1, 1, $4::text::bigint, 'Name' || $4::text, 'name' || $4::text, 'highmere', 80, 1, 1, $5::int, $3 where $5::int is not null`;

/** Makes a person a member; in a synced guild, with a verified character at this rank. */
export async function join(
  { ctx }: TestApp,
  place: Place,
  { userId }: Pick<Person, 'userId'>,
  rank = 9,
): Promise<void> {
  const number = 1_000_000 + ++seeded;
  await ctx.sql(JOIN, [place.id, userId, uuidv7(), String(number), place.source === 'synced' ? rank : null]);
}

export async function newMember(app: TestApp, place: Place, rank = 9): Promise<Person> {
  const person = await createPerson(app);
  await join(app, place, person, rank);
  return person;
}

/** Creates a custom role with these holders. */
export async function seedRole(
  { ctx }: TestApp,
  place: Place,
  permissions: readonly Permission[],
  ...holders: Person[]
): Promise<string> {
  const id = uuidv7();
  await ctx.sql('insert into role (id, organization_id, name, permissions) values ($1, $2, $3, $4)', [
    id,
    place.id,
    `Role ${++seeded}`,
    permissions,
  ]);
  for (const holder of holders) await hold({ ctx }, place, id, holder);
  return id;
}

export async function hold(
  { ctx }: Pick<TestApp, 'ctx'>,
  place: Place,
  roleId: string,
  { userId }: Pick<Person, 'userId'>,
): Promise<void> {
  await ctx.sql('insert into role_holder (organization_id, role_id, user_id) values ($1, $2, $3)', [
    place.id,
    roleId,
    userId,
  ]);
}

/** The role of a rank. */
export async function rankRole({ ctx }: TestApp, place: Place, rank: number): Promise<string> {
  const [role] = await ctx.sql<{ id: string }>('select id from role where organization_id = $1 and game_rank = $2', [
    place.id,
    rank,
  ]);
  return role?.id ?? '';
}
