import type { RaiderRef } from '@guildhall/contracts/raider.ts';
import { type CoreWords, coreWords } from '../i18n/core.words.ts';

type Marked = Pick<RaiderRef, 'name' | 'kind' | 'hasAccount' | 'notProven'>;

/** The words beside a name without an account. None for a raider who has been erased. */
export function raiderMark(words: CoreWords['raider'], raider: Marked | null | undefined): string | undefined {
  if (!raider || raider.hasAccount || raider.name === null) return undefined;
  if (raider.notProven) return words.notProven;
  return raider.kind === 'guest' ? words.guest : words.noAccount;
}

/** As in tables and files: `Curlybill (guest)`. */
export const withMark = (name: string, mark: string | undefined) => (mark === undefined ? name : `${name} (${mark})`);

export function RaiderMark({ of }: { of: Marked | null | undefined }) {
  const mark = raiderMark(coreWords.use().raider, of);
  return mark === undefined ? null : (
    <small className={of?.notProven ? 'raider-mark warn' : 'raider-mark muted'}>{mark}</small>
  );
}
