/** The members of a guild's roster whose gear and week the guild compares, whether or not they have signed in. */
import { IS_WITHHELD } from '../../membership/characters/sharing.ts';

/** Played lately; without a date nothing says that a member plays. */
const PLAYED_DAYS = 30;

/** Coming events decide who is read first. */
const SOON_DAYS = 14;

/** Entries `e` except those that a person has proved, whose characters have sections of their own, and those that are withheld. */
export const IS_PUBLIC = `not exists (select from character c where c.id = e.claimed_by_id and c.verified_at is not null)
    and not ${IS_WITHHELD('e.id')}`;

/** The characters of raiders who answered a coming event of the organization `$1`. */
export const SOON = `
  soon as materialized (
    select distinct f.roster_entry_id as id from event ev
    join participation p on p.event_id = ev.id and p.status in ('signed_up', 'waitlist', 'tentative')
    join raider_family f on f.raider_id = p.raider_id
    where ev.organization_id = $1 and ev.status = 'published'
      and ev.starts_at between now() and now() + interval '${SOON_DAYS} days' and f.roster_entry_id is not null
  )`;

/**
 * Entries of the organization `$1` that raid: at the highest level of the roster and played lately, answering a coming event,
 * or the first character of someone in a team, and are public. Needs `soon`.
 */
export const PUBLIC_MEMBERS = `
  teamed as materialized (
    select distinct main.roster_entry_id as id
    from team t join team_member m on m.team_id = t.id and m.until is null
    cross join lateral (
      select f.roster_entry_id from raider_family f where f.raider_id = m.raider_id
      order by f.is_main desc, f.level desc nulls last, f.raider_character_id limit 1
    ) main
    where t.organization_id = $1 and t.archived_at is null and main.roster_entry_id is not null
  ), public_member as materialized (
    select e.*, soon.id is not null as is_soon
    from roster_entry e left join soon on soon.id = e.id
    where e.organization_id = $1 and e.left_at is null and (soon.id is not null or e.id in (select id from teamed)
      or e.last_login_at > now() - interval '${PLAYED_DAYS} days' and e.level = (
        select max(level) from roster_entry where organization_id = $1 and left_at is null))
      and ${IS_PUBLIC}
  )`;
