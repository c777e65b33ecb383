/** Members and raiders who have not answered an event that expects them: listed for officers, who remind members. */
import { EventRole } from '@guildhall/contracts/event.ts';
import {
  Reach,
  type RemindedView,
  type UnansweredInput,
  type UnansweredView,
} from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import { readPage } from '../../core/db/read-page.ts';
import { json, object, query, text } from '../../core/db/statement.ts';
import { AppError, conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { raiderFields } from '../../membership/characters/raider-ref.ts';
import { notify } from '../../membership/notifications/notify.ts';
import { lacksPermission } from '../../membership/rights/organization.access.ts';
import { referenceNames } from '../../reference/game-data/names.ts';
import { currentItemLevel } from '../../reference/game-data/newest-patch.ts';
import { loadVisibleEvent, lockEventToEdit } from '../event/event.access.ts';
import { isAway, isExpected } from '../event/event.queries.ts';
import { GuildEvent } from '../event/guild-event.entity.ts';
import { CHAT_USER, queueEventMails, REMINDS_TO_ANSWER } from '../mails/event-mails.ts';
import { IS_OFFERED } from './choose-character.ts';
import {
  CHARACTER,
  type CharacterJson,
  presentCharacter,
  presentRaider,
  type RaiderJson,
} from './participation.queries.ts';

const UNANSWERED = `
  from event e join organization o on o.id = e.organization_id
  join membership m on m.organization_id = e.organization_id and m.left_at is null
  join person u on u.id = m.user_id
  where e.id = $1 and ${isExpected('u.id')}
    and not exists (select from participation p where p.event_id = e.id and p.user_id = u.id)`;

/** Raiders of the event's team whom no reminder reaches, because they have no account. */
const WITHOUT_ACCOUNT = `
  from event e join team_member m on m.team_id = e.team_id and m.until is null and m.status <> 'social'
  join raider r on r.id = m.raider_id and r.user_id is null and r.merged_into_id is null and r.archived_at is null
    and r.name is not null
  where e.id = $1 and not exists (select from participation p where p.event_id = e.id and p.raider_id = r.id)`;

const NOT_MUTED = `'reminder' <> all (u.muted_event_mails)`;
/** How a reminder reaches person `u`. */
export const REMINDER_REACH = `case
  when ${NOT_MUTED} and ${CHAT_USER} is not null then 'message'
  when ${NOT_MUTED} and u.email is not null and u.email_verified_at is not null then 'mail'
  when not coalesce(u.preferences -> 'mutedNotifications', '[]') @> '"answer_wanted"' then 'inbox' end`;

/** `$2` is the officer, who needs no reminder. */
const REACHABLE = query({ userId: 'uuid' })`
  select u.id as "userId" ${UNANSWERED} and u.id <> $2 and not ${isAway('u.id')} and ${REMINDER_REACH} is not null`;

const PAGE = query({
  user: object({ id: 'uuid', displayName: 'text' }).orNull,
  raider: json<RaiderJson>().orNull,
  character: json<CharacterJson>().orNull,
  usualRole: text(EventRole.options).orNull,
  away: 'bool',
  reach: text(Reach.options).orNull,
})`
  with page as (
    select u.id as user_id, null::uuid as raider_id, u.display_name as name, o.id as organization_id,
      ${isAway('u.id')} as away, ${REMINDER_REACH} as reach, false as last, m.joined_at as since, m.id as place
    ${UNANSWERED}
    union all
    select null, r.id, r.name, e.organization_id, false, null, true, m.since, m.id
    ${WITHOUT_ACCOUNT}
    order by last, since, place limit $2 offset $3
  )
  select case when p.user_id is not null then json_build_object('id', p.user_id, 'displayName', p.name) end as "user",
    case when r.id is not null then json_build_object(${raiderFields('$4', { name: 'r.name' })}, 'character', main.character)
      end as raider,
    p.away, p.reach, best.character, usual.role_key as "usualRole"
  from page p join organization o on o.id = p.organization_id left join raider r on r.id = p.raider_id
  left join lateral (
    select ${CHARACTER} as character from character c
    where c.user_id = p.user_id and ${IS_OFFERED}
    order by c.is_main desc, ${currentItemLevel('c', 'equipped_item_level')} desc nulls last, c.level desc, c.id limit 1
  ) best on true
  left join lateral (
    select json_build_object('id', f.raider_character_id, 'name', f.name, 'realm', f.realm, 'classId', f.class_id) as character
    from raider_family f where f.raider_id = r.id and f.raider_character_id is not null
    order by f.is_main desc, f.level desc nulls last, f.raider_character_id limit 1
  ) main on true
  left join lateral (
    select past.role_key from participation past join event v on v.id = past.event_id
    where (past.user_id = p.user_id or past.raider_id = p.raider_id) and v.organization_id = o.id
      and past.status = 'signed_up'
    order by v.starts_at desc limit 1
  ) usual on true
  order by p.last, p.since, p.place`;
const COUNT = query({ total: 'int!' })`
  select ((select count(*) ${UNANSWERED}) + (select count(*) ${WITHOUT_ACCOUNT}))::int as total`;

/** More often would be nagging: the event, not the officer, is the measure. */
const PAUSE = `interval '6 hours'`;
const TIMES = `reminded_at as "remindedAt",
  case when reminded_at > now() - ${PAUSE} then reminded_at + ${PAUSE} end as "remindableAt"`;
const times = { remindedAt: 'instant?', remindableAt: 'instant?' } as const;
const READ_TIMES = query(times)`select ${TIMES} from event where id = $1`;

/** For people who manage the event: the creator of a group event has no business with all members. */
export async function listUnanswered(ctx: AppContext, actor: Actor, input: UnansweredInput): Promise<UnansweredView> {
  const { sql, pictureUrl } = ctx;
  const { event, viewer, mayManage } = await loadVisibleEvent(sql, actor, input.id);
  if (!mayManage) throw lacksPermission('canManageEvents');
  const [{ rows, pagination }, reachable, reminders, names] = await Promise.all([
    readPage(sql, PAGE, COUNT, [event.id], input, [viewer.seesProof]),
    sql.many(REACHABLE, [event.id, actor.userId]),
    sql.one(READ_TIMES, [event.id]),
    referenceNames(ctx, input.locale),
  ]);
  const members = rows.map(({ raider, ...row }) => ({
    ...row,
    raider: raider && presentRaider(names, raider),
    character:
      row.character && presentCharacter({ pictureUrl, names, mine: row.user?.id === actor.userId }, row.character),
  }));
  return { members, reachable: reachable.length, ...reminders, pagination };
}

/** Asks members who have not answered and are not away, in their inbox and by message or mail. */
export async function remindUnanswered(ctx: AppContext, actor: Actor, input: { id: string }): Promise<RemindedView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { event, mayManage } = await lockEventToEdit(sql, actor, input.id);
    if (!mayManage) throw lacksPermission('canManageEvents');
    if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
    if (event.started) throw conflict('event_started', 'This event has begun.');
    if (event.closed) throw conflict('signup_closed', 'Sign-ups for this event are closed.');
    const before = await sql.one(READ_TIMES, [event.id]);
    if (before.remindableAt !== null) throw remindedRecently(before.remindableAt);
    const people = await sql.many(REACHABLE, [event.id, actor.userId]);
    if (people.length === 0) return { reminded: 0, ...before };
    await tx.em.nativeUpdate(GuildEvent, event.id, { remindedAt: now() });
    const reminders = await sql.one(READ_TIMES, [event.id]);
    const { id: eventId, organizationId, title, startsAt } = event;
    const details = { eventId, title, startsAt };
    await notify(
      tx,
      people.map(({ userId }) => ({ userId, kind: 'answer_wanted', organizationId, details })),
    );
    const occasion = `${REMINDS_TO_ANSWER} ${reminders.remindedAt}`;
    await queueEventMails(
      tx,
      people.map(({ userId }) => ({ eventId, userId, kind: 'reminder', occasion })),
    );
    return { reminded: people.length, ...reminders };
  });
}

function remindedRecently(until: string) {
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1_000));
  return new AppError(
    'TOO_MANY_REQUESTS',
    'reminded_recently',
    'Members were reminded of this event within the last six hours. Wait until remindableAt.',
    { retryAfterSeconds },
  );
}
