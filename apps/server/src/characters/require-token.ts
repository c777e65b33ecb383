import { platformToken } from '../auth/platform-token.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { type AppError, conflict } from '../core/errors.ts';

/** Throws CONFLICT when the person has no token of the game platform that can be used or renewed. */
export async function requireToken({ sql, sealer }: AppContext, { userId }: Actor): Promise<void> {
  const { state } = await platformToken(sql, sealer, userId);
  if (state === 'not_linked' || state === 'needs_reauth') throw withoutToken(state);
}

export function withoutToken(state: 'not_linked' | 'needs_reauth'): AppError {
  if (state === 'not_linked')
    return conflict('gameplatform_not_linked', 'Link your game-platform account in your profile first.');
  const message = 'The permission of the game platform has expired. Sign in with it again.';
  return conflict('gameplatform_token_expired', message);
}
