import { platformToken } from '../auth/platform-token.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { conflict } from '../core/errors.ts';

/** The person's own token of the game platform. Throws CONFLICT when there is none that can be used. */
export async function usableToken({ sql, sealer }: AppContext, { userId }: Actor) {
  const token = await platformToken(sql, sealer, userId);
  if (token.state === 'not_linked') throw conflict('gameplatform_not_linked', 'Link your game-platform account first.');
  if (token.state === 'needs_reauth') throw tokenExpired();
  return token;
}

export const tokenExpired = () =>
  conflict('gameplatform_token_expired', 'Sign in with the game platform again: its permission has expired.');
