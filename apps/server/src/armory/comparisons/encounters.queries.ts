import type { ComparedInstance, GuildEncountersInput, GuildEncountersView } from '@guildhall/contracts/comparison.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type GameNames, gameNames } from '../../reference/game-data/names.ts';
import { CURRENT_SEASON, type Instance, namesOfInstance } from '../views/encounters.ts';
import { type InstanceJournal, instanceJournals, undefeatedEncounters } from '../views/instance-journal.ts';
import { guildCharacters } from './compared-characters.ts';
import { findExpansion } from './reputations.queries.ts';

type Category = ComparedInstance['category'];
export type Fought = { characterId: string; category: Category; instance: Instance };

export const NEWEST_EXPANSION = query({ id: 'int?' })`
  select max(id::int) as id from character_section s
  cross join lateral jsonb_path_query(s.data, '$.expansions[*].id') id
  where s.character_id = any($1) and s.section = any($2) and id::int <> ${CURRENT_SEASON}`;

export const RAID_PROGRESS = query({ characterId: 'uuid', section: 'text', instances: json<Instance[]>() })`
  select s.character_id as "characterId", s.section, e -> 'instances' as instances from character_section s
  cross join lateral jsonb_path_query(s.data, '$.expansions[*] ? (@.id == $id)', jsonb_build_object('id', $3::int)) e
  where s.character_id = any($1) and s.section = any($2)`;

/** Compares what the characters of a guild have fought in one expansion. */
export async function compareGuildEncounters(
  ctx: AppContext,
  actor: Actor,
  { expansionId: asked, category, ...page }: GuildEncountersInput,
): Promise<GuildEncountersView> {
  const sections = category ? [`${category}s`] : ['raids', 'dungeons'];
  const { characters, pagination } = await guildCharacters(ctx, actor, sections, page);
  const { locale } = page;
  const ids = characters.map(({ id }) => id);
  const expansionId = asked ?? (await ctx.sql.one(NEWEST_EXPANSION, [ids, sections])).id;
  if (expansionId === null) return { expansion: null, characters, instances: [], pagination };
  const rows = await ctx.sql.many(RAID_PROGRESS, [ids, sections, expansionId]);
  const fought = rows.flatMap(({ characterId, section, instances }) =>
    instances.map(
      (instance): Fought => ({ characterId, category: section === 'raids' ? 'raid' : 'dungeon', instance }),
    ),
  );
  const [expansion, { instances }] = await Promise.all([
    findExpansion(ctx.sql, expansionId, locale, asked !== undefined),
    comparedInstances(ctx.sql, fought, locale),
  ]);
  return { expansion, characters, instances, pagination };
}

export async function comparedInstances(sql: Sql, fought: Fought[], locale: Locale) {
  const [nameOf, journalOf] = await Promise.all([
    gameNames(
      sql,
      locale,
      fought.flatMap(({ instance }) => namesOfInstance(instance)),
    ),
    instanceJournals(
      sql,
      locale,
      fought.map(({ instance }) => instance.id),
    ),
  ]);
  return { instances: instancesOf(fought, nameOf, journalOf), journalOf };
}

type Journals = (instanceId: number) => InstanceJournal;

/** Raids first; instances and difficulties in order of first appearance, encounters in the journal's order. */
function instancesOf(fought: Fought[], nameOf: GameNames, journalOf: Journals): ComparedInstance[] {
  const raidsFirst = fought.toSorted((left, right) => right.category.localeCompare(left.category));
  return [...Map.groupBy(raidsFirst, ({ instance }) => instance.id)].map(([id, members]) => ({
    id,
    name: nameOf('instance', id) ?? `Instance ${id}`,
    category: members[0]?.category ?? 'raid',
    difficulties: difficultiesOf(members, nameOf, journalOf(id)),
  }));
}

function difficultiesOf(
  members: Fought[],
  nameOf: GameNames,
  journal: InstanceJournal,
): ComparedInstance['difficulties'] {
  const places = new Map(journal.encounters.map(({ id }, place) => [id, place]));
  const placeOf = (id: number) => places.get(id) ?? Number.MAX_SAFE_INTEGER;
  const all = members.flatMap(({ characterId, instance }) =>
    instance.difficulties.map((difficulty) => ({ characterId, ...difficulty })),
  );
  return [...Map.groupBy(all, ({ type }) => type)].map(([type, runs]) => {
    const kills = runs.flatMap(({ characterId, encounters }) =>
      encounters.map((encounter) => ({ characterId, ...encounter })),
    );
    const total = Math.max(...runs.map((run) => run.total));
    const defeated = [...Map.groupBy(kills, ({ id }) => id)].map(([id, killers]) => ({
      id,
      name: nameOf('encounter', id) ?? `Encounter ${id}`,
      kills: Object.fromEntries(
        killers.map(({ characterId, kills, lastKillAt }) => [characterId, { kills, lastKillAt }]),
      ),
    }));
    const others = undefeatedEncounters(journal, defeated, total).map((encounter) => ({ ...encounter, kills: {} }));
    return {
      type,
      name: nameOf('difficulty', type) ?? type,
      total,
      encounters: [...defeated, ...others].toSorted(
        (left, right) => placeOf(left.id) - placeOf(right.id) || left.id - right.id,
      ),
    };
  });
}
