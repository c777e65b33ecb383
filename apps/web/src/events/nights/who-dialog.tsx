import type { EventView } from '@guildhall/contracts/event.ts';
import type { NightView } from '@guildhall/contracts/night.ts';
import { Suspense } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { usePeople } from '../event/people-to-choose.ts';
import { invalidateNights } from './nights.queries.ts';
import { nightsWords } from './nights.words.ts';

type Props = { event: EventView; fighter: NightView['unknown'][number]; onClose(): void };

/** An officer says whose character of the log it is, once for all nights. */
export function WhoDialog(props: Props) {
  const { unknown: words } = nightsWords.use();
  const loading = (
    <Dialog open onClose={props.onClose} title={words.title({ name: props.fighter.name })}>
      <Skeleton lines={3} />
    </Dialog>
  );
  return (
    <SectionBoundary>
      <Suspense fallback={loading}>
        <WhoForm {...props} />
      </Suspense>
    </SectionBoundary>
  );
}

function WhoForm({ event, fighter: { name, realm, likely }, onClose }: Props) {
  const { unknown: words } = nightsWords.use();
  const people = usePeople(event.organizationId);
  const offered = likely.flatMap((one) => people.find(({ value }) => value === (one.userId ?? one.raiderId)) ?? []);
  const form = useForm<{ person: string; notOurs: boolean }, unknown>({
    name: `who-is:${event.id}:${name}-${realm}`,
    before: { person: '', notOurs: false },
    send: ({ person, notOurs }) =>
      client.nights.match.mutate({
        id: event.id,
        name,
        realm,
        ...(notOurs ? { notOurs: true } : people.find(({ value }) => value === person)?.who),
      }),
    sent() {
      onClose();
      return invalidateNights();
    },
  });
  return (
    <FormDialog
      of={form}
      title={words.title({ name })}
      verb={words.verb}
      disabled={form.value.person === ''}
      more={
        <Button pending={form.pending} onClick={() => form.submit({ notOurs: true })}>
          {words.notOurs}
        </Button>
      }
      onClose={onClose}
    >
      <p className="muted small">{realm === '' ? words.hintNoRealm({ name }) : words.hint({ name, realm })}</p>
      {offered.length > 0 && (
        <div className="row wrap">
          <span className="muted small">{words.likely}</span>
          {offered.map(({ value, label }) => (
            <Button key={value} small onClick={() => form.change({ person: value })}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <Combobox
        label={words.person}
        options={people}
        value={form.value.person || null}
        onChange={(person) => form.change({ person: person ?? '' })}
      />
    </FormDialog>
  );
}
