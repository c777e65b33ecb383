import type { MagicLinkPreview } from '@guildhall/contracts/auth.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { hashToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { grantByAddress } from '../people/grant-admin.ts';
import { NAMELESS } from '../people/user.entity.ts';

/** A newer request for the address voids the link `l`. */
export const NEWEST = `
  not exists (select from magic_link n where n.email = l.email and (n.created_at, n.id) > (l.created_at, l.id))`;

const USABLE = `l.token_hash = $1 and l.used_at is null and l.expires_at > now() and ${NEWEST}`;

const EMAIL = `select l.email from magic_link l where ${USABLE}`;

/** Only one of several parallel verifications gets the row. */
const CONSUME = `update magic_link l set used_at = now() where ${USABLE} returning l.id`;

type Verified = { userId: string; session: { token: string; expiresAt: Date } };

/** Signs in the holder of the link, as the person with this address or as a new one. Throws BAD_REQUEST. */
export async function verifyMagicLink(
  ctx: AppContext,
  token: string,
  userAgent: string | undefined,
): Promise<Verified> {
  const userId = await ctx.transact(async (tx) => {
    const [link] = await tx.sql<{ email: string }>(EMAIL, [hashToken(token)]);
    if (!link) throw invalidLink();
    // Locked before the link, as an erasure does.
    const [known] = await tx.sql<Known>(KNOWN, [link.email]);
    if ((await tx.sql(CONSUME, [hashToken(token)])).length === 0) throw invalidLink();
    return personOf(ctx, tx, link.email, known);
  });
  return { userId, session: await ctx.sessions.create(userId, undefined, userAgent) };
}

const PREVIEW = `
  select l.email, u.id as "userId", u.display_name as "displayName"
  from magic_link l left join person u on lower(u.email) = l.email where ${USABLE}`;
type PreviewRow = { email: string; userId: string | null; displayName: string | null };

const SIGNED_IN = 'select display_name as "displayName", email from person where id = $1';

/** Shows the account a link would sign in to, and the session it would replace. Keeps the link. Throws BAD_REQUEST. */
export async function previewMagicLink(
  { sql }: AppContext,
  actor: Actor | null,
  token: string,
): Promise<MagicLinkPreview> {
  const [link] = await sql<PreviewRow>(PREVIEW, [hashToken(token)]);
  if (!link) throw invalidLink();
  const { email, userId, displayName } = link;
  const isSomebodyElse = actor !== null && actor.userId !== userId;
  const [other] = isSomebodyElse
    ? await sql<NonNullable<MagicLinkPreview['signedInAs']>>(SIGNED_IN, [actor.userId])
    : [];
  return { email, displayName, signedInAs: other ?? null };
}

const invalidLink = () =>
  new AppError(
    'BAD_REQUEST',
    'invalid_token',
    'This link was used, has expired or was replaced by a newer one. Ask for a new one.',
  );

const KNOWN = `
  select id, email_verified_at is not null as verified from person where lower(email) = $1 for no key update`;
type Known = { id: string; verified: boolean };
const VERIFIED = 'update person set email_verified_at = now() where id = $1';
const SIGN_UP = 'insert into person (display_name, email, email_verified_at) values ($1, $2, now()) returning id';

/** The link proves the address, so it signs in to the account that has it, and verifies the address. */
async function personOf(ctx: AppContext, { sql }: UnitOfWork, email: string, known?: Known): Promise<string> {
  if (known && !known.verified) {
    await voidUnproven(sql, known.id);
    await sql(VERIFIED, [known.id]);
  }
  const [person] = known ? [known] : await sql<{ id: string }>(SIGN_UP, [NAMELESS, email]);
  if (!person) throw new Error('Nobody has signed in');
  await grantByAddress(ctx, sql, person.id, email);
  return person.id;
}

/** Somebody else may have entered the address before: end all that was opened and linked before its owner came. */
async function voidUnproven(sql: UnitOfWork['sql'], userId: string): Promise<void> {
  await sql('delete from session where user_id = $1', [userId]);
  await sql('delete from account where user_id = $1', [userId]);
}
