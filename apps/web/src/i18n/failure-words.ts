import type { Failure } from '../api/errors.ts';
import type { CoreWords } from './core/en.ts';

/** A headline, and what to do about it: by the reason, else what the service says, else by its kind. */
export function failureWords(words: CoreWords, failure: Failure): { title: string; advice: string } {
  const { titles, advice } = words.failure;
  const title = titles[failure.kind];
  if (failure.kind === 'limited' && failure.retryAfterSeconds) {
    return { title, advice: advice.waitSeconds(failure.retryAfterSeconds) };
  }
  if (failure.reason) return { title, advice: words.reasons[failure.reason] };
  if (failure.kind === 'offline') return { title, advice: advice.offline };
  if (failure.kind === 'fault') return { title, advice: advice.fault };
  return { title, advice: failure.message };
}
