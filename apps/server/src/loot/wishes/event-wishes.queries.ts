/** The wishes of the people of an event: how many for each boss, and what their characters gain by its drops. */
import type { EventWishesInput, EventWishesView } from '@guildhall/contracts/event-wish.ts';
import { LOOT_TRACKS } from '@guildhall/contracts/loot-meaning.ts';
import type { LootTrack } from '@guildhall/contracts/loot-track.ts';
import { STALE_AFTER_DAYS } from '@guildhall/contracts/wish.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import { trackOf } from '@guildhall/guild-tools/loot-track.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { loadVisibleEvent } from '../../events/event/event.access.ts';
import { readSeenBy, seesWishesOfOthers } from './wish.access.ts';

/** Whether a gain `g` of a report `r` is one, and not smaller than the error of the sim. */
const IS_GAIN = 'g.differs and g.percent > 0';
const IS_RECENT = `coalesce(r.simulated_at, r.read_at) > now() - interval '${STALE_AFTER_DAYS} days'`;

const rankOf = (track: string) => `array_position('{${LOOT_TRACKS.join()}}'::text[], ${track})`;

/** Whether an award that counts has given the raider one of the items, at the track or a higher one. */
const isFulfilled = (raider: string, items: string, track: string) => `exists (
  select from raider own join loot_award a on a.raider_id = own.id
  join loot_response s on s.organization_id = a.organization_id and s.key = a.response_key and s.counts
  where (own.id = ${raider} or own.merged_into_id = ${raider}) and a.holds and not a.withdrawn and a.item_id in (${items})
    and (${track} = 'any' or ${rankOf('a.track')} >= ${rankOf(track)}))`;

/** `$1` event, `$2` instance, `$3` track or null for all, `$4` the only person whose wishes are seen, or null. */
const WISHERS = query({ encounterId: 'int', raiderId: 'uuid', items: 'int', percent: 'float?' })`
  with wisher as (
    select r.id from raider r join event e on e.organization_id = r.organization_id
    where e.id = $1 and r.merged_into_id is null and ($4::uuid is null or r.user_id = $4) and (
      exists (select from participation p where p.event_id = e.id and p.raider_id = r.id)
      or exists (select from lineup_place q join lineup l on l.id = q.lineup_id where l.event_id = e.id and q.raider_id = r.id))
  ), boss as (
    select id, item_ids from journal_encounter where instance_id = $2 and listed
  ), wanted as (
    select b.id as encounter_id, w.raider_id, w.item_id, null::float8 as percent
    from wisher join wish w on w.raider_id = wisher.id join boss b on b.item_ids @> array[w.item_id]
    where ($3::text is null or w.track in ($3, 'any')) and not ${isFulfilled('w.raider_id', 'w.item_id', 'w.track')}
    union all
    select b.id, r.raider_id, g.item_id, case when ${IS_RECENT} then g.percent end
    from wisher join sim_report r on r.raider_id = wisher.id join sim_gain g on g.report_id = r.id join boss b on b.id = g.encounter_id
    where ${IS_GAIN} and ($3::text is null or g.track = $3) and not ${isFulfilled('r.raider_id', 'g.item_id, g.catalyst_of', 'g.track')}
  )
  select encounter_id as "encounterId", raider_id as "raiderId", count(distinct item_id)::int as items, max(percent) as percent
  from wanted group by encounter_id, raider_id order by encounter_id, max(percent) desc nulls last, count(distinct item_id) desc, raider_id`;

/** Throws NOT_FOUND. */
export async function getEventWishes(
  { sql }: AppContext,
  actor: Actor,
  { id, difficulty }: EventWishesInput,
): Promise<EventWishesView> {
  const { event, access } = await loadVisibleEvent(sql, actor, id);
  const all = seesWishesOfOthers(actor, access, await readSeenBy(sql, event.organizationId));
  const track = difficulty === undefined ? null : trackOfDifficulty(difficulty);
  // A difficulty that drops nothing of a track, such as that of a dungeon, is wished for by no one.
  const isWished = event.journalInstanceId !== null && (difficulty === undefined || track !== null);
  const rows = isWished
    ? await sql.many(WISHERS, [event.id, event.journalInstanceId, track, all ? null : actor.userId])
    : [];
  const bosses = [...Map.groupBy(rows, ({ encounterId }) => encounterId)].map(([encounterId, raiders]) => ({
    encounterId,
    raiders: raiders.map(({ raiderId, items, percent }) => ({ raiderId, items, percent })),
  }));
  return { all, bosses };
}

/** `$1` raiders, `$2` instance, `$3` track. */
const GAINS = query({ raiderId: 'uuid', nameKey: 'text', realmKey: 'text', itemId: 'int', percent: 'float' })`
  select r.raider_id as "raiderId", r.name_key as "nameKey", r.realm_key as "realmKey",
    coalesce(nullif(g.catalyst_of, 0), g.item_id) as "itemId", max(g.percent) as percent
  from sim_report r join sim_gain g on g.report_id = r.id join journal_encounter b on b.id = g.encounter_id
  where r.raider_id = any($1::uuid[]) and b.instance_id = $2 and b.listed and g.track = $3 and ${IS_RECENT} and ${IS_GAIN}
    and not ${isFulfilled('r.raider_id', 'g.item_id, g.catalyst_of', 'g.track')}
  group by r.raider_id, r.name_key, r.realm_key, "itemId" order by r.raider_id, r.name_key, r.realm_key, "itemId"`;

type Simulated = { raiderId: string; name: string; realm: string };
export type DropGain = { itemId: number; percent: number };

/** The gains of characters by drops of an instance at a track, by recent sims, except those that an award has fulfilled. */
export async function readGains(
  sql: Sql,
  raiderIds: readonly string[],
  { instanceId, track }: { instanceId: number; track: LootTrack },
): Promise<(character: Simulated) => DropGain[]> {
  const byRaider = Map.groupBy(await sql.many(GAINS, [raiderIds, instanceId, track]), ({ raiderId }) => raiderId);
  return ({ raiderId, name, realm }) =>
    (byRaider.get(raiderId) ?? []).filter(
      ({ nameKey, realmKey }) => fold(name) === nameKey && (realm === '' || fold(realm) === realmKey),
    );
}

export const trackOfDifficulty = (difficultyId: number): LootTrack | null =>
  trackOf({ difficultyId, itemString: null, instance: null });
