import { type ReactNode, useState } from 'react';
import { coreWords } from '../i18n/core.words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';

export type Question = {
  open: boolean;
  onClose(): void;
  /** Names the thing: “Delete Ninth Lantern?” */
  title: string;
  /** Lists what is deleted with it: “3 events, 41 answers”. */
  consequence: ReactNode;
  /** The verb on the button. */
  verb: string;
  onConfirm(): void;
  pending?: boolean;
  /** False while something in `children` is still to be chosen. */
  ready?: boolean;
  /** For irreversible actions: the text to type first. */
  typed?: string;
  children?: ReactNode;
};

export function ConfirmQuestion(props: Question) {
  const { open, onClose, title, consequence, verb, onConfirm, pending = false, ready = true, typed, children } = props;
  const words = coreWords.use();
  const [text, setText] = useState('');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{words.ui.cancel}</Button>
          <Button
            kind="danger"
            pending={pending}
            disabled={!ready || (typed !== undefined && text !== typed)}
            onClick={onConfirm}
          >
            {verb}
          </Button>
        </>
      }
    >
      <p>{consequence}</p>
      {children}
      {typed !== undefined && (
        <TextField
          label={words.ui.typeToConfirm({ name: typed })}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Dialog>
  );
}
