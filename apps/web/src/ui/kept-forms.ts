/** Keeps forms of a tab, and the name of one that could not be sent. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { onSignedOut } from '../api/client.ts';
import { useViewer } from '../api/session.ts';

/** A value of the person who is signed in when the form opens; the next person in the same tab has another one. */
export function useKeptValue<T>(name: string): { kept: T | undefined; keep(value: T | undefined): void } {
  const viewer = useViewer()?.id ?? '';
  const [{ key, kept }] = useState(() => {
    const own = `draft:${viewer}:${name}`;
    return { key: own, kept: stored<T>(own) };
  });
  const keep = useCallback((value: T | undefined) => store(key, value), [key]);
  return { kept, keep };
}

const UNSENT = 'interrupted-form';

/** The form could not be sent, because the session is over; it opens again after the sign-in. */
export const rememberUnsentForm = (name: string) => store(UNSENT, name);

/** Another request may find the session over before a form is sent: the one that was typed into opens again, too. */
export function useTypedForm(name: string, isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped || window.location.pathname === '/login') return;
    return onSignedOut(() => rememberUnsentForm(name));
  }, [name, isTyped]);
}

export function forgetUnsentForm(name: string): void {
  if (stored(UNSENT) === name) store(UNSENT, undefined);
}

/**
 * The open dialog: at first none, `atFirst` or, after a sign-in, the one whose form could not be sent, by its name. Where a page
 * shows an opener twice, the first one opens it.
 */
export function useOpenDialog<Open>(
  forms: Record<string, Open>,
  atFirst?: Open,
): [Open | undefined, (open: Open | undefined) => void] {
  const [open, setOpen] = useState(atFirst);
  const atMount = useRef(forms);
  useEffect(() => {
    const unsent = stored<string>(UNSENT) ?? '';
    if (!(unsent in atMount.current)) return;
    forgetUnsentForm(unsent);
    setOpen(() => atMount.current[unsent]);
  }, []);
  return [open, setOpen];
}

/** Reads what this tab keeps, if the browser lets it keep anything. */
export function stored<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function store(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full; a reload then starts over.
  }
}
