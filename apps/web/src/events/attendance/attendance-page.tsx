import type { AttendanceMatrixView } from '@guildhall/contracts/attendance.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { api, queryClient } from '../../api/client.ts';
import { useViewer } from '../../api/session.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { guildQuery, guildRef, useGuild } from '../../routes/current-guild.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { Choice, FilterBar, FilterCount, SearchField } from '../../ui/filters.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Matrix } from '../../ui/matrix.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RaiderMark, raiderMark, withMark } from '../../ui/raider-mark.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Empty, Section, SectionBoundary } from '../../ui/states.tsx';
import styles from './attendance.module.css';
import { attendanceWords } from './attendance.words.ts';
import {
  type AttendanceSearch,
  attendanceSearch,
  filteredPeople,
  idOf,
  NO_FILTER,
  nameOf,
  PERIODS,
  type Person,
  periodOf,
  SORTS,
  TYPES,
} from './attendance-search.ts';
import { LETTERS, letterOf, OUTCOMES, OutcomeCell } from './outcome.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { PolicyDialog } from './policy-dialog.tsx';
import { Trend, trendQuery } from './trend.tsx';

/** Below the rest, and of guilds that have named their log alone. */
const PastAttendance = lazyPart(() => import('./past-attendance.tsx'), 'PastAttendance');

const route = getRouteApi('/shell/app/g/$guild/attendance');

const matrixQuery = (id: string, search: AttendanceSearch) => {
  const { from } = periodOf(search);
  return api.attendance.matrix.queryOptions({
    id,
    locale: gameLocale(),
    ...(from ? { since: from } : {}),
    ...(search.type ? { eventType: search.type } : {}),
  });
};

export async function loadAttendance(ref: string, given: Record<string, unknown>) {
  const search = attendanceSearch(given);
  const [{ id }] = await Promise.all([queryClient.ensureQueryData(guildQuery(ref)), attendanceWords.load()]);
  await Promise.all([
    queryClient.prefetchQuery(matrixQuery(id, search)),
    queryClient.prefetchQuery(trendQuery(id, search)),
    queryClient.prefetchQuery(api.nights.past.queryOptions({ id, locale: gameLocale() })),
  ]);
}

export function AttendancePage() {
  const words = attendanceWords.use();
  const guild = useGuild();
  const search = attendanceSearch(route.useSearch());
  const navigate = route.useNavigate();
  const [policy, setPolicy] = useState(false);
  const change = (changes: AttendanceSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  const { since } = periodOf(search);
  return (
    <div className={styles.page}>
      <PageHead
        title={words.title}
        lead={may(guild.abilityRules, 'read', 'OfficerData') ? words.lead : words.leadOwn}
        actions={
          <>
            {may(guild.abilityRules, 'read', 'OfficerData') && (
              <Link to="/g/$guild/absences" params={{ guild: guildRef(guild) }} className={buttonClass()}>
                {words.away}
              </Link>
            )}
            <Button icon="note" onClick={() => setPolicy(true)}>
              {words.policy.title}
            </Button>
          </>
        }
      />
      <FilterBar label={words.filters}>
        <SegmentedControl
          legend={words.since}
          value={since}
          onChange={(value) => change({ since: PERIODS.find((one) => one === value) })}
          choices={PERIODS.map((value) => ({
            value: value as string,
            label: value === 'all' ? words.allTime : words.days({ days: Number(value) }),
          }))}
        />
        <Choice
          label={words.type}
          value={search.type ?? ''}
          onChange={(value) => change({ type: TYPES.find((one) => one === value) })}
          options={[['', words.anyType], ...TYPES.map((type) => [type, words.types[type]] as const)]}
        />
      </FilterBar>
      <SectionBoundary key={`${since}/${search.type}`}>
        <Section title={words.byWeek}>
          <Trend guild={guild} search={search} />
        </Section>
        <Section className={styles.matrix ?? ''}>
          <People guild={guild} search={search} onChange={change} />
        </Section>
      </SectionBoundary>
      <SectionBoundary>
        <Suspense>
          <PastAttendance guild={guild} />
        </Suspense>
      </SectionBoundary>
      {search.member && (
        <PersonDialog
          guild={guild}
          member={search.member}
          search={search}
          onClose={() => change({ member: undefined })}
        />
      )}
      {policy && <PolicyDialog guild={guild} onClose={() => setPolicy(false)} />}
    </div>
  );
}

type Event = AttendanceMatrixView['events'][number];
/** An event and its index in each person's string of outcome letters. */
type Column = Event & { place: number };

type PeopleProps = { guild: OrganizationView; search: AttendanceSearch; onChange(changes: AttendanceSearch): void };

function People({ guild, search, onChange }: PeopleProps) {
  const words = attendanceWords.use();
  const marks = coreWords.use().raider;
  const format = useFormat();
  const viewer = useViewer();
  const { events, members } = useSuspenseQuery(matrixQuery(guild.id, search)).data;
  const people = filteredPeople(members, useDeferredValue(search));
  const columns: Column[] = events.map((event, place) => ({ ...event, place }));
  const officer = may(guild.abilityRules, 'read', 'OfficerData');
  if (events.length === 0) {
    return (
      <Empty icon="heat" title={words.none}>
        {words.noneHint}
      </Empty>
    );
  }
  const take = () =>
    downloadCsv(
      `${guild.name} attendance`,
      [
        words.csv.name,
        words.csv.person,
        words.csv.class,
        words.csv.rank,
        words.csv.rate,
        words.csv.counted,
        words.csv.streak,
        ...events.map(({ title, startsAt }) => `${startsAt.slice(0, 10)} ${title}`),
      ],
      people.map((person) => [
        person.mainCharacter?.name ?? '',
        withMark(nameOf(person), raiderMark(marks, person.raider)),
        person.mainCharacter?.class.name,
        person.rank?.name,
        person.rate,
        person.eventsCounted,
        person.streak,
        ...[...person.outcomes].map((letter) => {
          const known = letterOf(letter);
          return known && words.outcomes[OUTCOMES[known]];
        }),
      ]),
    );
  return (
    <>
      <header className={`card-head ${styles.head}`}>
        <h2>{words.people({ count: people.length })}</h2>
        <ul className={styles.legend} aria-label={words.legend}>
          {LETTERS.map((letter) => (
            <li key={letter}>
              <OutcomeCell letter={letter} />
              <span aria-hidden="true">{words.outcomes[OUTCOMES[letter]]}</span>
            </li>
          ))}
        </ul>
      </header>
      {officer && (
        <div className={styles.filters}>
          <PeopleFilters people={members} search={search} onChange={onChange}>
            <Button small icon="download" disabled={people.length === 0} title={words.csv.hint} onClick={take}>
              CSV
            </Button>
            <FilterCount>{words.shown({ shown: people.length, all: members.length })}</FilterCount>
          </PeopleFilters>
        </div>
      )}
      {people.length === 0 ? (
        <Empty
          icon="search"
          title={words.nobody}
          action={<Button onClick={() => onChange(NO_FILTER)}>{words.reset}</Button>}
        />
      ) : (
        <Matrix
          label={words.heatMap}
          rows={people}
          columns={columns}
          rowKey={(person) => idOf(person)}
          columnKey={({ id }) => id}
          startAtEnd
          columnWidth={38}
          headHeight={48}
          own={({ user }) => user?.id === viewer?.id}
          corner={words.name}
          fixed={[
            { key: 'rate', head: words.rate, width: 118, cell: (person) => <Rate person={person} /> },
            {
              key: 'streak',
              head: words.streak,
              width: 64,
              cell: ({ streak }) => <span className="muted">{streak}</span>,
            },
          ]}
          rowHead={(person) => <Name person={person} onOpen={(member) => onChange({ member })} />}
          columnHead={({ title, startsAt }) => {
            const date = new Date(startsAt);
            return (
              <span className={styles.date} title={`${title}, ${format.dayAndTime(date)}`}>
                <em>{format.shortMonth(date)}</em>
                {format.dayNumber(date)}
                <span className="sr"> {title}</span>
              </span>
            );
          }}
          cell={(person, { place, title }) => {
            const letter = letterOf(person.outcomes[place]);
            return <OutcomeCell letter={letter} title={letter && `${title}: ${words.outcomes[OUTCOMES[letter]]}`} />;
          }}
        />
      )}
    </>
  );
}

function Name({ person, onOpen }: { person: Person; onOpen(id: string): void }) {
  const words = attendanceWords.use();
  const { mainCharacter } = person;
  return (
    <button
      type="button"
      className={styles.name}
      title={words.explain({ name: nameOf(person) })}
      onClick={() => onOpen(idOf(person))}
    >
      {mainCharacter && <ClassTile of={mainCharacter.class} />}
      <ClassName classId={mainCharacter?.class.id ?? null}>{nameOf(person)}</ClassName>
      <RaiderMark of={person.raider} />
    </button>
  );
}

function Rate({ person: { rate, tooLittleData, eventsCounted, present, late, benched } }: { person: Person }) {
  const words = attendanceWords.use();
  if (rate === null) return <span className="muted">–</span>;
  if (tooLittleData) {
    return (
      <i className="muted small" title={words.of({ there: present + late + benched, counted: eventsCounted })}>
        {words.tooLittle}
      </i>
    );
  }
  return (
    <span className={styles.rate}>
      <b>{Math.round(rate * 100)} %</b>
      <small className="muted">{words.of({ there: present + late + benched, counted: eventsCounted })}</small>
    </span>
  );
}

type FiltersProps = {
  people: readonly Person[];
  search: AttendanceSearch;
  onChange(changes: AttendanceSearch): void;
  children: ReactNode;
};

function PeopleFilters({ people, search, onChange, children }: FiltersProps) {
  const words = attendanceWords.use();
  const ranks = [...new Map(people.flatMap(({ rank }) => (rank ? [[rank.rank, rank.name] as const] : [])))].sort(
    ([a], [b]) => a - b,
  );
  const classes = new Map(
    people.flatMap(({ mainCharacter }) => (mainCharacter ? [[mainCharacter.class.id, mainCharacter.class.name]] : [])),
  );
  const number = (value: string) => (value === '' ? undefined : Number(value));
  return (
    <FilterBar label={words.filterPeople}>
      <SearchField
        label={words.search}
        hint={words.search}
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      {ranks.length > 0 && (
        <>
          <Choice
            label={words.rankFrom}
            value={String(search.from ?? '')}
            onChange={(from) => onChange({ from: number(from) })}
            options={[['', words.rankFrom], ...ranks.map(([rank, name]) => [String(rank), name] as const)]}
          />
          <Choice
            label={words.rankTo}
            value={String(search.to ?? '')}
            onChange={(to) => onChange({ to: number(to) })}
            options={[['', words.rankTo], ...ranks.map(([rank, name]) => [String(rank), name] as const)]}
          />
        </>
      )}
      <Choice
        label={words.class}
        value={String(search.class ?? '')}
        onChange={(value) => onChange({ class: number(value) })}
        options={[['', words.anyClass], ...[...classes].map(([id, name]) => [String(id), name ?? ''] as const)]}
      />
      <Choice
        always
        label={words.sort}
        value={search.sort ?? 'rate'}
        onChange={(value) => onChange({ sort: SORTS.find((one) => one === value) })}
        options={SORTS.map((sort) => [sort, words.sorts[sort]])}
      />
      {children}
    </FilterBar>
  );
}
