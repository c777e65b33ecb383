/** Wishes and gains of raiders that no award has fulfilled, as SQL. `$1` is the organization, `$2` a team or null. */
import { LOOT_TRACKS } from '@guildhall/contracts/loot-meaning.ts';

/** Tracks from the easiest, from 1. An award of an unknown one, and a wish for any, are below them. */
const level = (track: string) => `coalesce(array_position(array['${LOOT_TRACKS.join(`', '`)}'], ${track}), 0)`;

/** Awards that count. Needs those of a raider as `own` in scope; a raider whom another has taken in stands for that one. */
export const COUNTED_AWARDS = `raider own join loot_award a on a.raider_id = own.id and a.holds and not a.withdrawn
    join loot_response s on s.organization_id = a.organization_id and s.key = a.response_key and s.counts`;
export const WINNER = 'coalesce(own.merged_into_id, own.id)';

const isOpen = (raider: string, item: string, track: string) => `not exists (
      select from won where won.raider_id = ${raider} and won.item_id = ${item} and won.level >= ${level(track)})`;

/**
 * `wished` has the wishes by hand, with their place among those that are open, and `gained` the gains of sims, with the item
 * that drops. `gains` is a condition on `sim_gain g`.
 */
export const wanted = (gains: string) => `with raiding as materialized (
    select r.id from raider r
    where r.organization_id = $1 and r.merged_into_id is null and r.archived_at is null
      and (r.user_id is null or exists (
        select from membership m where m.organization_id = $1 and m.user_id = r.user_id and m.left_at is null))
      and ($2::uuid is null or exists (
        select from team_member t where t.team_id = $2 and t.raider_id = r.id and t.until is null))
  ),
  won as materialized (
    select ${WINNER} as raider_id, a.item_id, max(${level('a.track')}) as level
    from ${COUNTED_AWARDS} where own.organization_id = $1 group by 1, 2
  ),
  wished as materialized (
    select w.raider_id, w.item_id, w.track, w.comment,
      row_number() over (partition by w.raider_id order by w.rank, w.item_id, w.track)::int as rank
    from raiding r join wish w on w.raider_id = r.id where ${isOpen('w.raider_id', 'w.item_id', 'w.track')}
  ),
  gained as materialized (
    select s.raider_id, case when g.catalyst_of > 0 then g.catalyst_of else g.item_id end as drop_id, g.*
    from raiding r join sim_report s on s.raider_id = r.id join sim_gain g on g.report_id = s.id
    where ${gains} and ${isOpen('s.raider_id', 'g.item_id', 'g.track')} and ${isOpen('s.raider_id', 'g.catalyst_of', 'g.track')}
  )`;
