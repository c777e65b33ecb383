import type { CharacterView } from '@guildhall/contracts/character.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { invalidateCharacters } from '../characters/characters.queries.ts';
import { viewsWords } from './views.words.ts';

/** Gives a character a public address, and takes it back. */
export function ShareDialog({ character, onClose }: { character: CharacterView; onClose(): void }) {
  const words = viewsWords.use();
  const { id, publicUrl } = character;
  const then = { onSuccess: () => invalidateCharacters(), onError: toastFailure };
  const share = useMutation(api.character.share.mutationOptions(then));
  const end = useMutation(api.character.unshare.mutationOptions(then));
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.share.title}
      actions={
        publicUrl ? (
          <>
            <Button kind="danger" pending={end.isPending} onClick={() => end.mutate({ id })}>
              {words.share.end}
            </Button>
            <Button kind="primary" icon="copy" onClick={() => void copyText(publicUrl, words.copied)}>
              {words.share.copy}
            </Button>
          </>
        ) : (
          <Button kind="primary" pending={share.isPending} onClick={() => share.mutate({ id })}>
            {words.share.begin}
          </Button>
        )
      }
    >
      <p>{publicUrl ? words.share.on : words.share.off}</p>
      {publicUrl && (
        <TextField label={words.share.address} readOnly value={publicUrl} onFocus={({ target }) => target.select()} />
      )}
    </Dialog>
  );
}
