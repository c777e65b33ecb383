/** Dialogs about one raider of the list. Each keeps what was typed, and opens again after a sign-in. */
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { AddCharacterDialog, EditRaiderDialog } from './add-dialogs.tsx';
import { MergeDialog, SplitDialog } from './move-dialogs.tsx';
import { useRaider } from './raiders.queries.ts';

export type Opened =
  | { what: 'character' | 'edit' | 'merge'; raider: string }
  | { what: 'split'; raider: string; character: string };

const Context = createContext<(opened: Opened) => void>(() => {});
export const useRaiderDialogs = () => useContext(Context);

type Props = { guild: OrganizationView; raiders: readonly RaiderView[]; children: ReactNode };

export function RaiderDialogs({ guild, raiders, children }: Props) {
  const forms = raiders.flatMap(({ id }): [string, Opened][] => [
    [`raider-character:${id}`, { what: 'character', raider: id }],
    [`raider-edit:${id}`, { what: 'edit', raider: id }],
    [`raider-merge:${id}`, { what: 'merge', raider: id }],
    [`raider-split:${id}`, { what: 'split', raider: id, character: '' }],
  ]);
  const [opened, open] = useOpenDialog<Opened>(Object.fromEntries(forms));
  const raider = useRaider(guild, raiders, opened?.raider);
  const props = raider && { guild, raider, onClose: () => open(undefined) };
  return (
    <Context.Provider value={open}>
      {children}
      {props && opened?.what === 'character' && <AddCharacterDialog {...props} />}
      {props && opened?.what === 'edit' && <EditRaiderDialog {...props} />}
      {props && opened?.what === 'merge' && <MergeDialog {...props} />}
      {props && opened?.what === 'split' && <SplitDialog {...props} first={opened.character} />}
    </Context.Provider>
  );
}
