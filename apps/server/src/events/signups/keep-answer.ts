/** Answers of people whose characters are not there yet: kept, and given for them once they are members. */
import { EventRole, SignUpAnswer } from '@guildhall/contracts/event.ts';
import type { KeepAnswerInput, KeptAnswersView, KeptAnswerView } from '@guildhall/contracts/kept-answer.ts';
import { SignUpInput } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import { columns, query, type RowOf, statement, text } from '../../core/db/statement.ts';
import { AppError } from '../../core/errors.ts';
import { handleShare } from '../../core/jobs/sweep-parts.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { charactersReadJob } from '../../membership/characters/characters-read.jobs.ts';
import { notify } from '../../membership/notifications/notify.ts';
import { lockEventIfThere } from '../event/event.access.ts';
import { usualBringing } from './choose-character.ts';
import { KeptAnswer } from './kept-answer.entity.ts';
import { signUpWithin } from './sign-up.ts';

const MOST_KEPT = 20;

const KeptRow = columns({
  eventId: 'uuid',
  status: text(SignUpAnswer.options),
  roleKey: text(EventRole.options).orNull,
  keptAt: 'instant',
});
const KEPT = `event_id as "eventId", status, role_key as "roleKey", kept_at as "keptAt"`;

const KEEP = query(KeptRow)`
  insert into kept_answer as k (user_id, event_id, status, role_key, kept_at)
  select u.id, $2::uuid, $3::text, $4::text, clock_timestamp() from person u where u.id = $1
  on conflict (user_id, event_id) do update set status = excluded.status, role_key = excluded.role_key, kept_at = excluded.kept_at
  returning ${KEPT}`;
const LIST = query(KeptRow)`select ${KEPT} from kept_answer where user_id = $1 order by kept_at desc, event_id`;
const FORGET_OLD = statement`
  delete from kept_answer k using (
    select event_id, row_number() over (order by kept_at desc, event_id) as place from kept_answer where user_id = $1) o
  where k.user_id = $1 and k.event_id = o.event_id and o.place > ${MOST_KEPT}`;

export const keepAnswer = (ctx: AppContext, { userId }: Actor, input: KeepAnswerInput): Promise<KeptAnswerView> =>
  ctx.transact(async ({ sql }) => {
    const kept = await sql.one(KEEP, [userId, input.eventId, input.status, input.roleKey]);
    await sql.run(FORGET_OLD, [userId]);
    return kept;
  });

export const listKeptAnswers = async ({ sql }: AppContext, { userId }: Actor): Promise<KeptAnswersView> => ({
  answers: await sql.many(LIST, [userId]),
});

/**
 * The kept answers `k` of people who are known: members, people whose characters were read and are in no such guild,
 * people for whom the event has begun. `read` says that the last sync got the list of characters.
 */
const SETTLED = `
  from kept_answer k join person u on u.id = k.user_id left join event e on e.id = k.event_id
  left join lateral (
    select s.status, s.cursor from sync_session s where s.kind = 'character' and s.subject_id = k.user_id
    order by s.created_at desc, s.id desc limit 1) s on true
  cross join lateral (select
    exists (select from current_member m where m.organization_id = e.organization_id and m.user_id = k.user_id) as member,
    coalesce(e.starts_at <= clock_timestamp(), false) as started,
    coalesce(s.status in ('running', 'completed') and s.cursor is not null, false) as read,
    coalesce(s.status in ('queued', 'running'), false) as reading) w
  where (w.member or w.read or w.started)`;

const SHARE = 200;
const SHARE_OF = query({ userId: 'uuid' })`
  select distinct user_id as "userId" from kept_answer where user_id > $1 order by 1 limit ${SHARE}`;
/** Leaves out people whose characters are being read: the sync queues the job when it knows roles and gear, too. */
const PEOPLE = query({ userId: 'uuid' })`
  select distinct k.user_id as "userId" ${SETTLED} and not w.reading and k.user_id = any($1::uuid[])`;

/** Periodic: people become members through the roster as well, and events begin. */
export async function queueKeptAnswers(ctx: AppContext): Promise<void> {
  await handleShare(
    ctx.sql,
    {
      name: 'kept answers',
      most: SHARE,
      beginning: '00000000-0000-0000-0000-000000000000',
      read: (after) => ctx.sql.many(SHARE_OF, [after]),
      positionOf: ({ userId }) => userId,
    },
    (kept) =>
      ctx.transact(async (tx) => {
        const people = await tx.sql.many(PEOPLE, [kept.map(({ userId }) => userId)]);
        await tx.enqueueAll(
          charactersReadJob,
          people.map((payload) => ({ payload })),
        );
      }),
  );
}

const Settled = columns({ eventId: 'uuid', displayName: 'text', member: 'bool', started: 'bool' });
type Settled = RowOf<typeof Settled> & { userId: string };
const OF_PERSON = query(Settled)`
  select k.event_id as "eventId", u.display_name as "displayName", w.member, w.started ${SETTLED} and k.user_id = $1
  order by k.event_id`;

/** The job. A failure of ours leaves the answer where it is, for the next attempt. */
export async function settleKeptAnswers(ctx: AppContext, { userId }: { userId: string }): Promise<void> {
  for (const row of await ctx.sql.many(OF_PERSON, [userId])) {
    const settled = { ...row, userId };
    if (settled.started) await refuse(ctx, settled, 'event_started');
    else if (!settled.member) await refuse(ctx, settled, 'not_a_member');
    else {
      try {
        await ctx.transact((tx) => give(tx, settled));
      } catch (error) {
        if (!(error instanceof AppError) || !error.reason || error.code === 'SERVICE_UNAVAILABLE') throw error;
        await refuse(ctx, settled, error.reason);
      }
    }
  }
}

const ANSWERED = query({ id: 'uuid' })`select id from participation where event_id = $1 and user_id = $2`;

/** An answer that the person has given since is newer. */
async function give(tx: UnitOfWork, { userId, eventId, displayName }: Settled): Promise<void> {
  const event = await lockEventIfThere(tx.sql, eventId);
  const kept = await tx.em.findOne(KeptAnswer, { user: userId, eventId });
  if (!kept) return;
  tx.em.remove(kept);
  if (!event || (await tx.sql.maybe(ANSWERED, [eventId, userId]))) return;
  const { status, roleKey } = kept;
  const brought = status === 'declined' ? {} : await usualBringing(tx.sql, userId, event, roleKey ?? null);
  const answered = await signUpWithin(
    tx,
    actorFor(userId, displayName),
    SignUpInput.parse({ id: eventId, status, ...brought }),
  );
  const { organizationId, title, startsAt } = event;
  const details = { eventId, title, startsAt, status: answered.status, roleKey: answered.roleKey };
  await notify(tx, [{ userId, kind: 'answer_counts', organizationId, details }]);
}

/** The person, for whom the service answers as they asked. Actions that need a recent sign-in need them themselves. */
const actorFor = (userId: string, displayName: string): Actor => ({
  userId,
  displayName,
  isAdmin: false,
  sessionId: `kept-answer:${userId}`,
  signedInAt: new Date(0),
  botScope: 'write',
});

type Refusal = NonNullable<AppError['reason']>;

/** Names the event to a member only. */
const refuse = (ctx: AppContext, { userId, eventId, member }: Settled, refusal: Refusal): Promise<void> =>
  ctx.transact(async (tx) => {
    const event = await lockEventIfThere(tx.sql, eventId);
    const kept = await tx.em.findOne(KeptAnswer, { user: userId, eventId });
    if (!kept) return;
    tx.em.remove(kept);
    if (await tx.sql.maybe(ANSWERED, [eventId, userId])) return;
    const named = member && event && !event.unpublished ? event : null;
    const known = named && { eventId, title: named.title, startsAt: named.startsAt };
    const organizationId = named?.organizationId ?? null;
    await notify(tx, [{ userId, kind: 'answer_refused', organizationId, details: { ...known, refusal } }]);
  });
