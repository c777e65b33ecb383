import type { ReservesView } from '@guildhall/contracts/reserve.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ItemName } from '../../ui/item-name.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, SectionBoundary } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { AllReserves } from './all-reserves.tsx';
import { BringInLink } from './bring-in-link.tsx';
import { MyReserves } from './my-reserves.tsx';
import styles from './reserves.module.css';
import { invalidateReserves, type Rules, reservesQuery, rulesOf, type Sheet, sheetOf } from './reserves.queries.ts';
import { reservesWords } from './reserves.words.ts';

const CopyReserves = lazyPart(() => import('./copy-reserves.tsx'), 'CopyReserves');
const RulesDialog = lazyPart(() => import('./rules-dialog.tsx'), 'RulesDialog');
const route = getRouteApi('/shell/app/events/$event/reserves');

export async function loadReserves(id: string) {
  const [{ organizationId }] = await Promise.all([
    queryClient.ensureQueryData(reservesQuery(id)),
    reservesWords.load(),
  ]);
  return { guild: organizationId };
}

export function ReservesPage() {
  const words = reservesWords.use();
  const format = useFormat();
  const { event: id } = route.useParams();
  const { data: shown } = useSuspenseQuery(reservesQuery(id));
  const [sets, setSets] = useOpenDialog({ [`reserves:${id}`]: true });
  const { sheet, event, mayChange, hidden } = shown;
  const when = sheet && format.dayAndTime(new Date(sheet.locksAt));
  return (
    <div className={styles.page}>
      <PageHead
        title={words.title({ event: event.title })}
        lead={when ? (sheet.locked ? words.lockedSince({ when }) : words.openUntil({ when })) : undefined}
        actions={
          <>
            <Link to="/events/$event" params={{ event: id }} className={buttonClass()}>
              <Icon name="left" />
              {words.back}
            </Link>
            {mayChange && sheet && (
              <Button icon="gear" onClick={() => setSets(true)}>
                {words.rules}
              </Button>
            )}
            {sheet && !hidden && shown.total.reserves > 0 && (
              <SectionBoundary fallback={() => null}>
                <Suspense>
                  <CopyReserves event={id} />
                </Suspense>
              </SectionBoundary>
            )}
          </>
        }
      />
      {sheet ? (
        <>
          <RulesLine rules={sheet} />
          <div className={styles.split}>
            <MyReserves shown={shown} sheet={sheet} />
            <div className={styles.page}>
              <AllReserves shown={shown} sheet={sheet} />
              <Hard hard={sheet.hard} />
            </div>
          </div>
        </>
      ) : (
        <None shown={shown} onOther={() => setSets(true)} />
      )}
      {sets && (
        <SectionBoundary>
          <Suspense>
            <RulesDialog shown={shown} onClose={() => setSets(undefined)} />
          </Suspense>
        </SectionBoundary>
      )}
    </div>
  );
}

function RulesLine({ rules: { perPerson, perItem, plusStep, continues, seenBy } }: { rules: Rules | Sheet }) {
  const words = reservesWords.use();
  const format = useFormat();
  const plus =
    plusStep !== null &&
    (continues
      ? words.srPlusContinues({
          ...{ step: plusStep, event: continues.title },
          date: format.dayOfMonth(new Date(continues.startsAt)),
        })
      : words.srPlus({ step: plusStep }));
  const facts = [
    words.limits({ count: perPerson }),
    perItem > 1 && words.perItem({ count: perItem }),
    plus,
    words.seenBy[seenBy],
  ];
  return <p className={`small muted ${styles.rules}`}>{facts.filter(Boolean).join(' · ')}</p>;
}

/** The first tap of an officer opens them with the rules of the last time. */
function None({ shown, onOther }: { shown: ReservesView; onOther(): void }) {
  const words = reservesWords.use();
  const rules = rulesOf(shown);
  const open = useMutation({
    mutationFn: (chosen: Rules) => client.reserves.putSheet.mutate(sheetOf(shown.event.id, chosen)),
    async onSuccess() {
      await invalidateReserves();
      toast({ text: words.opened });
    },
    onError: toastFailure,
  });
  return (
    <section className="card">
      <Empty
        icon="gem"
        title={words.none}
        action={
          rules && (
            <div className={styles.openers}>
              <Button kind="primary" pending={open.isPending} onClick={() => open.mutate(rules)}>
                {words.open}
              </Button>
              <Button onClick={onOther}>{words.otherRules}</Button>
              <BringInLink shown={shown} />
            </div>
          )
        }
      >
        {rules ? words.openHint : words.noneHint}
      </Empty>
      {rules && (
        <div className={styles.proposed}>
          <RulesLine rules={rules} />
        </div>
      )}
    </section>
  );
}

function Hard({ hard }: Pick<Sheet, 'hard'>) {
  const words = reservesWords.use();
  if (hard.length === 0) return null;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{words.hard}</h2>
      </header>
      <ul className={styles.rows}>
        {hard.map(({ item, note }) => (
          <li key={item.id}>
            <span className="grow">
              <ItemName of={item} />
              {note && <small className="muted">{note}</small>}
            </span>
            <Icon name="lock" size="s" />
          </li>
        ))}
      </ul>
    </section>
  );
}
