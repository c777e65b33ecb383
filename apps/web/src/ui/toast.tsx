/**
 * Short messages that disappear by themselves and are read to screen readers. Call `toast({ text, undo })` from
 * anywhere.
 */

import type { RefusalsWords } from '@guildhall/contracts/refusals.words.ts';
import { useSyncExternalStore } from 'react';
import { failureOf } from '../api/errors.ts';
import { coreWords } from '../i18n/core.words.ts';
import { failureAdvice, failureTitle, reasonWords } from '../i18n/failure-words.ts';
import { Button, IconButton } from './button.tsx';

type Toast = {
  id: number;
  text: string;
  bad?: boolean;
  undo?: (() => void) | undefined;
  /** A newer message about the same thing replaces the older one. */
  subject?: string;
};

const SHOWN_MS = 6_000;
const MOST = 3;
let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

export function toast(news: Omit<Toast, 'id'>): void {
  const id = ++last;
  const others = toasts.filter(
    ({ subject, text }) => text !== news.text && (subject === undefined || subject !== news.subject),
  );
  change([...others, { ...news, id }].slice(-MOST));
  setTimeout(() => dismiss(id), news.undo ? SHOWN_MS * 2 : SHOWN_MS);
}

/** For what a later change has made untrue. */
export const dismissToasts = (subject: string) => change(toasts.filter((one) => one.subject !== subject));

/** For a mutation whose page shows no error of its own. */
export const toastFailure = (error: unknown): void => toastFailureAbout(undefined, error);

export function toastFailureAbout(subject: string | undefined, error: unknown): void {
  const words = coreWords.now();
  const failure = failureOf(error);
  const tell = (reasons?: RefusalsWords) => {
    const title = failureTitle(words, failure);
    toast({ text: `${title}. ${failureAdvice(words, failure, reasons)}`, bad: true, ...(subject ? { subject } : {}) });
  };
  if (failure.reason) void reasonWords.load().then(tell, () => tell());
  else tell();
}

export function Toasts() {
  const words = coreWords.use();
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, bad, undo }) => (
        <div key={id} className={bad ? 'toast bad' : 'toast'}>
          <span>{text}</span>
          {undo && (
            <Button
              small
              onClick={() => {
                undo();
                dismiss(id);
              }}
            >
              {words.ui.undo}
            </Button>
          )}
          <IconButton icon="x" label={words.ui.close} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}

const dismiss = (id: number) => change(toasts.filter((one) => one.id !== id));

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
