import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { toast, toastFailure } from './toast.tsx';

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
  const copy = () => navigator.clipboard.writeText(secret).then(() => toast({ text: words.copied }), toastFailure);
  return (
    <Dialog
      open
      insistent
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{done}</Button>
          <Button kind="primary" icon="copy" onClick={() => void copy()}>
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
