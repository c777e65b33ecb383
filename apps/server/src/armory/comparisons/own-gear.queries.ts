/** A person's own characters side by side: gear, rating, and the raids they are locked to this week. */
import { Freshness } from '@guildhall/contracts/character.ts';
import type { OwnGearInput, OwnGearView, RaidLockout } from '@guildhall/contracts/own-gear.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import { json, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { keystoneSeasons } from '../../reference/game-data/keystone-seasons.ts';
import { type GameNames, gameNames } from '../../reference/game-data/names.ts';
import { currentItemLevel } from '../../reference/game-data/newest-patch.ts';
import type { EncountersDocument } from '../enrichment/documents/encounters.ts';
import type { EquipmentDocument } from '../enrichment/documents/equipment.ts';
import type { KeystoneSeasonDocument } from '../enrichment/documents/mythic-keystone.ts';
import { KEYSTONE_SEASON } from '../enrichment/sections.ts';
import { lastWeeklyReset } from '../enrichment/weekly-reset.ts';
import { namesOfInstance } from '../views/encounters.ts';
import { missingGear } from '../views/gear.ts';
import { currentWeeks } from '../views/vault.ts';
import { ownCharacters } from './compared-characters.ts';

const SECTIONS = ['equipment', KEYSTONE_SEASON, 'raids'];

const documentOf = (section: string, column: string) =>
  `(select s.${column} from character_section s where s.character_id = c.id and s.section = '${section}')`;

const DOCUMENTS = query({
  id: 'uuid',
  region: text(Region.options),
  gameVersion: text(GameVersion.options),
  level: 'int',
  itemLevel: 'int?',
  equipment: json<EquipmentDocument>().orNull,
  status: text(Freshness.shape.status.options),
  keystones: json<KeystoneSeasonDocument>().orNull,
  raids: json<EncountersDocument>().orNull,
  raidsReadAt: 'instant?',
})`
  select c.id, c.region, c.game_version as "gameVersion", c.level, ${currentItemLevel('c', 'equipped_item_level')} as "itemLevel",
    ${documentOf('equipment', 'data')} as equipment, coalesce(${documentOf('equipment', 'status')}, 'pending') as status,
    ${documentOf(KEYSTONE_SEASON, 'data')} as keystones, ${documentOf('raids', 'data')} as raids,
    ${documentOf('raids', 'fetched_at')} as "raidsReadAt"
  from character c where c.id = any($1)`;

export async function compareOwnGear(
  ctx: AppContext,
  { userId }: Actor,
  { locale }: OwnGearInput,
): Promise<OwnGearView> {
  const characters = await ownCharacters(ctx, userId, SECTIONS, locale);
  const rows = await ctx.sql.many(DOCUMENTS, [characters.map(({ id }) => id)]);
  const regions = rows.map(({ region }) => region);
  const [nameOf, seasons, weekOf] = await Promise.all([
    gameNames(
      ctx.sql,
      locale,
      rows.flatMap(({ raids }) => instancesOf(raids).flatMap(namesOfInstance)),
    ),
    keystoneSeasons(ctx.sql, regions, locale),
    currentWeeks(ctx.sql, rows),
  ]);
  const documents = new Map(rows.map((row) => [row.id, row]));
  return {
    characters: characters.flatMap((character) => {
      const row = documents.get(character.id);
      if (!row) return [];
      const startedAt = lastWeeklyReset(row.region, new Date()).toISOString();
      const isRead = row.raidsReadAt !== null && row.raidsReadAt >= startedAt;
      return {
        character,
        itemLevel: row.itemLevel,
        status: row.status,
        missing: row.equipment && missingGear(row.equipment, row),
        season: row.keystones && {
          ...seasons.named(row.region, row.keystones.seasonId),
          rating: row.keystones.rating,
        },
        vault: weekOf(row.id)?.rows ?? [],
        lockouts: isRead ? lockoutsOf(row.raids, startedAt, nameOf) : null,
      };
    }),
  };
}

/** The current season repeats instances of an expansion. */
function instancesOf(raids: EncountersDocument | null) {
  const all = raids?.expansions.flatMap(({ instances }) => instances) ?? [];
  return [...new Map(all.map((instance) => [instance.id, instance])).values()];
}

function lockoutsOf(raids: EncountersDocument | null, startedAt: string, nameOf: GameNames): RaidLockout[] {
  return instancesOf(raids).flatMap(({ id, difficulties }) =>
    difficulties.flatMap(({ type, total, encounters }) => {
      const defeated = encounters.filter(({ lastKillAt }) => lastKillAt !== null && lastKillAt >= startedAt).length;
      if (defeated === 0) return [];
      return {
        instance: { id, name: nameOf('instance', id) ?? `Instance ${id}` },
        difficulty: { type, name: nameOf('difficulty', type) ?? type },
        ...{ defeated, total },
      };
    }),
  );
}
