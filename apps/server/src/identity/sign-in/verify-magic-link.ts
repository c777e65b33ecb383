import { type InferEntity, LockMode, raw } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import { query, statement } from '../../core/db/statement.ts';
import { badRequest } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { hashToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { grantByAddress } from '../people/grant-admin.ts';
import { NAMELESS, User } from '../people/user.entity.ts';

/** A newer request for the address voids the link `l`. */
export const IS_NEWEST_LINK = `
  not exists (select from magic_link n where n.email = l.email and (n.created_at, n.id) > (l.created_at, l.id))`;

const USABLE = `l.token_hash = $1 and l.used_at is null and l.expires_at > now() and ${IS_NEWEST_LINK}`;

const EMAIL = query({ email: 'text' })`select l.email from magic_link l where ${USABLE}`;

/** Only one of several parallel verifications gets the row. */
const CONSUME = statement`update magic_link l set used_at = now() where ${USABLE}`;

type Verified = { userId: string; session: { token: string; expiresAt: Date } };

/** Signs in the holder of the link, as the person with this address or as a new one. Throws BAD_REQUEST. */
export async function verifyMagicLink(
  ctx: AppContext,
  token: string,
  userAgent: string | undefined,
): Promise<Verified> {
  const userId = await ctx.transact(async (tx) => {
    const link = await tx.sql.maybe(EMAIL, [hashToken(token)]);
    if (!link) throw invalidLink();
    // Locked before the link, as an erasure does.
    const known = await tx.em.findOne(
      User,
      { [raw('lower(email)')]: link.email, erasingAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if ((await tx.sql.run(CONSUME, [hashToken(token)])) === 0) throw invalidLink();
    return personOf(ctx, tx, link.email, known);
  });
  return { userId, session: await ctx.sessions.create(userId, undefined, userAgent) };
}

const PREVIEW = query({ email: 'text', userId: 'uuid?', displayName: 'text?' })`
  select l.email, u.id as "userId", u.display_name as "displayName"
  from magic_link l left join person u on lower(u.email) = l.email where ${USABLE}`;

const SIGNED_IN = query({ displayName: 'text', email: 'text?' })`
  select display_name as "displayName", email from person where id = $1`;

/** Shows the account a link would sign in to, and the session it would replace. Keeps the link. Throws BAD_REQUEST. */
export async function previewMagicLink({ sql }: AppContext, actor: Actor | null, token: string) {
  const link = await sql.maybe(PREVIEW, [hashToken(token)]);
  if (!link) throw invalidLink();
  const { email, userId, displayName } = link;
  const isSomebodyElse = actor !== null && actor.userId !== userId;
  const [other] = isSomebodyElse ? await sql.many(SIGNED_IN, [actor.userId]) : [];
  return { email, displayName, signedInAs: other ?? null };
}

const invalidLink = () =>
  badRequest('invalid_token', 'This link was used, has expired or was replaced by a newer one. Ask for a new one.');

/** The link proves the address, so it signs in to the account that has it, and verifies the address. */
async function personOf(
  ctx: AppContext,
  tx: UnitOfWork,
  email: string,
  known: InferEntity<typeof User> | null,
): Promise<string> {
  if (known && known.emailVerifiedAt === null) await voidUnproven(tx.sql, known.id);
  const person = known ?? tx.em.create(User, { displayName: NAMELESS, email });
  person.emailVerifiedAt ??= now();
  await grantByAddress(ctx, tx, person.id, email);
  return person.id;
}

const END_SESSIONS = statement`delete from session where user_id = $1`;
const UNLINK_ALL = statement`delete from account where user_id = $1`;

/** Another person may have entered the address before: end all that was opened and linked before its owner came. */
async function voidUnproven(sql: UnitOfWork['sql'], userId: string): Promise<void> {
  await sql.run(END_SESSIONS, [userId]);
  await sql.run(UNLINK_ALL, [userId]);
}
