import { useEffect, useRef } from 'react';

type Actions = { find(): void; help(): void; go(key: string): void };

const SEQUENCE_MS = 1_500;

/**
 * Ctrl K, `/`, `?` and `g` with a letter; never while the viewer is typing. A page marks its search field with
 * `data-search`.
 */
export function useShortcuts(actions: Actions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    let wentAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.find();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const afterG = Date.now() - wentAt < SEQUENCE_MS;
      wentAt = 0;
      if (afterG) latest.current.go(event.key);
      else if (event.key === 'g') wentAt = Date.now();
      else if (event.key === '?') latest.current.help();
      else if (event.key === '/') {
        event.preventDefault();
        const search = document.querySelector<HTMLElement>('main [data-search]');
        if (search) search.focus();
        else latest.current.find();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** The field of a dialog that has just closed keeps the focus until the next frame. */
const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('dialog:not([open])') === null &&
  (target.closest('input:not([type=radio], [type=checkbox]), textarea, select, dialog') !== null ||
    target.isContentEditable);
