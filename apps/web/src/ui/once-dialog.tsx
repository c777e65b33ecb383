import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';

type Props = {
  title: string;
  lead: string;
  label: string;
  secret: string;
  done: string;
  words: { copy: string; copied: string };
  onClose(): void;
};

/** Shows a secret that the service reveals only once. */
export function OnceDialog({ title, lead, label, secret, done, words, onClose }: Props) {
  return (
    <Dialog
      open
      insistent
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{done}</Button>
          <Button kind="primary" icon="copy" onClick={() => void copyText(secret, words.copied)}>
            {words.copy}
          </Button>
        </>
      }
    >
      <p>{lead}</p>
      <TextField label={label} readOnly value={secret} onFocus={({ target }) => target.select()} />
    </Dialog>
  );
}
