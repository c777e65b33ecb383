import { invalidateAbsences } from '../../account/away/away.tsx';
import { awayWords } from '../../account/away/away.words.ts';
import { api, client, queryClient } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { dayOf } from '../../events/signups/days.ts';
import { useFormat } from '../../i18n/format.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { peopleWords } from './people.words.ts';

type Props = { guild: string; person: { id: string; displayName: string }; onClose(): void };

/** An officer enters what a member said elsewhere. */
export function EnterAbsence({ guild, person, onClose }: Props) {
  const words = peopleWords.use();
  const away = awayWords.use();
  const { timeZone } = useFormat();
  const today = dayOf(new Date(serviceTime()), timeZone);
  const form = useForm({
    name: `absence-of:${person.id}`,
    before: { from: today, to: today, note: '' },
    send: ({ from, to, note }) =>
      // The days are those of the officer, who sees the times of events by them.
      client.absences.addForMember.mutate({
        ...{ id: guild, userId: person.id, from, to, timeZone, note: note.trim() || null },
      }),
    async sent({ declinedEvents }) {
      const count = declinedEvents.length;
      toast({ text: count === 0 ? away.entered : away.declined({ count }) });
      await Promise.all([
        invalidateAbsences(),
        queryClient.invalidateQueries({ queryKey: api.memberPages.get.pathKey() }),
      ]);
      onClose();
    },
  });
  const { from, to } = form.value;
  return (
    <FormDialog of={form} title={words.absenceOf({ name: person.displayName })} verb={away.enter} onClose={onClose}>
      <p className="muted small">{words.enterHint}</p>
      <div className="side-by-side">
        <TextField
          {...form.text('from')}
          label={away.from}
          type="date"
          required
          onChange={({ target: { value } }) => form.change({ from: value, ...(value > to ? { to: value } : {}) })}
        />
        <TextField {...form.text('to')} label={away.to} type="date" required min={from} />
      </div>
      <TextField {...form.text('note')} label={away.note} hint={words.noteHint} maxLength={200} />
    </FormDialog>
  );
}
