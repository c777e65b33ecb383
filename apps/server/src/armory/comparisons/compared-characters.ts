/** The characters to compare (a page of a guild's, or all of a person's own), with the age of their data. */

import type { ComparedCharacter, ComparedMember, GuildReputationsInput } from '@guildhall/contracts/comparison.ts';
import { type Pagination, paginationOf } from '@guildhall/contracts/page.ts';
import { GameVersion, type Locale, Region } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { columns, type Query, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authorizedAccess } from '../../membership/rights/organization.access.ts';
import { type ReferenceNames, referenceNames } from '../../reference/game-data/names.ts';
import { GUILD_CHARACTERS } from '../crafters/crafters.queries.ts';

const Row = columns({
  id: 'uuid',
  name: 'text',
  region: text(Region.options),
  gameVersion: text(GameVersion.options),
  realmSlug: 'text',
  level: 'int',
  classId: 'int',
  dataAsOf: 'instant?',
});
export const MemberRow = columns({ ...Row, userId: 'uuid', displayName: 'text' });
type MemberRow = RowOf<typeof MemberRow>;

/** The data is as old as the oldest of the sections `$2`. */
const COLUMNS = `c.id, c.name, c.region, c.game_version as "gameVersion", c.realm_slug as "realmSlug", c.level,
  c.class_id as "classId", (select min(s.fetched_at) from character_section s
    where s.character_id = c.id and s.section = any($2)) as "dataAsOf"`;

/** `$1` organization, `$2` sections, `$3` limit, `$4` offset. Keeps a person's characters together. */
export const memberPage = (more = '') => `
  with ${GUILD_CHARACTERS}, page as (
    select * from guild_character order by ${byName('display_name')}, user_id, level desc, ${byName('name')}, id limit $3 offset $4
  )
  select ${COLUMNS}, c.user_id as "userId", c.display_name as "displayName" ${more} from page c
  order by ${byName('c.display_name')}, c.user_id, c.level desc, ${byName('c.name')}, c.id`;
export const GUILD_MEMBERS = query(MemberRow)(memberPage());
const COUNT = query({ total: 'int' })`with ${GUILD_CHARACTERS} select count(*)::int as total from guild_character`;

/** More than an account can have. One that was transferred, or may have been, stands once: the account no longer lists what it was. */
const OWN = query(Row)`
  select ${COLUMNS} from character c
  where c.user_id = $1 and c.archived_at is null and c.source = 'synced'
    and not exists (select from character t where t.id = c.moved_to_id and t.archived_at is null) and not (c.verified_at is null and exists (
    select from character t where t.user_id = $1 and t.name = c.name and t.class_id = c.class_id and t.region = c.region
      and t.game_version = c.game_version and t.verified_at is not null and t.archived_at is null))
  order by c.level desc, ${byName('c.name')}, c.id limit 200`;

type Page = Pick<GuildReputationsInput, 'id' | 'page' | 'pageSize' | 'locale'>;

/** One page of the characters the guild may compare. */
export async function guildCharacters(ctx: AppContext, actor: Actor, sections: string[], page: Page) {
  const { members, pagination } = await guildMembers(
    ctx,
    actor,
    GUILD_MEMBERS,
    sections,
    page,
    (_row, member) => member,
  );
  return { characters: members, pagination };
}

/** The same with further columns; `present` gets each row with its character. */
export async function guildMembers<Row extends MemberRow, View>(
  ctx: AppContext,
  actor: Actor,
  statement: Query<Row>,
  sections: string[],
  { id, page, pageSize, locale }: Page,
  present: (row: Row, character: ComparedMember) => View,
): Promise<{ members: View[]; pagination: Pagination }> {
  const { organizationId } = await authorizedAccess(ctx.sql, actor, id, 'read', 'Organization');
  const [rows, counted, names] = await Promise.all([
    ctx.sql.many(statement, [organizationId, sections, pageSize, (page - 1) * pageSize]),
    ctx.sql.one(COUNT, [organizationId]),
    referenceNames(ctx, locale),
  ]);
  return {
    members: rows.map((row) => {
      const user = { id: row.userId, displayName: row.displayName };
      return present(row, { ...presentCharacter(row, names), user });
    }),
    pagination: paginationOf(page, pageSize, counted.total),
  };
}

export async function ownCharacters(ctx: AppContext, userId: string, sections: string[], locale: Locale) {
  const [rows, names] = await Promise.all([ctx.sql.many(OWN, [userId, sections]), referenceNames(ctx, locale)]);
  return rows.map((row) => presentCharacter(row, names));
}

function presentCharacter({ realmSlug, classId, ...row }: RowOf<typeof Row>, names: ReferenceNames): ComparedCharacter {
  return {
    id: row.id,
    name: row.name,
    realm: realmSlug ? { slug: realmSlug, name: names.realmName(row, realmSlug) } : null,
    level: row.level,
    class: { id: classId, name: names.className(classId) },
    dataAsOf: row.dataAsOf,
  };
}
