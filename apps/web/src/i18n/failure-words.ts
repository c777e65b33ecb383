import type { RefusalsWords } from '@guildhall/contracts/refusals.words.ts';
import type { Failure } from '../api/errors.ts';
import { type CoreWords, coreWords } from './core.words.ts';
import { defineWords } from './words.ts';

/**
 * A sentence for each refusal reason. Most visits meet none, so the texts load with the first refusal, except those of
 * pages that are closed to the viewer.
 */
export const reasonWords = defineWords<RefusalsWords>([
  () => import('@guildhall/contracts/refusals/en.json'),
  () => import('@guildhall/contracts/refusals/de.json'),
  () => import('@guildhall/contracts/refusals/es.json'),
  () => import('@guildhall/contracts/refusals/fr.json'),
  () => import('@guildhall/contracts/refusals/pt-BR.json'),
  () => import('@guildhall/contracts/refusals/ru.json'),
]);

/** Loads the words of a reason, unless the frame has them. */
export async function loadReason(reason: string): Promise<void> {
  const { closed } = (await coreWords.load()).failure;
  if (!(reason in closed)) await reasonWords.load();
}

/** A fault with a reason is not ours: a platform, say, does not answer. */
export const failureTitle = (words: CoreWords, { kind, reason }: Failure): string =>
  words.failure.titles[kind === 'fault' && reason ? 'refused' : kind];

/** Advice for a failure: by its reason, else by its kind, else the service's message. */
export function failureAdvice(words: CoreWords, failure: Failure, reasons: RefusalsWords | undefined): string {
  const { advice } = words.failure;
  if (failure.kind === 'limited' && failure.retryAfterSeconds)
    return advice.waitSeconds({ seconds: failure.retryAfterSeconds });
  const sentences: Partial<RefusalsWords> = { ...words.failure.closed, ...reasons };
  if (failure.reason) return sentences[failure.reason] ?? failure.message;
  const { kind } = failure;
  return kind === 'offline' || kind === 'unloaded' || kind === 'fault' ? advice[kind] : failure.message;
}
