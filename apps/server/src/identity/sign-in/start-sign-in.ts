import { ProviderId } from '@guildhall/contracts/user.ts';
import type { Actor } from '../../core/actor.ts';
import { statement } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import { isSignInStale, refuseBot } from '../../core/http/trpc.ts';
import { hashToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { OAuthProvider } from '../../core/services/ports.ts';
import { LACKS_PERMISSION } from '../sessions/platform-token.ts';
import { parseCallbackUrl } from './callback-url.ts';
import { browserSecret, newOAuthState } from './new-oauth-state.ts';

/** `cookie` is what the browser holds of sign-ins under way. */
type StartSignInInput = { provider: string; callbackUrl: string; cookie: string | undefined };

/**
 * Starts the way to a provider and back. For a signed-in caller it links the identity, which a bot must not do; a
 * sign-in older than a day can only renew an identity that is linked already. Otherwise it signs in.
 */
export async function startSignIn(ctx: AppContext, actor: Actor | null, input: StartSignInInput) {
  if (actor) refuseBot(actor);
  const { id, provider } = configuredProvider(ctx, input.provider);
  const secret = browserSecret(input.cookie);
  const state = await newOAuthState(ctx, {
    providerId: id,
    browserSecret: secret,
    linkToUserId: actor?.userId ?? null,
    renewOnly: actor !== null && isSignInStale(actor),
    callbackUrl: input.callbackUrl,
  });
  const browserToken = withWay(input.cookie, secret, { state, callbackUrl: input.callbackUrl });
  const asksAgain = actor !== null && (await ctx.sql.run(IS_INCOMPLETE, [actor.userId, id])) > 0;
  return { url: provider.authorizationUrl(state, { asksAgain }).href, browserToken };
}

/** The cookie from now on: the secret of the browser, this way, and those that it held. */
export function withWay(
  cookie: string | undefined,
  secret: string,
  way: { state: string; callbackUrl: string },
): string {
  const begun = `${idOf(way.state)}~${Buffer.from(way.callbackUrl).toString('base64url')}`;
  return [secret, begun, ...waysOf(cookie)].reduce(ifShort);
}

const idOf = (state: string) => hashToken(state).slice(0, 8);
const waysOf = (cookie = '') => cookie.split('.').slice(1);
/** Browsers drop a cookie of more than 4,096 bytes. The newest way stands first, and one that has no room is forgotten. */
const MOST_LETTERS = 3_500;
const ifShort = (cookie: string, way: string) =>
  cookie.length + way.length < MOST_LETTERS ? `${cookie}.${way}` : cookie;

/** A provider that remembers an incomplete consent would not show its page again. */
const IS_INCOMPLETE = statement`
  select from account where user_id = $1 and provider_id = $2 and ${LACKS_PERMISSION}`;

/** Where the browser was going, for a return whose state is gone: used up by an answer that was lost, or too old. */
export function wayBack(cookie: string, state: string | undefined, baseUrl: string): string {
  const ways = waysOf(cookie).map((way) => way.split('~'));
  const [, path = ''] = ways.find(([id]) => state !== undefined && id === idOf(state)) ?? ways[0] ?? [];
  try {
    return parseCallbackUrl(Buffer.from(path, 'base64url').toString(), baseUrl);
  } catch {
    // The browser holds it, so it may be anything.
    return '/';
  }
}

export function configuredProvider(ctx: AppContext, name: string): { id: ProviderId; provider: OAuthProvider } {
  const id = ProviderId.safeParse(name).data;
  if (!id) throw notFound('provider_not_found', 'There is no such sign-in provider. Use battlenet or discord.');
  const provider = ctx.oauth[id];
  if (!provider) {
    const message = 'This sign-in provider is not set up on this installation. Use another one.';
    throw notFound('provider_not_configured', message);
  }
  return { id, provider };
}
