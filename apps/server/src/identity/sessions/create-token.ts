import type { CreateTokenInput } from '@guildhall/contracts/auth.ts';
import type { Actor } from '../../core/actor.ts';
import { createCap } from '../../core/db/cap.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockPerson } from '../people/lock-person.ts';
import { IS_LIVE_SESSION, openSession } from './sessions.ts';

const refuseTooMany = createCap({
  of: `session where user_id = $1 and label is not null and ${IS_LIVE_SESSION}`,
  most: 20,
  reason: 'too_many_tokens',
  message: 'You have 20 tokens for bots and tools. Revoke one that is no longer needed first.',
});

/** Throws CONFLICT for one token too many. The answer is the only one with the token. */
export async function createToken(ctx: AppContext, actor: Actor, input: CreateTokenInput) {
  const { label, scope, expiresInDays: days } = input;
  return ctx.transact(async ({ sql }) => {
    await lockPerson(sql, actor.userId);
    await refuseTooMany(sql, actor.userId);
    const { expiresAt, ...created } = await openSession(sql, actor.userId, { label, scope, days });
    return { ...created, expiresAt: expiresAt.toISOString() };
  });
}
