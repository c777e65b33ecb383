import { type ReactNode, useState } from 'react';
import { coreWords } from '../../i18n/core.words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { eventsWords } from './events.words.ts';

type Props = {
  title: string;
  consequence: string;
  verb: string;
  pending: boolean;
  onClose(): void;
  onConfirm(why: string): void;
  children?: ReactNode;
};

/** For decisions about others: asks for an optional reason, which the log keeps. */
export function WhyDialog({ title, consequence, verb, pending, onClose, onConfirm, children }: Props) {
  const { officer: words } = eventsWords.use();
  const { ui } = coreWords.use();
  const [why, setWhy] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button kind="danger" pending={pending} onClick={() => onConfirm(why.trim())}>
            {verb}
          </Button>
        </>
      }
    >
      <p>{consequence}</p>
      {children}
      <TextField
        label={words.why}
        hint={words.whyHint}
        maxLength={300}
        value={why}
        onChange={({ target }) => setWhy(target.value)}
      />
    </Dialog>
  );
}
