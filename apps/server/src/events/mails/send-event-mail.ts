import { DiscordError } from '@guildhall/discord/errors.ts';
import { now } from '../../core/db/columns.ts';
import { query, type RowOf } from '../../core/db/statement.ts';
import type { JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { sendDirectMessage } from '../../guilds/chat/send-direct-message.ts';
import { isAway } from '../event/event.queries.ts';
import { EventMailRow, eventMail, eventMessage } from './event.mail.ts';
import { EventMail } from './event-mail.entity.ts';
import { CHAT_USER, REMINDS_TO_ANSWER } from './event-mails.ts';

/**
 * Checks that a mail still makes sense when its turn comes: the event is published and has not begun, the guild is not
 * archived, the person still takes part and is not away, has not answered in the meantime, or is still where the officer
 * moved them, the organiser still belongs to the guild, a role is still missing. People who have opted out in the meantime get nothing. A rescheduled event gets mails of its own.
 */
const OF_THIS_START = `m.occasion like '%' || to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`;
const ASKS = `(m.kind = 'reminder' and m.occasion like '${REMINDS_TO_ANSWER} %')`;
const MEMBERSHIP =
  'select from membership s where s.organization_id = e.organization_id and s.user_id = u.id and s.left_at is null';
const MAIL = query({
  ...EventMailRow,
  wanted: 'bool',
  email: 'text?',
  mailable: 'bool',
  chatUserId: 'text?',
})`
  select m.kind, m.kind = 'promotion' and m.occasion = 'added' as added, ${ASKS} as asked, p.status, m.reason, u.email, u.display_name as "displayName", u.locale, u.time_zone as "timeZone", e.id as "eventId", e.title,
    e.starts_at as "startsAt", coalesce(gaps.gaps, '{}') as gaps,
    e.status = 'published' and e.starts_at > now() and o.archived_at is null and m.kind <> all (u.muted_event_mails) and case m.kind
        when 'promotion' then p.status = 'signed_up'
        when 'reminder' then case when ${ASKS} then p.id is null and not ${isAway('u.id')} and exists (${MEMBERSHIP})
          else p.status in ('signed_up', 'tentative') and not ${isAway('p.user_id')} and ${OF_THIS_START} end
        when 'placement' then m.occasion like p.status || ' ' || coalesce(p.role_key, '-') || ' %'
        when 'role_gap' then gaps.gaps is not null and ${OF_THIS_START} and exists (${MEMBERSHIP})
      end is true as wanted, u.email is not null and u.email_verified_at is not null as mailable, ${CHAT_USER} as "chatUserId"
  from event_mail m join event e on e.id = m.event_id join organization o on o.id = e.organization_id
  join person u on u.id = m.user_id
  left join participation p on p.event_id = e.id and p.user_id = u.id
  left join lateral (
    select array_agg(s.role_key || ' ' || s.taken || '/' || s.max order by s.position) as gaps
    from event_slot s where s.event_id = e.id and s.taken < s.max
  ) gaps on true
  where m.id = $1 and m.settled_at is null`;

type Row = RowOf<typeof MAIL>;
type Run = Partial<Pick<JobRun, 'lastAttempt' | 'refusals'>>;

/**
 * Sends one mail, or one direct message in its place. The queue gives it to one worker at a time, and the row records when
 * it is done, so another worker retries after a crash. After a crash between sending and recording, the retry repeats the
 * Message-ID, and the message its nonce, by which mail servers and Discord recognize it.
 */
export async function sendEventMail(
  ctx: AppContext,
  { eventMailId }: { eventMailId: string },
  run: Run = {},
): Promise<void> {
  const row = await ctx.sql.maybe(MAIL, [eventMailId]);
  if (!row) return;
  if (row.wanted && !(await isTold(ctx, row, eventMailId, run)) && row.mailable && row.email !== null)
    await ctx.mail.send({ ...eventMail(row, ctx.config.baseUrl), to: row.email, id: eventMailId });
  await ctx.transact(({ em }) => em.nativeUpdate(EventMail, eventMailId, { settledAt: now() }));
}

/**
 * Whether a direct message did it. A chat platform that is down for all attempts leaves the last one to the mail, and one that waits
 * for the operator the first: only a person without an address waits with it.
 */
async function isTold(
  ctx: AppContext,
  row: Row,
  id: string,
  { lastAttempt = false, refusals = {} }: Run,
): Promise<boolean> {
  if (row.chatUserId === null) return false;
  const message = eventMessage(row, ctx.config.baseUrl);
  try {
    return await sendDirectMessage(ctx, { id, chatUserId: row.chatUserId, message, refusals: refusals.chat ?? 0 });
  } catch (error) {
    const isForOperator = error instanceof DiscordError && error.scope === 'ours';
    if (!(lastAttempt || isForOperator) || !row.mailable) throw error;
    ctx.log.warn({ err: error }, 'a direct message could not be sent, so a mail is');
    return false;
  }
}
