import type { MemberPageView } from '@guildhall/contracts/member.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { awayWords } from '../../account/away/away.words.ts';
import { may } from '../../api/ability.tsx';
import { api, queryClient } from '../../api/client.ts';
import { useViewer } from '../../api/session.ts';
import { OutcomesOf } from '../../events/attendance/outcome.tsx';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from './people.module.css';
import { memberQuery } from './people.queries.ts';
import { peopleWords } from './people.words.ts';

const EnterAbsence = lazyPart(() => awayWords.load().then(() => import('./enter-absence.tsx')), 'EnterAbsence');

const route = getRouteApi('/shell/app/g/$guild/members/$person');

/** All that the viewer may know of one member. */
export function PersonPage() {
  const words = peopleWords.use();
  const { guild: ref, person: id } = route.useParams();
  const { data: person } = useSuspenseQuery(memberQuery(ref, id));
  const enterAbsence = <EnterAbsenceButton person={person} />;
  return (
    <div className="stack">
      <Head person={person} />
      <div className="split">
        <div className="stack">
          <Card title={words.characters}>
            <Characters person={person} />
          </Card>
          {person.attendance && (
            <Card
              title={words.attendance}
              end={
                <Link to="/g/$guild/attendance" params={{ guild: ref }} search={{ member: id }} className="link">
                  {words.allEvents}
                </Link>
              }
            >
              <Attendance attendance={person.attendance} />
            </Card>
          )}
        </div>
        <div className="stack">
          <Card title={words.answers} end={!person.absences && enterAbsence}>
            <Answers person={person} />
          </Card>
          {person.absences && (
            <Card title={words.absences} end={enterAbsence}>
              <Absences absences={person.absences} person={person.user.id} />
            </Card>
          )}
          <Roles person={person} guild={ref} />
        </div>
      </div>
    </div>
  );
}

function Card({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        {end}
      </header>
      {children}
    </section>
  );
}

function Head({ person }: { person: MemberPageView }) {
  const words = peopleWords.use();
  const format = useFormat();
  const { user, mainCharacter: main, attendance, lastPlayedAt, reach, joinedAt } = person;
  return (
    <header className={`card ${styles.head}`}>
      <PageTitle>{`${user.displayName} · Guildhall`}</PageTitle>
      <div className={styles.identity}>
        {main ? <ClassTile of={main.class} large /> : <Avatar name={user.displayName} url={user.avatarUrl} />}
        <div>
          <h1 tabIndex={-1}>{user.displayName}</h1>
          <p className="muted small">
            {main && <ClassName classId={main.class.id}>{main.name}</ClassName>}
            {main && ' · '}
            {words.memberSince({ when: format.date(new Date(joinedAt)) })}
          </p>
        </div>
      </div>
      <dl className={styles.facts}>
        {attendance && (
          <Fact name={words.nights}>
            {words.nightsOf({
              there: attendance.present + attendance.late + attendance.benched,
              all: attendance.eventsCounted,
            })}
          </Fact>
        )}
        {attendance && (
          <Fact name={words.rate}>{attendance.rate === null ? '–' : `${Math.round(attendance.rate * 100)} %`}</Fact>
        )}
        <Fact name={words.lastPlayed}>
          {lastPlayedAt ? format.relative(new Date(lastPlayedAt)) : <i className="muted">{words.unknown}</i>}
        </Fact>
        {/* Null also for those who may not know: then there is no attendance either. */}
        {(reach || attendance) && (
          <Fact name={words.reach}>{reach ? words.reached[reach] : <i className="muted">{words.muted}</i>}</Fact>
        )}
      </dl>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Characters({ person: { characters } }: { person: MemberPageView }) {
  const words = peopleWords.use();
  const format = useFormat();
  if (characters.length === 0) return <p className={`muted small ${styles.none}`}>{words.noCharacters}</p>;
  return (
    <ul className="list">
      {characters.map((character) => (
        <li key={character.id}>
          <ClassTile of={character.class} />
          <div className="grow">
            <p className="row wrap">
              <Link to="/characters/$id" params={{ id: character.id }} className="person-link clip">
                <ClassName classId={character.class.id}>{character.name}</ClassName>
              </Link>
              {character.isMain && <span className="tag ember">{words.main}</span>}
              {!character.verified && <span className="tag t-warn">{words.notProven}</span>}
            </p>
            <small>
              {[
                character.rankName ?? null,
                character.realm,
                words.level({ level: character.level }),
                character.lastLoginAt && format.relative(new Date(character.lastLoginAt)),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </div>
          {character.itemLevel !== null && <b className="num">{character.itemLevel}</b>}
        </li>
      ))}
    </ul>
  );
}

function Attendance({ attendance: { rows = [] } }: { attendance: NonNullable<MemberPageView['attendance']> }) {
  const words = peopleWords.use();
  if (rows.length === 0) return <p className={`muted small ${styles.none}`}>{words.noEvents}</p>;
  return <OutcomesOf rows={rows} className={styles.outcomes} />;
}

function Answers({ person: { answers } }: { person: MemberPageView }) {
  const words = peopleWords.use();
  const { roles } = coreWords.use();
  const format = useFormat();
  if (answers.length === 0) return <p className={`muted small ${styles.none}`}>{words.noEvents}</p>;
  return (
    <ul className="list">
      {answers.map(({ eventId, title, startsAt, status, roleKey }) => (
        <li key={eventId}>
          <div className="grow">
            <p className="clip">
              <Link to="/events/$event" params={{ event: eventId }}>
                {title}
              </Link>
            </p>
            <small>{format.dayAndTime(new Date(startsAt))}</small>
          </div>
          <span className={status === null ? 'tag ember' : 'tag'}>
            {[words.status[status ?? 'none'], roleKey && roles[roleKey]].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** For people who manage events; one's own absence is entered as “I am away”. */
function EnterAbsenceButton({ person: { user } }: { person: MemberPageView }) {
  const words = peopleWords.use();
  const guild = useGuild();
  const [open, setOpen] = useOpenDialog({ [`absence-of:${user.id}`]: true });
  const me = useViewer()?.id;
  if (user.id === me || !may(guild.abilityRules, 'manage', 'Event')) return null;
  return (
    <>
      <Button small kind="ghost" icon="moon" onClick={() => setOpen(true)}>
        {words.enterAbsence}
      </Button>
      <Suspense>{open && <EnterAbsence guild={guild.id} person={user} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  );
}

type AbsencesProps = { absences: NonNullable<MemberPageView['absences']>; person: string };

function Absences({ absences, person }: AbsencesProps) {
  const words = peopleWords.use();
  const format = useFormat();
  const guild = useGuild();
  const mayRemove = may(guild.abilityRules, 'manage', 'Event');
  const remove = useMutation(
    api.absences.removeForMember.mutationOptions({
      onSuccess: () => {
        toast({ text: words.absenceRemoved });
        return queryClient.invalidateQueries({ queryKey: api.memberPages.get.pathKey() });
      },
      onError: toastFailure,
    }),
  );
  if (absences.length === 0) return <p className={`muted small ${styles.none}`}>{words.noAbsences}</p>;
  const day = (text: string) => format.date(new Date(`${text}T12:00:00`));
  return (
    <ul className="list">
      {absences.map(({ id, from, to, note, enteredByOfficer }) => {
        const days = words.days({ from: day(from), to: day(to) });
        return (
          <li key={id}>
            <div className="grow">
              <p>{days}</p>
              <small className="clip">{[note, enteredByOfficer && words.byOfficer].filter(Boolean).join(' · ')}</small>
            </div>
            {enteredByOfficer && mayRemove && (
              <Button
                small
                kind="ghost"
                icon="x"
                aria-label={`${words.remove}: ${days}`}
                pending={remove.isPending && remove.variables.absenceId === id}
                onClick={() => remove.mutate({ id: guild.id, userId: person, absenceId: id })}
              >
                {words.remove}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Roles({ person: { roles, user }, guild: ref }: { person: MemberPageView; guild: string }) {
  const words = peopleWords.use();
  const guild = useGuild();
  return (
    <Card
      title={words.roles}
      end={
        may(guild.abilityRules, 'update', 'Role') && (
          <Link to="/g/$guild/members" params={{ guild: ref }} search={{ q: user.displayName }} className="link">
            {words.change}
          </Link>
        )
      }
    >
      <p className={`row wrap ${styles.none}`}>
        {roles.length === 0 && <span className="muted small">{words.noRoles}</span>}
        {roles.map(({ id, name }) => (
          <span key={id} className="tag">
            {name}
          </span>
        ))}
      </p>
    </Card>
  );
}
