import type { CharacterView } from '@guildhall/contracts/character.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { invalidateCharacters } from './characters.queries.ts';
import { charactersWords } from './characters.words.ts';

type Deed = 'setMain' | 'archive' | 'restore' | 'delete';
const DEEDS: Record<Deed, (character: { id: string }) => Promise<unknown>> = {
  setMain: (character) => client.character.setMain.mutate(character),
  archive: (character) => client.character.archive.mutate(character),
  restore: (character) => client.character.restore.mutate(character),
  delete: (character) => client.character.delete.mutate(character),
};

/** The owner's actions on a character. Archiving can be undone, so it needs no confirmation. */
export function CharacterMenu({ character, onDeleted }: { character: CharacterView; onDeleted?: () => void }) {
  const words = charactersWords.use();
  const [deleting, setDeleting] = useState(false);
  const { id, name } = character;
  const act = useMutation<unknown, Error, Deed>({
    mutationFn: (deed) => DEEDS[deed]({ id }),
    async onSuccess(_answer, deed) {
      setDeleting(false);
      if (deed === 'archive') toast({ text: words.done.archive({ name }), undo: () => act.mutate('restore') });
      else toast({ text: words.done[deed]({ name }) });
      if (deed === 'delete') onDeleted?.();
      await invalidateCharacters();
    },
    onError: toastFailure,
  });
  const items: MenuItem[] = character.archivedAt
    ? [{ label: words.restore, icon: 'up', onSelect: () => act.mutate('restore') }]
    : [
        {
          label: words.setMain,
          icon: 'star',
          disabledBecause: character.isMain ? words.isMainAlready : undefined,
          onSelect: () => act.mutate('setMain'),
        },
        { label: words.archive, icon: 'vault', onSelect: () => act.mutate('archive') },
      ];
  if (character.source === 'manual') {
    items.push({ label: words.delete, icon: 'x', danger: true, onSelect: () => setDeleting(true) });
  }
  return (
    <>
      <Menu label={words.actions({ name })} items={items} />
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={words.deleteTitle({ name })}
        consequence={words.deleteConsequence}
        verb={words.delete}
        pending={act.isPending}
        onConfirm={() => act.mutate('delete')}
      />
    </>
  );
}
