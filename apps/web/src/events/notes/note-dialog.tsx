import type { EventView } from '@guildhall/contracts/event.ts';
import type { PlanNoteOwner, PlanNoteView } from '@guildhall/contracts/plan-note.ts';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { TextArea } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { NoteText } from './note-text.tsx';
import { notesWords } from './notes.words.ts';
import { invalidatePlan, noteQuery } from './plan.queries.ts';

type Props = { event: EventView; boss: string; title: string; note: PlanNoteView; onClose(): void };

/** Pastes a note. A change that another officer has saved meanwhile is shown above it, and stays until it is replaced knowingly. */
export function NoteDialog({ event, boss, title, note, onClose }: Props) {
  const { form: words } = notesWords.use();
  const [base, setBase] = useState(note);
  const [isNewer, setNewer] = useState(false);
  const query = noteQuery(event.id, boss);
  const form = useForm<{ text: string; of: PlanNoteOwner }, PlanNoteView>({
    name: `plan-note:${event.id}:${boss}`,
    before: { text: note.text, of: note.of ?? 'event' },
    send: ({ text, of }) =>
      client.planNotes.save.mutate({ id: event.id, encounterId: boss, text, of, version: base.versions[of] }),
    async sent(saved) {
      queryClient.setQueryData(query.queryKey, saved);
      toast({ text: saved.of ? words.saved : words.removed });
      onClose();
      await invalidatePlan();
    },
    async refused(error) {
      if (failureOf(error).reason !== 'changed_meanwhile') return false;
      setBase(await queryClient.fetchQuery({ ...query, staleTime: 0 }));
      setNewer(true);
      return false;
    },
  });
  // The note of the team cannot be seen beside that of the event, and is not replaced unseen.
  const mayChoose = event.team !== null && (note.of !== 'event' || note.versions.team === 0);
  return (
    <FormDialog of={form} title={title} verb={words.save} onClose={onClose} wide>
      {isNewer && (
        <>
          <p className="small">{words.newer}</p>
          <NoteText text={base.text} mine={[]} label={words.newer} mineLabel="" />
        </>
      )}
      <TextArea {...form.text('text')} label={words.text} hint={words.hint} rows={14} spellCheck={false} />
      {mayChoose && event.team && (
        <Select
          {...form.text('of')}
          label={words.of}
          options={[
            ['event', words.ofEvent],
            ['team', words.ofTeam({ team: event.team.name })],
          ]}
        />
      )}
    </FormDialog>
  );
}
