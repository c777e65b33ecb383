/** A request to the game platform that a person waits for. */
import type { Call } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { AppError } from '../errors.ts';
import type { AppContext } from '../services/context.ts';
import { BudgetExhausted } from './platform-budget.ts';

/** A person who waits longer would rather see an error. */
const PATIENCE_MS = 10_000;

type Waiting = Pick<Call, 'priority' | 'signal'>;

/**
 * Asks within a time limit, on the part of the budget reserved for people. "Not found" is an answer and is rethrown;
 * every other failure is SERVICE_UNAVAILABLE. A question with a person's token has to handle `unauthorized` itself.
 */
export async function askBattlenet<T>(
  { log }: Pick<AppContext, 'log'>,
  question: (waiting: Waiting) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await question({ priority: 'interactive', signal });
  } catch (error) {
    if (error instanceof BattlenetError && error.kind === 'not_found') throw error;
    if (!(error instanceof BattlenetError || error instanceof BudgetExhausted || error === signal.reason)) throw error;
    log.warn({ err: error }, 'the game platform did not answer a person');
    throw unavailable(error);
  }
}

function unavailable(error: unknown): AppError {
  const busy = error instanceof BudgetExhausted || (error instanceof BattlenetError && error.kind === 'rate_limited');
  if (!busy && error instanceof BattlenetError && error.kind === 'forbidden') {
    const message = 'The game platform does not let us read this at present. Try again later.';
    return new AppError('SERVICE_UNAVAILABLE', 'platform_unavailable', message);
  }
  if (!busy) {
    const message = 'The game platform does not answer at the moment. Try again later.';
    return new AppError('SERVICE_UNAVAILABLE', 'platform_unavailable', message);
  }
  const retryAfterSeconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 1000) / 1000));
  const message = 'The game platform asked us to slow down. Try again in a few minutes.';
  return new AppError('SERVICE_UNAVAILABLE', 'platform_rate_limited', message, { retryAfterSeconds });
}
