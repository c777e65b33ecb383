import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { GuildMemberView, MembersInput, MembersView } from '@guildhall/contracts/role.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { readPage } from '../../core/db/read-page.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, query, type RowOf } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { PictureUrl } from '../../core/services/picture-url.ts';
import { type ReferenceNames, referenceNames } from '../../reference/game-data/names.ts';
import { authorizedAccess } from '../rights/organization.access.ts';

const MemberRow = columns({
  userId: 'uuid',
  displayName: 'text',
  avatarUrl: 'text?',
  joinedAt: 'instant',
  character: json<{
    id: string;
    name: string;
    region: string;
    gameVersion: string;
    realmSlug: string;
    level: number;
    classId: number;
  }>().orNull,
  roles: json<GuildMemberView['roles']>(),
});
type MemberRow = RowOf<typeof MemberRow>;

const STAYS = 'm.organization_id = $1 and m.left_at is null and m.user_id not in (table leaving)';

/** Cuts the page before joining anything, so that details are looked up only for the members on it. */
const members = (which: string) => query(MemberRow)`
  with page as (
    select m.id, m.user_id, m.joined_at, m.member_since from membership m where ${STAYS} ${which}
  )
  select u.id as "userId", u.display_name as "displayName", u.avatar_url as "avatarUrl", coalesce(p.member_since, p.joined_at) as "joinedAt",
    main.character, held.roles
  from page p join person u on u.id = p.user_id
  left join lateral (
    select jsonb_build_object('id', c.id, 'name', c.name, 'region', c.region, 'gameVersion', c.game_version, 'realmSlug', c.realm_slug,
      'level', c.level, 'classId', c.class_id) as character
    from character c
    left join proven_claim e on e.character_id = c.id and e.organization_id = $1
    where c.user_id = p.user_id and c.archived_at is null and (c.is_main or e.entry_id is not null)
    order by c.is_main desc, e.rank, ${byName('c.name')}, c.id limit 1
  ) main on true
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'gameRank', r.game_rank,
      'isFounder', r.is_founder) order by r.is_founder desc, r.game_rank nulls last, ${byName('r.name')}), '[]') as roles
    from role r where r.organization_id = $1
      and r.id in (select h.role_id from held_role h where h.organization_id = $1 and h.user_id = p.user_id)
  ) held
  order by p.joined_at, p.id`;

/** `$2` is what is searched for. */
const NAMED = `and (exists (select from person u where u.id = m.user_id and strpos(search_key(u.display_name), search_key($2)) > 0)
  or exists (select from character c left join proven_claim e on e.character_id = c.id and e.organization_id = $1
    where c.user_id = m.user_id and c.archived_at is null and (c.is_main or e.entry_id is not null)
      and strpos(search_key(c.name), search_key($2)) > 0))`;
const COUNT = query({ total: 'int' })`
  select count(*)::int as total from membership m where ${STAYS}`;
const COUNT_NAMED = query({ total: 'int' })`${COUNT.text} ${NAMED}`;
export const MEMBERS_PAGE = members('order by m.joined_at, m.id limit $2 offset $3');
const NAMED_PAGE = members(`${NAMED} order by m.joined_at, m.id limit $3 offset $4`);
const ONE = members('and m.user_id = $2');

/** Lists the members of an organization, longest membership first. */
export async function listMembers(ctx: AppContext, actor: Actor, input: MembersInput): Promise<MembersView> {
  const { search, locale } = input;
  const { organizationId } = await authorizedAccess(ctx.sql, actor, input.id, 'read', 'Organization');
  const which = search ? [organizationId, search] : [organizationId];
  const [list, count] = search ? [NAMED_PAGE, COUNT_NAMED] : [MEMBERS_PAGE, COUNT];
  const [{ rows, pagination }, names] = await Promise.all([
    readPage(ctx.sql, list, count, which, input),
    referenceNames(ctx, locale),
  ]);
  return { members: rows.map((row) => presentMember(row, names, ctx.pictureUrl)), pagination };
}

/** Throws NOT_FOUND. */
export async function findMember(sql: Sql, organizationId: string, userId: string): Promise<MemberRow> {
  const row = await sql.maybe(ONE, [organizationId, userId]);
  if (!row) throw notFound('member_not_found', 'There is no such member.');
  return row;
}

export async function memberView(ctx: AppContext, row: MemberRow, locale?: Locale): Promise<GuildMemberView> {
  return presentMember(row, await referenceNames(ctx, locale), ctx.pictureUrl);
}

function presentMember(row: MemberRow, names: ReferenceNames, pictureUrl: PictureUrl): GuildMemberView {
  const { userId, displayName, avatarUrl, joinedAt, character, roles } = row;
  return {
    user: { id: userId, displayName, avatarUrl: pictureUrl(avatarUrl) },
    mainCharacter: character && {
      id: character.id,
      name: character.name,
      realm: { slug: character.realmSlug, name: names.realmName(character, character.realmSlug) },
      level: character.level,
      class: { id: character.classId, name: names.className(character.classId) },
    },
    roles,
    joinedAt,
  };
}
