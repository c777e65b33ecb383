import { platformToken } from '../auth/platform-token.ts';
import type { Actor } from '../core/actor.ts';
import { AppError, conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';

/** Throws CONFLICT or UNAUTHORIZED when the person has no game-platform token that can be used or renewed. */
export async function requireToken({ sql, sealer }: AppContext, { userId }: Actor): Promise<void> {
  const token = await platformToken(sql, sealer, userId);
  if (token.state === 'not_linked' || token.state === 'needs_reauth') throw withoutToken(token);
}

export function withoutToken(token: { state: 'not_linked' } | { state: 'needs_reauth'; refused: boolean }): AppError {
  if (token.state === 'not_linked')
    return conflict('gameplatform_not_linked', 'Link your game-platform account in your profile first.');
  if (token.refused) {
    const message = 'The game platform refused to renew its permission. Sign in with it again.';
    return new AppError('UNAUTHORIZED', 'relink_required', message);
  }
  const message = 'The permission of the game platform has expired. Sign in with it again.';
  return conflict('gameplatform_token_expired', message);
}
