import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MyJobs } from './my-jobs.tsx';
import { NoteCard } from './note-card.tsx';
import { notesWords } from './notes.words.ts';
import styles from './plan.module.css';
import { myJobsQuery, noteQuery } from './plan.queries.ts';
import { bossOf } from './plan-search.ts';

const route = getRouteApi('/shell/app/events/$event/plan');

const eventQuery = (id: string) => api.events.get.queryOptions({ id });

export async function loadPlan(id: string, search: { boss?: unknown }) {
  void queryClient.prefetchQuery(noteQuery(id, bossOf(search)));
  const [event] = await Promise.all([
    queryClient.ensureQueryData(eventQuery(id)),
    queryClient.prefetchQuery(myJobsQuery(id)),
    notesWords.load(),
  ]);
  return { guild: event.organizationId };
}

export function PlanPage() {
  const words = notesWords.use();
  const { event: id } = route.useParams();
  const { data: event } = useSuspenseQuery(eventQuery(id));
  const boss = bossOf(route.useSearch());
  return (
    <div className="stack">
      <PageHead
        title={words.title({ event: event.title })}
        lead={words.lead}
        actions={
          <Link to="/events/$event" params={{ event: id }} className={buttonClass()}>
            <Icon name="left" />
            {words.back}
          </Link>
        }
      />
      <div className="split">
        <section className={`card ${styles.mine}`} aria-label={words.myJobs}>
          <SectionBoundary>
            <Suspense fallback={<Skeleton lines={6} />}>
              <MyJobs event={id} />
            </Suspense>
          </SectionBoundary>
        </section>
        <div className="stack">
          <SectionBoundary fallback={() => null}>
            <Suspense>
              <Bosses event={id} />
            </Suspense>
          </SectionBoundary>
          <section className="card">
            <SectionBoundary key={boss}>
              <Suspense fallback={<Skeleton lines={8} />}>
                <OfBoss event={id} boss={boss} />
              </Suspense>
            </SectionBoundary>
          </section>
        </div>
      </div>
    </div>
  );
}

function Bosses({ event }: { event: string }) {
  const words = notesWords.use();
  const { notes } = useSuspenseQuery(myJobsQuery(event)).data;
  if (notes.length < 2) return null;
  return (
    <Tabs label={words.bosses}>
      {notes.map(({ encounter, hasNote }) => (
        <Link
          key={encounter?.id ?? 'all'}
          to="/events/$event/plan"
          params={{ event }}
          search={encounter ? { boss: String(encounter.id) } : {}}
          activeOptions={{ exact: true, includeSearch: true }}
          resetScroll={false}
        >
          <span className={`row ${styles.tab}`}>
            {encounter?.name ?? words.wholeNight}
            {hasNote && (
              <>
                <Icon name="note" size="s" />
                <span className="sr">{words.hasNote}</span>
              </>
            )}
          </span>
        </Link>
      ))}
    </Tabs>
  );
}

function OfBoss({ event: id, boss }: { event: string; boss: string }) {
  const words = notesWords.use();
  const { data: event } = useSuspenseQuery(eventQuery(id));
  const { notes } = useSuspenseQuery(myJobsQuery(id)).data;
  const name = notes.find(({ encounter }) => String(encounter?.id ?? 'all') === boss)?.encounter?.name;
  return <NoteCard event={event} boss={boss} title={name ?? words.wholeNight} />;
}
