import type { ReservesView } from '@guildhall/contracts/reserve.ts';
import { Suspense, useState } from 'react';
import { usePeople } from '../../events/event/people-to-choose.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { HeldReserves } from './held-reserves.tsx';
import type { Sheet } from './reserves.queries.ts';
import { reservesWords } from './reserves.words.ts';

type Props = { shown: ReservesView; sheet: Sheet; onClose(): void };

/** Reserves items for a raider who said so elsewhere. */
export function ForOthersDialog(props: Props) {
  const { forOthers: words } = reservesWords.use();
  return (
    <Dialog open title={words.open} onClose={props.onClose}>
      <SectionBoundary>
        <Suspense fallback={<Skeleton lines={4} />}>
          <ForOthers {...props} />
        </Suspense>
      </SectionBoundary>
    </Dialog>
  );
}

function ForOthers({ shown, sheet }: Props) {
  const { forOthers: words } = reservesWords.use();
  const people = usePeople(shown.organizationId);
  const [chosen, setChosen] = useState<string | null>(null);
  const person = people.find(({ value }) => value === chosen);
  return (
    <>
      <Combobox label={words.raider} options={people} value={chosen} onChange={setChosen} />
      <p className="muted small">{words.hint}</p>
      {person && (
        <section className="card" aria-label={person.label}>
          <HeldReserves shown={shown} sheet={sheet} holder={person.who} none={words.none} mayChange />
        </section>
      )}
    </>
  );
}
