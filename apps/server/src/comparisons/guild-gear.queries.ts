/** The gear of a guild's characters and their keystones of the week, in one statement each. */
import type { GearAuditView, GuildGearInput, GuildVaultView } from '@guildhall/contracts/gear.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { missingGear } from '../character-views/gear.ts';
import { keystoneWeek } from '../character-views/mythic-keystone.ts';
import type { Actor } from '../core/actor.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, json, orNothing, query, type RowOf, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import type { EquipmentDocument } from '../enrichment/documents/equipment.ts';
import type { MythicKeystoneDocument } from '../enrichment/documents/mythic-keystone.ts';
import { type ReferenceNames, referenceNames } from '../reference/names.ts';
import { authorizedAccess } from '../rights/organization.rules.ts';
import { GUILD_CHARACTERS } from './guild-characters.ts';

const Row = columns({
  id: 'uuid',
  name: 'text',
  region: text(Region.options),
  gameVersion: text(GameVersion.options),
  realmSlug: 'text',
  level: 'int',
  classId: 'int',
  userId: 'uuid',
  displayName: 'text',
  itemLevel: 'int?',
  dataAsOf: 'instant?',
  data: json<unknown>().orNull,
});
type Row = RowOf<typeof Row>;

/** `$1` organization, `$2` section, `$3` limit, `$4` offset. An empty page still has one row, with the total. */
export const SECTION_OF_GUILD = query({ ...orNothing(Row), total: 'int' })`
  with ${GUILD_CHARACTERS}, page as (
    select *, row_number() over (order by lower(display_name), user_id, level desc, name, id) as place
    from guild_character order by place limit $3 offset $4
  )
  select n.total, p.id, p.name, p.region, p.game_version as "gameVersion", p.realm_slug as "realmSlug", p.level,
    p.class_id as "classId", p.user_id as "userId", p.display_name as "displayName",
    p.equipped_item_level as "itemLevel", s.fetched_at as "dataAsOf", s.data
  from (select count(*)::int as total from guild_character) n
  left join page p on true
  left join character_section s on s.character_id = p.id and s.section = $2
  order by p.place`;

type Found = RowOf<typeof SECTION_OF_GUILD>;
const isCharacter = (row: Found): row is Found & Row => row.id !== null;

export async function auditGuildGear(ctx: AppContext, actor: Actor, input: GuildGearInput): Promise<GearAuditView> {
  const { rows, names, pagination } = await sectionOfGuild(ctx, actor, 'equipment', input);
  const members = rows.map((row) => {
    // Only the enrichment writes it, and the section determines its shape.
    const document = row.data as EquipmentDocument | null;
    return {
      character: presentCharacter(row, names),
      itemLevel: row.itemLevel,
      missing: document && missingGear(document, row),
    };
  });
  return { members, pagination };
}

export async function guildVault(ctx: AppContext, actor: Actor, input: GuildGearInput): Promise<GuildVaultView> {
  const { rows, names, pagination } = await sectionOfGuild(ctx, actor, 'mythic-keystone', input);
  const members = rows.map((row) => {
    // As above.
    const document = row.data as MythicKeystoneDocument | null;
    const week = keystoneWeek(document, row.region, instantOf(row.dataAsOf));
    return {
      character: presentCharacter(row, names),
      rating: document?.rating ?? null,
      week: week && {
        startedAt: week.startedAt,
        levels: week.runs.flatMap(({ level }) => level ?? []),
        vault: week.vault,
      },
    };
  });
  return { members, pagination };
}

async function sectionOfGuild(
  ctx: AppContext,
  actor: Actor,
  section: string,
  { id, page, pageSize, locale }: GuildGearInput,
) {
  const { organizationId } = await authorizedAccess(ctx.sql, actor, id, 'read', 'Organization');
  const values = [organizationId, section, pageSize, (page - 1) * pageSize];
  const [rows, names] = await Promise.all([ctx.sql.many(SECTION_OF_GUILD, values), referenceNames(ctx, locale)]);
  return { rows: rows.filter(isCharacter), names, pagination: paginationOf(page, pageSize, rows[0]?.total ?? 0) };
}

const presentCharacter = (row: Row, names: ReferenceNames) => ({
  id: row.id,
  name: row.name,
  realm: row.realmSlug ? { slug: row.realmSlug, name: names.realmName(row, row.realmSlug) } : null,
  level: row.level,
  class: { id: row.classId, name: names.className(row.classId) },
  dataAsOf: instantOf(row.dataAsOf),
  user: { id: row.userId, displayName: row.displayName },
});
