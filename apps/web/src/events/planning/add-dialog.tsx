import type { EventRole, EventView } from '@guildhall/contracts/event.ts';
import { nameKey } from '@guildhall/contracts/name-key.ts';
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
import { type PersonToChoose, usePeople } from '../event/people-to-choose.ts';

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
  const taken = (role: EventRole) =>
    answers.filter(({ status, roleKey }) => status === 'signed_up' && roleKey === role).length;
  const open = event.slots.find(({ roleKey, max }) => taken(roleKey) < max) ?? event.slots[0];
  /** Those who are meant: the chosen one, or all who bear the typed name. */
  const meant = ({ person, guest }: Pick<Typed, 'person' | 'guest'>) =>
    person ? people.filter(({ value }) => value === person) : people.filter((one) => bears(one, guest));
  const form = useForm<Typed, unknown>({
    name: `participant:${event.id}`,
    before: { person: '', guest: '', roleKey: open?.roleKey ?? '', why: '' },
    send: ({ roleKey, why, ...typed }) =>
      client.participations.add.mutate({
        id: event.id,
        ...(meant(typed)[0]?.who ?? { guest: typed.guest.trim() }),
        ...(roleKey ? { roleKey } : {}),
        ...(why.trim() ? { reason: why.trim() } : {}),
      }),
    async sent(_, typed) {
      toast({ text: words.added({ name: meant(typed)[0]?.label.split(' · ')[0] ?? typed.guest.trim() }) });
      await refreshEvents();
      onClose();
    },
  });
  const { person, guest } = form.value;
  return (
    <Form
      of={form}
      verb={words.extendVerb}
      disabled={(!person && !guest.trim()) || meant(form.value).length > 1}
      more={<Button onClick={onClose}>{ui.cancel}</Button>}
    >
      <Combobox
        first
        label={words.addWho}
        options={people}
        value={person || null}
        onChange={(chosen) => form.change({ person: chosen ?? '' })}
        free={{
          text: guest,
          onType: (text) => form.change({ guest: text }),
          about: (name) => words.addGuest({ name }),
        }}
      />
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

type Typed = { person: string; guest: string; roleKey: EventRole | ''; why: string };

const bears = ({ label, names }: PersonToChoose, typed: string) =>
  [label, ...names].some((name) => name !== '' && nameKey(name) === nameKey(typed.trim()));
