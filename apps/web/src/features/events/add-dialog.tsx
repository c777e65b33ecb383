import type { EventView } from '@guildhall/contracts/event.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { api } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { membersQuery } from '../roles/roles.queries.ts';
import styles from './events.module.css';
import { participationsQuery, refreshEvents } from './events.queries.ts';
import { eventsWords } from './events.words.ts';

type Props = { event: EventView; onClose(): void };

/** Adds somebody who said elsewhere that they are coming. */
export function AddDialog(props: Props) {
  const { officer: words } = eventsWords.use();
  return (
    <Dialog open onClose={props.onClose} title={words.addTitle(props.event.title)}>
      <SectionBoundary>
        <Suspense fallback={<Skeleton lines={4} />}>
          <Form {...props} />
        </Suspense>
      </SectionBoundary>
    </Dialog>
  );
}

function Form({ event, onClose }: Props) {
  const { officer: words, roleNames } = eventsWords.use();
  const { ui } = coreWords.use();
  const members = useSuspenseQuery(membersQuery(event.organizationId)).data;
  const answered = useSuspenseQuery(participationsQuery(event.id)).data.participations.map(({ user }) => user?.id);
  const [userId, setUserId] = useState<string | null>(null);
  const [roleKey, setRoleKey] = useState(event.slots[0]?.roleKey);
  const [why, setWhy] = useState('');
  const people = members.flatMap(({ user }) =>
    answered.includes(user.id) ? [] : [{ value: user.id, label: user.displayName }],
  );
  const add = useMutation({
    ...api.participations.add.mutationOptions(),
    onSuccess: async () => {
      toast({ text: words.added(people.find(({ value }) => value === userId)?.label ?? '') });
      await refreshEvents();
      onClose();
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (!userId) return;
        add.mutate({
          id: event.id,
          userId,
          ...(roleKey ? { roleKey } : {}),
          ...(why.trim() ? { reason: why.trim() } : {}),
        });
      }}
    >
      <Combobox label={words.addWho} options={people} value={userId} onChange={setUserId} />
      {event.slots.length > 0 && (
        <Select
          label={words.addAs}
          hint={words.addHint}
          value={roleKey}
          onChange={({ target }) => setRoleKey(event.slots.find((slot) => slot.roleKey === target.value)?.roleKey)}
        >
          {event.slots.map((slot) => (
            <option key={slot.roleKey} value={slot.roleKey}>
              {roleNames[slot.roleKey]}
            </option>
          ))}
        </Select>
      )}
      <TextField
        label={words.why}
        hint={words.whyHint}
        maxLength={300}
        value={why}
        onChange={({ target }) => setWhy(target.value)}
      />
      {add.error && <FailureNote error={add.error} />}
      <p className={styles.formEnd}>
        <Button onClick={onClose}>{ui.cancel}</Button>
        <Button kind="primary" submit pending={add.isPending} disabled={!userId}>
          {words.extendVerb}
        </Button>
      </p>
    </form>
  );
}
