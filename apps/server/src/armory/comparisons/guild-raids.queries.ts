/** Which bosses everyone who raids has defeated, in one expansion. */
import { SectionStatus } from '@guildhall/contracts/character.ts';
import type { ComparedInstance } from '@guildhall/contracts/comparison.ts';
import type { GuildRaidsInput, GuildRaidsView } from '@guildhall/contracts/guild-armory.ts';
import type { Actor } from '../../core/actor.ts';
import { json, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { referenceNames } from '../../reference/game-data/names.ts';
import { CURRENT_SEASON, type Instance } from '../views/encounters.ts';
import type { InstanceJournal } from '../views/instance-journal.ts';
import { comparedInstances, type Fought } from './encounters.queries.ts';
import { presentRaiding, RaidingRow, raidingMembers, raidingPage } from './raiding-members.ts';
import { findExpansion } from './reputations.queries.ts';

const PAGE = query({ ...RaidingRow, id: 'uuid', readAt: 'instant?', status: text(SectionStatus.options) })(
  raidingPage(
    `coalesce(p.character_id, p.entry_id) as id, d.fetched_at as "readAt", coalesce(d.status, 'pending') as status`,
    `left join lateral (
    select fetched_at, status from character_section where character_id = p.character_id and section = 'raids'
    union all
    select fetched_at, status from roster_section where roster_entry_id = p.entry_id and p.character_id is null and section = 'raids'
  ) d on true`,
  ),
);

/** Documents of the characters `$1` and the roster entries `$2`. */
const DOCUMENTS = `
  document as (
    select character_id as id, data from character_section where character_id = any($1) and section = 'raids'
    union all
    select roster_entry_id, data from roster_section where roster_entry_id = any($2) and section = 'raids'
  )`;
export const NEWEST_RAIDED = query({ id: 'int?' })`
  with ${DOCUMENTS}
  select max(x::int) as id from document d cross join lateral jsonb_path_query(d.data, '$.expansions[*].id') x
  where x::int <> ${CURRENT_SEASON}`;
export const RAIDS_OF_MEMBERS = query({ id: 'uuid', instances: json<Instance[]>() })`
  with ${DOCUMENTS}
  select d.id, e -> 'instances' as instances from document d
  cross join lateral jsonb_path_query(d.data, '$.expansions[*] ? (@.id == $id)', jsonb_build_object('id', $3::int)) e`;

export async function guildRaids(ctx: AppContext, actor: Actor, input: GuildRaidsInput): Promise<GuildRaidsView> {
  const { locale, expansionId: asked } = input;
  const { rows, ...listed } = await raidingMembers(ctx, actor, PAGE, input);
  const which = [
    rows.flatMap(({ characterId }) => characterId ?? []),
    rows.flatMap(({ characterId, entryId }) => (characterId === null && entryId !== null ? entryId : [])),
  ];
  const expansionId = asked ?? (await ctx.sql.one(NEWEST_RAIDED, which)).id;
  const [names, expansion, documents] = await Promise.all([
    referenceNames(ctx, locale),
    expansionId === null ? null : findExpansion(ctx.sql, expansionId, locale, asked !== undefined),
    expansionId === null ? [] : ctx.sql.many(RAIDS_OF_MEMBERS, [...which, expansionId]),
  ]);
  const fought = documents.flatMap(({ id, instances }) =>
    instances.map((instance): Fought => ({ characterId: id, category: 'raid', instance })),
  );
  const { instances, journalOf } = await comparedInstances(ctx.sql, fought, locale);
  return {
    ...listed,
    expansion,
    members: rows.map((row) => ({
      ...presentRaiding(row, names),
      ...{ id: row.id, readAt: row.readAt, status: row.status },
    })),
    instances: instances.map((raid) => ({
      ...raid,
      difficulties: withUntouched(raid.difficulties, journalOf(raid.id)),
    })),
  };
}

type Difficulties = ComparedInstance['difficulties'];

/** Adds the difficulties that no one on the page has entered, if their encounters are those of the others. */
function withUntouched(started: Difficulties, { encounters, difficulties }: InstanceJournal): Difficulties {
  const total = encounters.length;
  if (started.some((difficulty) => difficulty.total !== total)) return started;
  const untouched = difficulties
    .filter(({ type }) => started.every((difficulty) => difficulty.type !== type))
    .map(({ type, name }) => ({ type, name, total, encounters: encounters.map((one) => ({ ...one, kills: {} })) }));
  return [...started, ...untouched];
}
