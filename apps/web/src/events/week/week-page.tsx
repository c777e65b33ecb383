import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AwayButton } from '../../account/away/away-button.tsx';
import { serviceTime } from '../../api/service-time.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { signupsWords } from '../signups/signups.words.ts';
import { Hero } from './hero.tsx';
import { NeedsYou } from './needs-you.tsx';
import styles from './week.module.css';
import { mondayFor, myGuilds } from './week.queries.ts';
import { WeekDays } from './week-days.tsx';

/** The week can be read and answered before it is there. */
const Rest = lazyPart(() => import('./news-and-characters.tsx'), 'NewsAndCharacters');
/** Few people need it, and only once. */
const NoGuild = lazyPart(() => import('./no-guild.tsx'), 'NoGuild');
const route = getRouteApi('/shell/');

export function WeekPage() {
  const { shell } = coreWords.use();
  const { away } = signupsWords.use().absence;
  const format = useFormat();
  const { timeZone } = format;
  const { week } = route.useSearch();
  const { data: guilds, isPending } = useQuery(myGuilds());
  return (
    <>
      <PageHead
        title={shell.week}
        lead={format.day(new Date(serviceTime()))}
        actions={<AwayButton label={away} kind="ghost" />}
      />
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
          {!isPending && (
            <Suspense fallback={<Skeleton lines={6} />}>
              <Rest />
            </Suspense>
          )}
        </>
      )}
    </>
  );
}
