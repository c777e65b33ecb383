import { DiscordError } from '@guildhall/discord/errors.ts';
import { AppError } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';

/** Discord's error codes that an officer of the guild can act on. */
const ADVICE = new Map([
  [10003, 'The invite channel no longer exists. An officer has to choose another one.'],
  [10004, 'The bot is not in the chat server of this guild. An officer has to invite it.'],
  [30016, 'The chat server has as many invites as it may have. An officer has to remove some.'],
  [50001, 'The bot may not see the chat server or the invite channel of this guild. An officer has to let it in.'],
  [50013, 'The bot may not create invites in the invite channel. An officer has to allow it.'],
]);

/** Asks the platform. A question that fails is SERVICE_UNAVAILABLE, never an answer. */
export async function askDiscord<T>({ log }: Pick<AppContext, 'log'>, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    log.warn({ err: error }, 'the chat platform did not say');
    throw unavailable(ADVICE.get(error.code ?? 0), error.retryAfterMs);
  }
}

export function unavailable(
  message = 'The chat platform does not answer at the moment. Try again later.',
  retryAfterMs?: number,
): AppError {
  const retry = retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) };
  return new AppError('SERVICE_UNAVAILABLE', 'chatplatform_unavailable', message, retry);
}
