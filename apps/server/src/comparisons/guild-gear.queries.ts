import type { GearAuditView, GuildGearInput, GuildVaultView } from '@guildhall/contracts/gear.ts';
import { missingGear } from '../character-views/gear.ts';
import { keystoneWeek } from '../character-views/mythic-keystone.ts';
import type { Actor } from '../core/actor.ts';
import { json, query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import type { EquipmentDocument } from '../enrichment/documents/equipment.ts';
import type { MythicKeystoneDocument } from '../enrichment/documents/mythic-keystone.ts';
import { guildMembers, MemberRow, memberPage } from './compared-characters.ts';

/** With the document of the only section. */
const withDocument = <Document>() =>
  query({ ...MemberRow, itemLevel: 'int?', document: json<Document>().orNull })(
    memberPage(`, c.equipped_item_level as "itemLevel",
  (select s.data from character_section s where s.character_id = c.id and s.section = any($2)) as document`),
  );
const EQUIPPED = withDocument<EquipmentDocument>();
const KEYSTONES = withDocument<MythicKeystoneDocument>();

export async function auditGuildGear(ctx: AppContext, actor: Actor, input: GuildGearInput): Promise<GearAuditView> {
  return guildMembers(ctx, actor, EQUIPPED, ['equipment'], input, (row, character) => ({
    character,
    itemLevel: row.itemLevel,
    missing: row.document && missingGear(row.document, row),
  }));
}

export async function guildVault(ctx: AppContext, actor: Actor, input: GuildGearInput): Promise<GuildVaultView> {
  return guildMembers(ctx, actor, KEYSTONES, ['mythic-keystone'], input, (row, character) => {
    const week = keystoneWeek(row.document, row.region, row.dataAsOf);
    return {
      character,
      rating: row.document?.rating ?? null,
      week: week && {
        startedAt: week.startedAt,
        levels: week.runs.flatMap(({ level }) => level ?? []),
        vault: week.vault,
      },
    };
  });
}
