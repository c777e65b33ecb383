import type { MagicLinkPreview } from '@guildhall/contracts/auth.ts';
import { decidedAgain } from '../auth/erased-meanwhile.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { takeTurns } from '../core/db/take-turns.ts';
import { AppError } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { hashToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { grantByAddress } from '../people/grant-admin.ts';
import { NAMELESS, User } from '../people/user.entity.ts';

/** A newer request for the address voids the link `l`. */
export const NEWEST = `
  not exists (select from magic_link n where n.email = l.email and (n.created_at, n.id) > (l.created_at, l.id))`;

const USABLE = `l.token_hash = $1 and l.used_at is null and l.expires_at > now() and ${NEWEST}`;

/** Only one of several parallel verifications gets the row. */
const CONSUME = query({ email: 'text' })`
  update magic_link l set used_at = now() where ${USABLE}
  returning l.email`;

type Verified = { userId: string; session: { token: string; expiresAt: Date } };

/** Signs in the holder of the link, as the person with this address or as a new one. Throws BAD_REQUEST. */
export function verifyMagicLink(ctx: AppContext, token: string, userAgent: string | undefined): Promise<Verified> {
  return decidedAgain(() => verify(ctx, token, userAgent));
}

async function verify(ctx: AppContext, token: string, userAgent: string | undefined): Promise<Verified> {
  const userId = await ctx.transact(async (tx) => {
    const link = await tx.sql.maybe(CONSUME, [hashToken(token)]);
    if (!link) throw invalidLink();
    return personOf(ctx, tx, link.email);
  });
  return { userId, session: await ctx.sessions.create(userId, undefined, userAgent) };
}

const PREVIEW = query({ email: 'text', userId: 'uuid?', displayName: 'text?' })`
  select l.email, u.id as "userId", u.display_name as "displayName"
  from magic_link l left join app_user u on lower(u.email) = l.email where ${USABLE}`;

const SIGNED_IN = query({
  displayName: 'text',
  email: 'text?',
})`select display_name as "displayName", email from app_user where id = $1`;

/** Shows the account a link would sign in to, and the session it would replace. Keeps the link. Throws BAD_REQUEST. */
export async function previewMagicLink(
  { sql }: AppContext,
  actor: Actor | null,
  token: string,
): Promise<MagicLinkPreview> {
  const link = await sql.maybe(PREVIEW, [hashToken(token)]);
  if (!link) throw invalidLink();
  const { email, userId, displayName } = link;
  const isSomebodyElse = actor !== null && actor.userId !== userId;
  const [other] = isSomebodyElse ? await sql.many(SIGNED_IN, [actor.userId]) : [];
  return { email, displayName, signedInAs: other ?? null };
}

const invalidLink = () =>
  new AppError(
    'BAD_REQUEST',
    'invalid_token',
    'This link was used, has expired or was replaced by a newer one. Ask for a new one.',
  );

/** The link proves the address, so it signs in to the account that has it, and verifies the address. */
async function personOf(ctx: AppContext, { em, sql }: UnitOfWork, email: string): Promise<string> {
  await takeTurns(sql, `email:${email}`);
  const known = await em.findOne(User, { email });
  if (known) {
    if (!known.emailVerifiedAt) await voidUnproven(sql, known.id);
    known.emailVerifiedAt ??= new Date();
    await grantByAddress(ctx, sql, known.id, email);
    return known.id;
  }
  const user = em.create(User, { displayName: NAMELESS, email, emailVerifiedAt: new Date() });
  await em.flush();
  await grantByAddress(ctx, sql, user.id, email);
  return user.id;
}

const END_SESSIONS = statement`delete from session where user_id = $1`;
const UNLINK_ALL = statement`delete from account where user_id = $1`;

/** Somebody else may have entered the address before: end all that was opened and linked before its owner came. */
async function voidUnproven(sql: UnitOfWork['sql'], userId: string): Promise<void> {
  await sql.run(END_SESSIONS, [userId]);
  await sql.run(UNLINK_ALL, [userId]);
}
