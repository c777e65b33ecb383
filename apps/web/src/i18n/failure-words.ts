import type { ReasonWords } from '@guildhall/contracts/refusals/en.ts';
import type { Failure } from '../api/errors.ts';
import type { CoreWords } from './core/en.ts';
import { defineWords } from './words.ts';

/** A sentence for each refusal reason. Most visits meet none, so the texts load with the first refusal. */
export const reasonWords = defineWords<ReasonWords>({
  en: () => import('@guildhall/contracts/refusals/en.ts'),
  de: () => import('@guildhall/contracts/refusals/de.ts'),
  es: () => import('@guildhall/contracts/refusals/es.ts'),
  fr: () => import('@guildhall/contracts/refusals/fr.ts'),
  'pt-BR': () => import('@guildhall/contracts/refusals/pt-BR.ts'),
  ru: () => import('@guildhall/contracts/refusals/ru.ts'),
});

/** A fault with a reason is not ours: a platform, say, does not answer. */
export const failureTitle = (words: CoreWords, { kind, reason }: Failure): string =>
  words.failure.titles[kind === 'fault' && reason ? 'refused' : kind];

/** Advice for a failure: by its reason, else by its kind, else the service's message. */
export function failureAdvice(words: CoreWords, failure: Failure, reasons: ReasonWords | undefined): string {
  const { advice } = words.failure;
  if (failure.kind === 'limited' && failure.retryAfterSeconds) return advice.waitSeconds(failure.retryAfterSeconds);
  if (failure.reason) return reasons?.[failure.reason] ?? failure.message;
  const { kind } = failure;
  return kind === 'offline' || kind === 'unloaded' || kind === 'fault' ? advice[kind] : failure.message;
}
