import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useViewer } from '../../api/session.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { Hero } from './hero.tsx';
import { NeedsYou } from './needs-you.tsx';
import { News } from './news.tsx';
import { OwnCharacters } from './own-characters.tsx';
import styles from './week.module.css';
import { mondayFor, myGuilds } from './week.queries.ts';
import { WeekDays } from './week-days.tsx';

/** Few people need it, and only once. */
const NoGuild = lazyPart(() => import('./no-guild.tsx'), 'NoGuild');
const route = getRouteApi('/shell/app/');

export function WeekPage() {
  const { shell } = coreWords.use();
  const format = useFormat();
  const timeZone = useViewer()?.timeZone ?? format.timeZone;
  const { week } = route.useSearch();
  const { data: guilds, isPending } = useQuery(myGuilds());
  return (
    <>
      <PageHead title={shell.week} lead={format.day(new Date())} />
      {guilds?.length === 0 ? (
        <Suspense fallback={<Skeleton height={298} />}>
          <NoGuild />
          <Rest />
        </Suspense>
      ) : (
        <>
          {/* They share one request, so one box reports its failure. */}
          <SectionBoundary>
            {/* They appear together: on the phone, one would push the other down. */}
            <Suspense fallback={<Skeleton className={styles.waiting ?? ''} />}>
              <div className={styles.top}>
                <section className={`card ${styles.hero}`}>
                  <Hero />
                </section>
                <NeedsYou />
              </div>
            </Suspense>
            <WeekDays monday={mondayFor(week, timeZone)} timeZone={timeZone} />
          </SectionBoundary>
          {/* The rest waits until the content above it is known; otherwise it would jump. */}
          {!isPending && <Rest />}
        </>
      )}
    </>
  );
}

function Rest() {
  return (
    <div className={styles.even}>
      <News />
      <OwnCharacters />
    </div>
  );
}
