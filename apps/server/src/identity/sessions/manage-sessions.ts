/** Lists, names and revokes a person's sign-ins and tokens, by handles that cannot be used to sign in. */
import { type SessionListItem, TokenScope } from '@guildhall/contracts/auth.ts';
import type { Actor } from '../../core/actor.ts';
import { query, statement, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { IS_LIVE_SESSION } from './sessions.ts';

const LIST = query({
  id: 'uuid',
  createdAt: 'instant',
  label: 'text?',
  scope: text(TokenScope.options),
  userAgent: 'text?',
  lastUsedAt: 'instant',
  expiresAt: 'instant',
})`
  select id, label, scope, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"
  from session where user_id = $1 and ${IS_LIVE_SESSION} order by last_used_at desc, id`;

export async function listSessions({ sql }: AppContext, actor: Actor): Promise<SessionListItem[]> {
  const rows = await sql.many(LIST, [actor.userId]);
  return rows.map((row) => ({ ...row, current: row.id === actor.sessionId }));
}

const REVOKE = statement`
  with feeds as (delete from calendar_feed where session_id = $1 and user_id = $2)
  delete from session where id = $1 and user_id = $2`;

/** Also revokes the calendar feeds the session created. Handles of other people are ignored like unknown ones. */
export async function revokeSession({ sql }: AppContext, actor: Actor, id: string): Promise<void> {
  await sql.run(REVOKE, [id, actor.userId]);
}

const REVOKE_OTHERS = statement`
  with feeds as (delete from calendar_feed where user_id = $1 and session_id is distinct from $2)
  delete from session where user_id = $1 and id <> $2`;

/** Revokes every other sign-in, including tokens of bots and tools and the calendar feeds other sign-ins created. */
export async function revokeOtherSessions({ sql }: Pick<AppContext, 'sql'>, actor: Actor): Promise<void> {
  await sql.run(REVOKE_OTHERS, [actor.userId, actor.sessionId]);
}
