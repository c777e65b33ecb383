import type { GuildAbsencesView } from '@guildhall/contracts/absence.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type CSSProperties, Suspense } from 'react';
import { AwayButton } from '../../account/away/away-button.tsx';
import { api } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { compareNames } from '../../i18n/compare-names.ts';
import { useFormat } from '../../i18n/format.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { dayOf } from '../signups/days.ts';
import { signupsWords } from '../signups/signups.words.ts';
import styles from './absences.module.css';
import { absencesWords } from './absences.words.ts';

const route = getRouteApi('/shell/app/g/$guild/absences');
const DAYS = 42;
const STEP = 28;
const MOST = 200;

const plus = (day: string, days: number) => {
  const date = new Date(`${day}T12:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};
const isDay = (text: unknown): text is string => typeof text === 'string' && /^20\d\d-[01]\d-[0-3]\d$/.test(text);

export function AbsencesPage() {
  const words = absencesWords.use();
  const { absence } = signupsWords.use();
  const guild = useGuild();
  const named = route.useSearch().from;
  const today = dayOf(new Date(serviceTime()), useFormat().timeZone);
  const from = isDay(named) ? named : today;
  const params = route.useParams();
  const step = (days: number) => ({ from: plus(from, days) });
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          <>
            <AwayButton label={absence.away} kind="ghost" />
            <nav className="row wrap" aria-label={words.title}>
              <Link
                to="/g/$guild/absences"
                params={params}
                search={step(-STEP)}
                className={buttonClass()}
                resetScroll={false}
              >
                <Icon name="left" />
                {words.earlier}
              </Link>
              <Link to="/g/$guild/absences" params={params} search={{}} className={buttonClass()} resetScroll={false}>
                {words.today}
              </Link>
              <Link
                to="/g/$guild/absences"
                params={params}
                search={step(STEP)}
                className={buttonClass()}
                resetScroll={false}
              >
                {words.later}
                <Icon name="right" />
              </Link>
            </nav>
          </>
        }
      />
      <section className="card" aria-label={words.title}>
        <SectionBoundary key={from}>
          <Suspense fallback={<Skeleton lines={8} />}>
            <Calendar guild={guild} from={from} today={today} />
          </Suspense>
        </SectionBoundary>
      </section>
    </div>
  );
}

type Absence = GuildAbsencesView['absences'][number];

function Calendar({ guild, from, today }: { guild: OrganizationView; from: string; today: string }) {
  const words = absencesWords.use();
  const format = useFormat();
  const to = plus(from, DAYS - 1);
  const { absences, pagination } = useSuspenseQuery(
    api.absences.ofGuild.queryOptions({ id: guild.id, from, to, pageSize: String(MOST) }),
  ).data;
  const people = [...Map.groupBy(absences, ({ user }) => user.id).values()].sort((a, b) =>
    compareNames(a[0]?.user.displayName ?? '', b[0]?.user.displayName ?? ''),
  );
  const weeks = Array.from({ length: DAYS / 7 }, (_, week) => plus(from, week * 7));
  const place = (day: string) => (Date.parse(day) - Date.parse(from)) / 86_400_000;
  const share = (days: number) => `${(Math.max(0, Math.min(DAYS, days)) / DAYS) * 100}%`;
  const take = () =>
    downloadCsv(
      `${guild.name} absences`,
      [words.csv.person, words.csv.from, words.csv.to, words.csv.note],
      people.flat().map(({ user, from: first, to: last, note }) => [user.displayName, first, last, note]),
    );
  return (
    <>
      <header className="card-head wrap">
        <h2>{format.days(from, to)}</h2>
        <span className="muted small end">{words.people({ count: people.length })}</span>
        <Button small icon="download" title={words.csv.hint} disabled={people.length === 0} onClick={take}>
          CSV
        </Button>
      </header>
      {people.length === 0 ? (
        <Empty icon="check" title={words.none}>
          {words.noneHint}
        </Empty>
      ) : (
        <div className={styles.calendar}>
          <div className={styles.weeks} aria-hidden="true">
            <span>
              {weeks.map((day) => (
                <i key={day}>{format.dayOfMonth(new Date(`${day}T12:00Z`))}</i>
              ))}
            </span>
          </div>
          <ul>
            {people.map((rows) => (
              <li key={rows[0]?.user.id}>
                <b className="clip">
                  {rows[0] && (
                    <PersonLink guild={guild.id} person={rows[0].user.id}>
                      {rows[0].user.displayName}
                    </PersonLink>
                  )}
                </b>
                <span className={styles.track} aria-hidden="true">
                  {today >= from && today <= to && (
                    <i className={styles.today} style={{ '--at': share(place(today)) } as CSSProperties} />
                  )}
                  {rows.map((absence) => (
                    <i
                      key={absence.id}
                      className={styles.bar}
                      style={
                        {
                          '--at': share(place(absence.from)),
                          '--wide': `calc(${share(place(absence.to) + 1)} - ${share(place(absence.from))})`,
                        } as CSSProperties
                      }
                    />
                  ))}
                </span>
                <span className={styles.said}>
                  {rows.map((absence) => (
                    <Said key={absence.id} absence={absence} />
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {pagination.totalPages > 1 && (
        <p className={`muted small ${styles.more}`}>{words.more({ shown: absences.length, all: pagination.total })}</p>
      )}
    </>
  );
}

function Said({ absence: { from, to, note } }: { absence: Absence }) {
  const format = useFormat();
  return (
    <small>
      {format.days(from, to)}
      {note && <span className="muted"> · {note}</span>}
    </small>
  );
}
