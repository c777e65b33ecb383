/** What a person is told when the game platform could not give what a sync needed. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { SyncEnd } from './sync-session.ts';

type Failure = Extract<SyncEnd, { status: 'failed' | 'held' }>;

/** Undefined when the error is not the platform's. */
export function platformFailure(error: unknown): Failure | undefined {
  if (!(error instanceof BattlenetError)) return undefined;
  switch (error.kind) {
    case 'rate_limited':
      return failed('platform_rate_limited', 'The game platform asked us to slow down. Try again in a few minutes.');
    case 'malformed':
      return failed('platform_answer_malformed', 'The game platform sent an answer that could not be read. Nothing was changed by it.');
    case 'not_found':
      return failed('guild_not_found', 'The game platform does not know this guild under its name any more.');
    default:
      return failed('platform_unavailable', 'The game platform does not answer at the moment. What we know stays as it is; try again later.');
  }
}

const failed = (reason: Failure['reason'], message: string): Failure => ({ status: 'failed', reason, message });
