/** The characters to compare (a page of a guild's, or all of a person's own), with the age of their data. */
import type { ComparedCharacter, ComparedMember, GuildReputationsInput } from '@guildhall/contracts/comparison.ts';
import { type Pagination, paginationOf } from '@guildhall/contracts/page.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../core/actor.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, query, type RowOf } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { type ReferenceNames, referenceNames } from '../reference/names.ts';
import { authorizedAccess } from '../rights/organization.rules.ts';
import { GUILD_CHARACTERS } from './guild-characters.ts';

const Row = columns({
  id: 'uuid',
  name: 'text',
  region: 'text',
  gameVersion: 'text',
  realmSlug: 'text',
  level: 'int',
  classId: 'int',
  dataAsOf: 'instant?',
});
type Row = RowOf<typeof Row>;

const COLUMNS = `c.id, c.name, c.region, c.game_version as "gameVersion", c.realm_slug as "realmSlug", c.level, c.class_id as "classId"`;
/** The oldest of the given sections. */
const dataAsOf = (sections: string) => `(select min(s.fetched_at) from character_section s
  where s.character_id = c.id and s.section = any(${sections})) as "dataAsOf"`;

/** Keeps a person's characters together. */
export const MEMBERS = query({ ...Row, userId: 'uuid', displayName: 'text' })`
  with ${GUILD_CHARACTERS}, page as (
    select * from guild_character order by lower(display_name), user_id, level desc, name, id limit $3 offset $4
  )
  select ${COLUMNS}, c.user_id as "userId", c.display_name as "displayName", ${dataAsOf('$2')} from page c
  order by lower(c.display_name), c.user_id, c.level desc, c.name, c.id`;
const COUNT = query({ total: 'int' })`with ${GUILD_CHARACTERS} select count(*)::int as total from guild_character`;

/** More than an account can have. */
const OWN = query(Row)`
  select ${COLUMNS}, ${dataAsOf('$2')} from character c
  where c.user_id = $1 and c.archived_at is null and c.source = 'synced' order by c.level desc, c.name, c.id limit 200`;

/** One page of the characters the guild may compare. */
export async function guildCharacters(
  ctx: AppContext,
  actor: Actor,
  sections: string[],
  { id, page, pageSize, locale }: Pick<GuildReputationsInput, 'id' | 'page' | 'pageSize' | 'locale'>,
): Promise<{ characters: ComparedMember[]; pagination: Pagination }> {
  const { organizationId } = await authorizedAccess(ctx.sql, actor, id, 'read', 'Organization');
  const [rows, counted, names] = await Promise.all([
    ctx.sql.many(MEMBERS, [organizationId, sections, pageSize, (page - 1) * pageSize]),
    ctx.sql.one(COUNT, [organizationId]),
    referenceNames(ctx, locale),
  ]);
  return {
    characters: rows.map((row) => ({
      ...present(row, names),
      user: { id: row.userId, displayName: row.displayName },
    })),
    pagination: paginationOf(page, pageSize, counted.total),
  };
}

export async function ownCharacters(
  ctx: AppContext,
  userId: string,
  sections: string[],
  locale: Locale,
): Promise<ComparedCharacter[]> {
  const [rows, names] = await Promise.all([ctx.sql.many(OWN, [userId, sections]), referenceNames(ctx, locale)]);
  return rows.map((row) => present(row, names));
}

function present({ realmSlug, classId, ...row }: Row, names: ReferenceNames): ComparedCharacter {
  return {
    id: row.id,
    name: row.name,
    realm: realmSlug ? { slug: realmSlug, name: names.realmName(row, realmSlug) } : null,
    level: row.level,
    class: { id: classId, name: names.className(classId) },
    dataAsOf: instantOf(row.dataAsOf),
  };
}
