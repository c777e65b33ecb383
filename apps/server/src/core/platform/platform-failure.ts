/** Explains to a person why the game platform could not provide what a sync needed. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { SyncReason } from '@guildhall/contracts/sync-session.ts';
import { DiscordError } from '@guildhall/discord/errors.ts';
import { Postponed } from '../jobs/job.ts';
import { BudgetExhausted } from './platform-budget.ts';

type Failure = { status: 'failed'; reason: SyncReason; message: string };

const failed = (reason: Failure['reason'], message: string): Failure => ({ status: 'failed', reason, message });

const rateLimited = failed(
  'platform_rate_limited',
  'The game platform asked us to slow down. Try again in a few minutes.',
);

/** Undefined when the error is not the platform's. */
export function platformFailure(error: unknown): Failure | undefined {
  if (error instanceof BudgetExhausted) return rateLimited;
  if (!(error instanceof BattlenetError)) return undefined;
  switch (error.kind) {
    case 'rate_limited':
      return rateLimited;
    case 'malformed':
      return failed(
        'platform_answer_malformed',
        'The game platform sent an answer that could not be read. Nothing was changed by it.',
      );
    case 'outdated':
      return failed(
        'platform_unavailable',
        'The game platform sent an answer that is older than the one we have. Nothing was changed by it; try again later.',
      );
    case 'not_found':
      return failed(
        'guild_not_found',
        'The game platform shows no guild of this name at the moment. Our data about it stays as it is; we ask again by ourselves.',
      );
    case 'forbidden':
      return failed(
        'platform_forbidden',
        'The game platform does not let us read this at present. Our data stays as it is; we ask again by ourselves. If it lasts, an administrator should check the application’s access at the platform.',
      );
    default:
      return failed(
        'platform_unavailable',
        'The game platform does not answer at the moment. Our data stays as it is; try again later.',
      );
  }
}

/** The platform has no such document or hides it. That says little: it also hides existing documents, for weeks. */
export function isAbsence(error: unknown): boolean {
  return error instanceof BattlenetError && (error.kind === 'not_found' || error.kind === 'forbidden');
}

/** How long a platform, our budget for it, or the job itself wants to wait; undefined for other errors. */
export function refusedForMs(error: unknown): number | undefined {
  if (error instanceof BudgetExhausted || error instanceof Postponed) return error.retryAfterMs;
  const isPlatforms = error instanceof BattlenetError || error instanceof DiscordError;
  return isPlatforms && error.kind === 'rate_limited' ? (error.retryAfterMs ?? 0) : undefined;
}

/** This many consecutive failures point to an outage, not to single documents. */
const OUTAGE = 10;

/** Watches a run of many requests: `failed` throws the error once the platform has stopped answering altogether. */
export function createOutageWatch() {
  let inARow = 0;
  return {
    answered(): void {
      inARow = 0;
    },
    failed(error: Error): void {
      inARow += 1;
      if (inARow >= OUTAGE) throw error;
    },
  };
}
