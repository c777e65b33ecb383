import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { meWords } from './me.words.ts';

type Props = { title: string; lead: string; label: string; secret: string; done: string; onClose(): void };

/** Shows a secret that the service reveals only once. */
export function OnceDialog({ title, lead, label, secret, done, onClose }: Props) {
  const words = meWords.use();
  const copy = () => navigator.clipboard.writeText(secret).then(() => toast({ text: words.copied }), toastFailure);
  return (
    <Dialog
      open
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
