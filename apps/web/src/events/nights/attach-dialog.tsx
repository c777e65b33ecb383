import type { EventView } from '@guildhall/contracts/event.ts';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidateNights } from './nights.queries.ts';
import { nightsWords } from './nights.words.ts';

type Props = { event: EventView; onClose(): void };

/** Reads a report by its link. One of another guild is taken only when the officer says so. */
export function AttachDialog({ event, onClose }: Props) {
  const { logs: words } = nightsWords.use();
  const [foreign, setForeign] = useState<string>();
  const form = useForm<{ link: string }, unknown>({
    name: `attach-log:${event.id}`,
    before: { link: '' },
    send: (typed) =>
      client.nights.attach.mutate({ id: event.id, link: typed.link.trim(), ofAnotherGuild: typed.link === foreign }),
    sent() {
      toast({ text: words.attached });
      onClose();
      return invalidateNights();
    },
    refused(error) {
      if (failureOf(error).reason === 'report_of_another_guild') setForeign(form.value.link);
      return false;
    },
  });
  return (
    <FormDialog
      of={form}
      title={words.attach}
      verb={form.value.link === foreign ? words.foreignVerb : words.verb}
      onClose={onClose}
    >
      <TextField {...form.text('link')} label={words.link} hint={words.linkHint} required maxLength={300} />
    </FormDialog>
  );
}
