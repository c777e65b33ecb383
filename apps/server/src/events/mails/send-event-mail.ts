import type { AppContext } from '../../core/services/context.ts';
import { isAway } from '../event/away.ts';
import { type EventMailRow, eventMail } from './event.mail.ts';

/**
 * What still has an object when its turn comes: an event that takes place and has not begun, of a guild that was not put
 * away, a person who still comes, and is not away, an organiser who still belongs to the guild, and a role that is still
 * missing. Whoever does not want such mails any more is not asked twice. An event that was moved is told anew.
 */
const OF_THIS_START = `m.occasion like '%' || to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`;
const MAIL = `
  select m.kind, m.kind = 'promotion' and m.occasion = 'added' as added, u.email, u.display_name as "displayName", u.locale, u.time_zone as "timeZone", e.id as "eventId", e.title,
    e.starts_at as "startsAt", coalesce(gaps.gaps, '{}') as gaps,
    e.status = 'published' and e.starts_at > now() and o.archived_at is null and u.email is not null and u.email_verified_at is not null
      and m.kind <> all (u.muted_event_mails) and case m.kind
        when 'promotion' then p.status = 'signed_up'
        when 'role_gap' then gaps.gaps is not null and ${OF_THIS_START} and exists (
          select from membership s where s.organization_id = e.organization_id and s.user_id = u.id and s.left_at is null)
        else p.status in ('signed_up', 'tentative') and not ${isAway('p.user_id')} and ${OF_THIS_START}
      end is true as wanted
  from event_mail m join event e on e.id = m.event_id join organization o on o.id = e.organization_id
  join app_user u on u.id = m.user_id
  left join participation p on p.event_id = e.id and p.user_id = u.id
  left join lateral (
    select array_agg(s.role_key || ' ' || s.taken || '/' || s.max order by s.position) as gaps
    from event_slot s where s.event_id = e.id and s.taken < s.max
  ) gaps on true
  where m.id = $1 and m.settled_at is null`;

const SETTLED = 'update event_mail set settled_at = now() where id = $1';

/**
 * Sends one mail. The queue gives it to one worker at a time, and its row says when it is settled: a worker that is
 * killed before leaves it to the next one. Killed in the instant between sending and saying so, it is sent again under
 * the same Message-ID, by which mail servers know it.
 */
export async function sendEventMail(ctx: AppContext, { eventMailId }: { eventMailId: string }): Promise<void> {
  const [row] = await ctx.sql<EventMailRow & { wanted: boolean; email: string }>(MAIL, [eventMailId]);
  if (!row) return;
  if (row.wanted) await ctx.mail.send({ ...eventMail(row, ctx.config.baseUrl), to: row.email, id: eventMailId });
  await ctx.sql(SETTLED, [eventMailId]);
}
