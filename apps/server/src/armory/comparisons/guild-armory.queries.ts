/** Gear, week and raids of everyone who raids: of proved characters from their own sections, of the others from public profiles. */
import type { ArmoryMember, GuildArmoryInput, GuildArmoryView } from '@guildhall/contracts/guild-armory.ts';
import type { Actor } from '../../core/actor.ts';
import { json, jsonInstant, query, type RowOf } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type KeystoneSeasons, keystoneSeasons } from '../../reference/game-data/keystone-seasons.ts';
import { type GameNames, gameNames, type ReferenceNames, referenceNames } from '../../reference/game-data/names.ts';
import type { EquipmentDocument } from '../enrichment/documents/equipment.ts';
import { CURRENT_SEASON, type Instance, isOfSeason, namesOfInstance } from '../views/encounters.ts';
import { missingGear } from '../views/gear.ts';
import { ratingIn } from '../views/mythic-keystone.ts';
import { currentWeeks, type Reading, type SeenWeek, weekOfDocuments } from '../views/vault.ts';
import { presentRaiding, RaidingRow, raidingMembers, raidingPage } from './raiding-members.ts';

type Documents = {
  equipment: EquipmentDocument;
  /** Those of the current season. */
  raids: Instance[];
  'mythic-keystone': {
    rating: number | null;
    seasonIds: number[];
    runs: { level: number | null; completedAt: string | null }[];
  };
};
type Sections = {
  [Section in keyof Documents]?: Reading & { lastModified: string | null; data: Documents[Section] | null };
};

const seasonOf = (data: string) =>
  `jsonb_path_query_array(${data}, '$.expansions[*] ? (@.id == ${CURRENT_SEASON}).instances[*]')`;
const KEYSTONES = (
  data: string,
) => `jsonb_build_object('rating', ${data} -> 'rating', 'seasonIds', ${data} -> 'seasonIds',
  'runs', (select coalesce(jsonb_agg(jsonb_build_object('level', r -> 'level', 'completedAt', r -> 'completedAt')), '[]')
    from jsonb_array_elements(${data} -> 'bestRunsThisWeek') r))`;

const PAGE = query({
  ...RaidingRow,
  itemLevel: 'int?',
  sections: json<Sections>(),
})(
  raidingPage(
    `p.item_level as "itemLevel", coalesce(d.sections, '{}') as sections`,
    `left join lateral (
    select jsonb_object_agg(s.section, jsonb_build_object('status', s.status, 'fetchedAt', ${jsonInstant('s.fetched_at')},
      'lastModified', s.last_modified, 'data', case when s.data is null then null when s.section = 'raids' then ${seasonOf('s.data')}
        when s.section = 'mythic-keystone' then ${KEYSTONES('s.data')} else s.data end)) as sections
    from (
      select section, status, fetched_at, last_modified, data from character_section
      where character_id = p.character_id and section in ('equipment', 'raids', 'mythic-keystone')
      union all
      select section, status, fetched_at, last_modified, data from roster_section where roster_entry_id = p.entry_id and p.character_id is null
    ) s
  ) d on true`,
  ),
);
type Row = RowOf<typeof PAGE>;

export async function guildArmory(ctx: AppContext, actor: Actor, input: GuildArmoryInput): Promise<GuildArmoryView> {
  const { locale } = input;
  const { rows, ...listed } = await raidingMembers(ctx, actor, PAGE, input);
  const proved = rows.flatMap(({ characterId, region }) => (characterId ? [{ id: characterId, region }] : []));
  const [names, seasons, weekOf, nameOf] = await Promise.all([
    referenceNames(ctx, locale),
    keystoneSeasons(
      ctx.sql,
      rows.map(({ region }) => region),
      locale,
    ),
    currentWeeks(ctx.sql, proved),
    gameNames(
      ctx.sql,
      locale,
      rows.flatMap(({ sections }) => sections.raids?.data?.flatMap(namesOfInstance) ?? []),
    ),
  ]);
  return {
    ...listed,
    members: rows.map((row) => presentMember(row, { names, seasons, weekOf, nameOf })),
  };
}

type Known = {
  names: ReferenceNames;
  seasons: KeystoneSeasons;
  weekOf: (id: string) => SeenWeek | null;
  nameOf: GameNames;
};

const UNREAD = { status: 'pending', fetchedAt: null } as const;

function presentMember(row: Row, { names, seasons, weekOf, nameOf }: Known): ArmoryMember {
  const { equipment, raids, 'mythic-keystone': keystones } = row.sections;
  const season = seasons.current(row.region);
  return {
    ...presentRaiding(row, names),
    readAt: [equipment, raids, keystones].flatMap((section) => section?.fetchedAt ?? []).toSorted()[0] ?? null,
    status: equipment?.status ?? 'pending',
    itemLevel: row.itemLevel,
    missing: equipment?.data ? missingGear(equipment.data, row) : null,
    rating: ratingIn(season, keystones?.data ?? null),
    season,
    rows: row.characterId ? (weekOf(row.characterId)?.rows ?? []) : publicWeek(row),
    raids: (isOfSeason(raids?.lastModified ?? raids?.fetchedAt ?? null, season) ? (raids?.data ?? []) : []).map(
      ({ id, difficulties }) => ({
        id,
        name: nameOf('instance', id) ?? `Instance ${id}`,
        difficulties: difficulties.map(({ type, defeated, total }) => ({
          type,
          name: nameOf('difficulty', type) ?? type,
          defeated,
          total,
        })),
      }),
    ),
  };
}

function publicWeek({ region, sections: { raids, 'mythic-keystone': keystones } }: Row) {
  const kills = (raids?.data ?? []).flatMap(({ difficulties }) =>
    difficulties.flatMap(({ type, encounters }) =>
      encounters.map(({ id, lastKillAt }) => ({ encounterId: id, difficulty: type, at: lastKillAt })),
    ),
  );
  return weekOfDocuments(
    region,
    { ...UNREAD, ...raids, kills },
    { ...UNREAD, ...keystones, runs: keystones?.data?.runs ?? [] },
  );
}
