import type { ReactNode } from 'react';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { eventsWords } from '../event/events.words.ts';

type Props = {
  /** The name of the form, unique among all. */
  name: string;
  title: string;
  consequence: string;
  verb: string;
  onClose(): void;
  send(why: { reason?: string }): Promise<unknown>;
  children?: ReactNode;
};

/** For decisions about others: asks for an optional reason, which the log keeps. */
export function WhyDialog({ name, title, consequence, verb, onClose, send, children }: Props) {
  const { officer: words } = eventsWords.use();
  const form = useForm({
    name,
    before: { why: '' },
    send: ({ why }) => send(why.trim() ? { reason: why.trim() } : {}),
    sent: onClose,
  });
  return (
    <FormDialog of={form} onClose={onClose} title={title} verb={verb} kind="danger">
      <p>{consequence}</p>
      {children}
      <TextField {...form.text('why')} label={words.why} hint={words.whyHint} maxLength={300} />
    </FormDialog>
  );
}
