/**
 * The job behind an erasure. It works in small transactions, each of which leaves less to do, so a killed run goes on
 * where it stopped. Its payload names no person, because the queue keeps payloads for a week.
 */

import { query, statement } from '../core/db/statement.ts';
import type { JobRun } from '../core/jobs/job.ts';
import type { AppContext } from '../core/services/context.ts';
import { leaveEvents } from '../events/signups/free-slots.ts';
import { leaveOrganizations } from '../guilds/organizations/end-membership.ts';
import { User } from '../identity/people/user.entity.ts';
import { forgetCharacters } from '../membership/characters/withdraw-proof.ts';
import { erasedLater } from './personal-data.ts';

type Step = (ctx: AppContext, userId: string) => Promise<void>;

/** Leave the guilds while the rows still say which characters are this person's. */
const STEPS: Step[] = [leaveEvents, forgetCharacters, leaveOrganizations, forgetTraces];

const LEAVING = query({ userId: 'uuid!' })`select user_id as "userId" from leaving`;

export async function erasePeople(ctx: AppContext, _payload: object, { signal }: Pick<JobRun, 'signal'>) {
  const failures: unknown[] = [];
  for (const { userId } of await ctx.sql.many(LEAVING)) {
    try {
      await erasePerson(ctx, userId, signal);
    } catch (error) {
      // One person's erasure must not keep the others waiting.
      signal.throwIfAborted();
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} people could not be erased`);
}

async function erasePerson(ctx: AppContext, userId: string, signal: AbortSignal): Promise<void> {
  do {
    for (const step of STEPS) {
      signal.throwIfAborted();
      await step(ctx, userId);
    }
  } while (!(await removePerson(ctx, userId)));
}

async function forgetTraces({ sql }: AppContext, userId: string): Promise<void> {
  for (const each of erasedLater) await sql.run(each, [userId]);
}

/** Waits for transactions that have just written a row that refers to the person. */
const LOCK = statement`select from app_user where id = $1 for update`;
const LEFT_BEHIND = statement`
  select from participation where user_id = $1 union all select from raider where user_id = $1 union all select from event where created_by_id = $1
  union all select from character where user_id = $1 union all select from membership where user_id = $1
  union all select from role_holder where user_id = $1 limit 1`;
/** The queue keeps finished jobs, with their payload, for a week. */
const FORGET_JOBS = statement`delete from pgboss.job where data ->> 'userId' = $1::uuid::text or group_id = $1::uuid::text`;

/** False when a request that was under way has added something meanwhile, which a step has to remove. */
function removePerson({ transact }: AppContext, userId: string): Promise<boolean> {
  return transact(async ({ em, sql }) => {
    await sql.run(LOCK, [userId]);
    if ((await sql.run(LEFT_BEHIND, [userId])) > 0) return false;
    await em.nativeDelete(User, { id: userId });
    await sql.run(FORGET_JOBS, [userId]);
    return true;
  });
}
