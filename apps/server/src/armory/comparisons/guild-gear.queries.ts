import { Freshness } from '@guildhall/contracts/character.ts';
import type { GearAuditView, GuildGearInput, GuildVaultView } from '@guildhall/contracts/gear.ts';
import type { Actor } from '../../core/actor.ts';
import { json, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { keystoneSeasons } from '../../reference/game-data/keystone-seasons.ts';
import type { EquipmentDocument } from '../enrichment/documents/equipment.ts';
import type { MythicKeystoneDocument } from '../enrichment/documents/mythic-keystone.ts';
import { missingGear } from '../views/gear.ts';
import { keystoneWeek, ratingIn } from '../views/mythic-keystone.ts';
import { currentWeeks } from '../views/vault.ts';
import { guildMembers, MemberRow, memberPage } from './compared-characters.ts';

/** With the document of the only section, and its status; a section that was never requested is pending. */
const withDocument = <Document>() =>
  query({
    ...MemberRow,
    itemLevel: 'int?',
    document: json<Document>().orNull,
    status: text(Freshness.shape.status.options),
  })(
    memberPage(`, c.equipped_item_level as "itemLevel",
  (select s.data from character_section s where s.character_id = c.id and s.section = any($2)) as document,
  coalesce((select s.status from character_section s where s.character_id = c.id and s.section = any($2)), 'pending') as status`),
  );
const EQUIPPED = withDocument<EquipmentDocument>();
const KEYSTONES = withDocument<MythicKeystoneDocument>();

export async function auditGuildGear(ctx: AppContext, actor: Actor, input: GuildGearInput): Promise<GearAuditView> {
  return guildMembers(ctx, actor, EQUIPPED, ['equipment'], input, (row, character) => ({
    character,
    status: row.status,
    itemLevel: row.itemLevel,
    missing: row.document && missingGear(row.document, row),
  }));
}

export async function guildVault(ctx: AppContext, actor: Actor, input: GuildGearInput): Promise<GuildVaultView> {
  const page = await guildMembers(ctx, actor, KEYSTONES, ['mythic-keystone'], input, (row, character) => ({
    row,
    character,
  }));
  const rows = page.members.map(({ row }) => row);
  const [weekOf, seasons] = await Promise.all([
    currentWeeks(ctx.sql, rows),
    keystoneSeasons(
      ctx.sql,
      rows.map(({ region }) => region),
      input.locale,
    ),
  ]);
  const members = page.members.map(({ row, character }) => {
    const seen = weekOf(row.id);
    const week = keystoneWeek(row.document, seen);
    const season = seasons.current(row.region);
    return {
      character,
      status: row.status,
      rating: ratingIn(season, row.document),
      season,
      week: week && {
        startedAt: week.startedAt,
        levels: week.runs.flatMap(({ level }) => level ?? []),
        vault: week.vault,
      },
      rows: seen?.rows ?? [],
    };
  });
  return { ...page, members };
}
