/**
 * Copies a text and says so. A page that came over plain http has no clipboard, and a browser may refuse it; then the text is
 * selected and copied as by hand. If that fails, too, `CopyByHand` shows it.
 */
import { toast } from './toast.tsx';

export async function copyText(text: string, said: string): Promise<void> {
  if ((await byClipboard(text)) || bySelection(text)) toast({ text: said });
  else leaveToPerson(text);
}

async function byClipboard(text: string): Promise<boolean> {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (!clipboard) return false;
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

function bySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.className = 'sr';
  // Hidden texts stand on one line, and a browser copies what is laid out.
  area.style.whiteSpace = 'pre';
  area.readOnly = true;
  area.value = text;
  // Nothing outside of a modal dialog can be selected.
  ([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body).append(area);
  area.focus({ preventScroll: true });
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

let left: string | undefined;
const listeners = new Set<() => void>();

/** Undefined once the person has closed the dialog. */
export function leaveToPerson(text: string | undefined): void {
  left = text;
  for (const listener of listeners) listener();
}

export const textLeft = () => left;

export function onTextLeft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
