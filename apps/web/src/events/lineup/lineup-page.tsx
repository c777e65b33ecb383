import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { queryClient } from '../../api/client.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/states.tsx';
import { eventQuery } from '../event/events.queries.ts';
import { myJobsQuery } from '../notes/plan.queries.ts';
import { BossTabs } from './boss-tabs.tsx';
import { Lead } from './lead.tsx';
import styles from './lineup.module.css';
import { lineupQuery, lineupsQuery } from './lineup.queries.ts';
import { lineupWords } from './lineup.words.ts';
import { MyPlace } from './my-place.tsx';
import { PlanLink } from './plan-link.tsx';
import { ShownGroups } from './shown-groups.tsx';

/** Officers alone need it. */
const LineupEditor = lazyPart(() => import('./lineup-editor.tsx'), 'LineupEditor');
const SplitPage = lazyPart(() => import('./split-page.tsx'), 'SplitPage');

const route = getRouteApi('/shell/app/g/$guild/events/$event/lineup');

export async function loadLineup(event: string, boss: number | undefined): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(eventQuery(event)),
    queryClient.ensureQueryData(lineupsQuery(event)),
    queryClient.ensureQueryData(lineupQuery(event, boss)),
    queryClient.prefetchQuery(myJobsQuery(event)),
    lineupWords.load(),
  ]);
}

export function LineupPage() {
  const words = lineupWords.use();
  const { event, guild } = route.useParams();
  const { boss, split } = route.useSearch();
  const { data: lineups } = useSuspenseQuery(lineupsQuery(event));
  const { data: lineup } = useSuspenseQuery(lineupQuery(event, boss));
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const { mayEdit } = lineup;
  const people = lineup.places.length + lineup.signedUp.length;
  const isShown = mayEdit ? people > 0 : lineups.lineups.some(({ publishedAt }) => publishedAt !== null);
  if (mayEdit && split) return <SplitPage guild={guild} event={event} />;
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={<Lead event={event} people={mayEdit ? people : undefined} />}
        actions={
          <>
            <PlanLink event={event} boss={boss} />
            {mayEdit && isShown && <div className={styles.actions} ref={setActions} />}
          </>
        }
      />
      {isShown ? (
        <>
          {!mayEdit && <MyPlace lineup={lineup} lineups={lineups} />}
          <BossTabs guild={guild} event={event} lineups={lineups} boss={boss} />
          {mayEdit ? (
            <Suspense fallback={<ShownGroups lineup={lineup} />}>
              <LineupEditor key={`${event} ${boss}`} {...{ guild, lineups, lineup, boss, actions }} />
            </Suspense>
          ) : (
            <ShownGroups lineup={lineup} />
          )}
        </>
      ) : (
        <Nothing event={event} mayEdit={mayEdit} />
      )}
    </div>
  );
}

/** Without people who signed up there is nothing to plan, and without a published line-up nothing to see. */
function Nothing({ event, mayEdit }: { event: string; mayEdit: boolean }) {
  const words = lineupWords.use();
  const back = (
    <Link to="/events/$event" params={{ event }} className="btn">
      <Icon name="left" />
      {words.back}
    </Link>
  );
  return (
    <section className="card">
      <Empty icon="roster" title={mayEdit ? words.noOne : words.none} action={back}>
        {mayEdit ? words.noOneHint : words.noneHint}
      </Empty>
    </section>
  );
}
