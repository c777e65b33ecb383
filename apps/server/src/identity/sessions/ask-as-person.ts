/** Asks the game platform with the person's own token, renewing the token when needed and possible. */
import { setTimeout as delay } from 'node:timers/promises';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { platformToken, recordPermission, recordRefusal, renewPlatformToken } from './platform-token.ts';

type Asking = Pick<AppContext, 'sql' | 'sealer' | 'battlenet'>;
type Asked<T> =
  | { state: 'answered'; answer: T }
  | { state: 'not_linked' }
  | { state: 'permission_missing' }
  | { state: 'needs_reauth'; refused: boolean };

/** The interval at which a request checks whether another one has finished renewing the token. */
const LOOK_AGAIN_MS = 100;

/**
 * Renews a token once when the platform refuses it early. If it cannot be renewed, or the new one is refused too, the
 * person has to sign in there again. A token of a person who did not give the permission is not tried. A refusal although
 * they gave it is a fault of the platform for now; where that is unknown, it counts as a missing permission. Rethrows other
 * errors of `question`, and throws `BattlenetError` when the platform did not answer the renewal.
 */
export async function askAsPerson<T>(
  ctx: Asking,
  userId: string,
  signal: AbortSignal | undefined,
  question: (token: string) => Promise<T>,
): Promise<Asked<T>> {
  for (const final of [false, true]) {
    const current = await currentToken(ctx, userId, signal);
    if (current.state !== 'usable') return current;
    const { mayListCharacters } = current;
    if (mayListCharacters === false) return { state: 'permission_missing' };
    try {
      const answer = await question(current.token);
      if (mayListCharacters === null && current.lacksPermission)
        await recordPermission(ctx.sql, userId, current.sealed, false);
      return { state: 'answered', answer };
    } catch (error) {
      if (error instanceof BattlenetError && error.kind === 'forbidden') {
        if (mayListCharacters) throw new BattlenetError('unavailable', { path: error.path, status: error.status });
        await recordPermission(ctx.sql, userId, current.sealed, true);
        return { state: 'permission_missing' };
      }
      if (!(error instanceof BattlenetError && error.kind === 'unauthorized')) throw error;
      await recordRefusal(ctx, userId, current, final);
    }
  }
  return { state: 'needs_reauth', refused: true };
}

async function currentToken(ctx: Asking, userId: string, signal: AbortSignal | undefined) {
  for (;;) {
    const token = await platformToken(ctx.sql, ctx.sealer, userId);
    if (token.state !== 'renewable') return token;
    if (await renewPlatformToken(ctx, userId, token.sealed)) continue;
    await delay(LOOK_AGAIN_MS, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted());
  }
}
