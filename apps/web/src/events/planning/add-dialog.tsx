import type { EventRole, EventView } from '@guildhall/contracts/event.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { client } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { participationsQuery, refreshEvents } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { usePeople } from '../event/people-to-choose.ts';

type Props = { event: EventView; onClose(): void };

/** Adds a member, a raider without an account or a guest, who said elsewhere that they are coming. */
export function AddDialog(props: Props) {
  const { officer: words } = eventsWords.use();
  return (
    <Dialog open onClose={props.onClose} title={words.addTitle({ title: props.event.title })}>
      <SectionBoundary>
        <Suspense fallback={<Skeleton lines={4} />}>
          <AddForm {...props} />
        </Suspense>
      </SectionBoundary>
    </Dialog>
  );
}

function AddForm({ event, onClose }: Props) {
  const { officer: words, roleNames } = eventsWords.use();
  const { ui } = coreWords.use();
  const answers = useSuspenseQuery(participationsQuery(event.id)).data.participations;
  const answered = new Set(answers.flatMap(({ user, raider }) => [user?.id, raider.id]));
  const people = usePeople(event.organizationId).filter(({ value }) => !answered.has(value));
  const find = (value: string) => people.find((one) => one.value === value);
  const form = useForm<{ person: string; guest: string; roleKey: EventRole | ''; why: string }, unknown>({
    name: `participant:${event.id}`,
    before: { person: '', guest: '', roleKey: event.slots[0]?.roleKey ?? '', why: '' },
    send: ({ person, guest: name, roleKey, why }) =>
      client.participations.add.mutate({
        id: event.id,
        ...(find(person)?.who ?? { guest: name }),
        ...(roleKey ? { roleKey } : {}),
        ...(why.trim() ? { reason: why.trim() } : {}),
      }),
    async sent(_, { person, guest: name }) {
      toast({ text: words.added({ name: find(person)?.label.split(' · ')[0] ?? name }) });
      await refreshEvents();
      onClose();
    },
  });
  return (
    <Form
      of={form}
      verb={words.extendVerb}
      disabled={!form.value.person && !form.value.guest.trim()}
      more={<Button onClick={onClose}>{ui.cancel}</Button>}
    >
      <Combobox
        label={words.addWho}
        options={people}
        value={form.value.person || null}
        onChange={(person) => form.change({ person: person ?? '' })}
      />
      {!form.value.person && <TextField {...form.text('guest')} label={words.addGuest} maxLength={60} />}
      {event.slots.length > 0 && (
        <Select
          {...form.text('roleKey')}
          label={words.addAs}
          hint={words.addHint}
          options={event.slots.map(({ roleKey }) => [roleKey, roleNames[roleKey]])}
        />
      )}
      <TextField {...form.text('why')} label={words.why} hint={words.whyHint} maxLength={300} />
    </Form>
  );
}
