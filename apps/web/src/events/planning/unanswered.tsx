import type { EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationView, UnansweredView } from '@guildhall/contracts/participation.ts';
import { queryOptions, useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { loadOnce } from '../../api/load-once.ts';
import { serviceTime } from '../../api/service-time.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon, roleIcon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { RaiderMark, raiderMark } from '../../ui/raider-mark.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from '../event/events.module.css';
import { participationsQuery, refreshEvents } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { isClosed } from '../signups/answer-control.tsx';
import { PersonName, PersonTile } from './participant-name.tsx';
import { planningWords } from './planning.words.ts';

/** On the phone the groups stand below each other: this leads to each of them. */
export function Jump({ event }: Of) {
  const words = planningWords.use();
  const { event: names } = eventsWords.use();
  const { data } = useSuspenseQuery(unansweredQuery(event.id));
  const { participations } = useSuspenseQuery(participationsQuery(event.id)).data;
  const away = data.members.filter((member) => member.away).length;
  const taken = event.counts.signedUp;
  const slots = event.slots.reduce((sum, { max }) => sum + max, 0);
  const groups = [
    { id: 'slots', name: words.slots, count: slots > 0 ? `${taken}/${slots}` : taken },
    { id: 'not-answered', name: words.notAnswered, count: data.members.length - away },
    { id: 'waitlist', name: names.waitlist, count: event.counts.waitlist },
    { id: 'away', name: words.away, count: away + participations.filter((part) => part.away === true).length },
  ];
  return (
    <nav className={styles.jump} aria-label={words.groups}>
      {groups
        .filter(({ count }) => count !== 0)
        .map(({ id, name, count }) => (
          <a
            key={id}
            href={`#${id}`}
            onClick={(tap) => {
              tap.preventDefault();
              document.getElementById(id)?.scrollIntoView({ block: 'start' });
            }}
          >
            {name} <b>{count}</b>
          </a>
        ))}
    </nav>
  );
}

const PAGE_SIZE = 200;

/** All of them: counts, absences and the table are of everyone. */
const unansweredQuery = (id: string) =>
  queryOptions({
    queryKey: [...api.participations.pathKey(), 'unanswered', id, gameLocale()],
    queryFn: async () => {
      const page = (number: number) =>
        client.participations.unanswered.query({ id, locale: gameLocale(), page: number, pageSize: PAGE_SIZE });
      const first = await page(1);
      const members = [...first.members];
      for (let number = 2; number <= first.pagination.totalPages; number += 1)
        members.push(...(await page(number)).members);
      return { ...first, members };
    },
  });

type Member = UnansweredView['members'][number];
type Of = { event: EventView };

const SHOWN = 8;

/** Members and raiders without an answer, for officers: with a reminder for those it reaches, and an answer on behalf of one. */
export function Unanswered({ event }: Of) {
  const words = planningWords.use();
  const format = useFormat();
  const { data } = useSuspenseQuery(unansweredQuery(event.id));
  const { participations } = useSuspenseQuery(participationsQuery(event.id)).data;
  const [all, setAll] = useState(false);
  const remind = useMutation({
    ...api.participations.remind.mutationOptions(),
    onError: toastFailure,
    onSuccess: async ({ reminded }) => {
      toast({ text: words.reminded({ count: reminded }) });
      await refreshEvents();
    },
  });
  const open = data.members.filter(({ away }) => !away);
  const absent = data.members.filter(({ away }) => away);
  const absentParts = participations.filter(({ away }) => away === true);
  const next = data.remindableAt && Date.parse(data.remindableAt) > serviceTime() ? data.remindableAt : null;
  return (
    <>
      <section id="not-answered" className="card" aria-label={words.notAnswered}>
        <header className="card-head">
          <h2>
            {words.notAnswered} <span className="tag ember">{open.length}</span>
          </h2>
          <span className="row end">
            <IconButton
              icon="download"
              label={words.csv}
              onClick={() => save(event, data.members).catch(toastFailure)}
            />
            {!isClosed(event) && (
              <Button
                small
                icon="send"
                pending={remind.isPending}
                disabled={next !== null || data.reachable === 0}
                title={data.reachable === 0 ? words.noneToRemind : undefined}
                onClick={() => remind.mutate({ id: event.id })}
              >
                {words.remind({ count: data.reachable })}
              </Button>
            )}
          </span>
        </header>
        {open.length === 0 ? (
          <p className={`muted small ${styles.note}`}>{words.everyoneAnswered}</p>
        ) : (
          <ul className={styles.board}>
            {open.slice(0, all ? undefined : SHOWN).map((member) => (
              <Open key={keyOf(member)} event={event} member={member} />
            ))}
          </ul>
        )}
        {!all && open.length > SHOWN && (
          <p className={styles.note}>
            <Button small kind="ghost" onClick={() => setAll(true)}>
              {words.all}
            </Button>
          </p>
        )}
        {data.remindedAt && (
          <p className="fresh">
            <Icon name="clock" size="s" />
            <span>{words.lastReminder({ when: format.dayAndTime(new Date(data.remindedAt)) })}</span>
          </p>
        )}
      </section>
      {absent.length + absentParts.length > 0 && (
        <section id="away" className="card" aria-label={words.away}>
          <header className="card-head">
            <h2>
              {words.away} <span className="muted small">{absent.length + absentParts.length}</span>
            </h2>
          </header>
          <ul className={styles.board}>
            {absentParts.map((part) => (
              <AwayPart key={part.id} event={event} part={part} />
            ))}
            {absent.map((member) => (
              <li key={keyOf(member)} className={styles.person}>
                <Identity event={event} member={member} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const keyOf = ({ user, raider }: Member) => user?.id ?? raider?.id;
const nameOf = ({ user, raider, character }: Member) =>
  character?.name ?? user?.displayName ?? raider?.character?.name ?? raider?.name ?? '';

function Identity({ event, member }: Of & { member: Member }) {
  const { roleNames } = eventsWords.use();
  const { user, raider, character, usualRole } = member;
  const shown = character?.class ?? raider?.character?.class ?? null;
  const name = <ClassName classId={shown?.id ?? null}>{nameOf(member)}</ClassName>;
  return (
    <>
      {shown && <ClassTile of={shown} />}
      <span className="grow">
        {user ? (
          <PersonLink guild={event.organizationId} person={user.id} title={user.displayName}>
            {name}
          </PersonLink>
        ) : (
          name
        )}
        <small className="muted">
          {usualRole && `${roleNames[usualRole]}${user ? '' : ' · '}`}
          <RaiderMark of={raider} />
        </small>
      </span>
    </>
  );
}

function Open({ event, member }: Of & { member: Member }) {
  const words = planningWords.use();
  return (
    <li className={styles.person}>
      <Identity event={event} member={member} />
      {member.user && <small className="muted">{member.reach ? words.reach[member.reach] : words.notReached}</small>}
      <AnswerFor event={event} member={member} />
    </li>
  );
}

function AnswerFor({ event, member }: Of & { member: Member }) {
  const words = planningWords.use();
  const { officer, roleNames } = eventsWords.use();
  const name = nameOf(member);
  const { user, raider } = member;
  const person = user ? { userId: user.id } : { raiderId: raider?.id ?? '' };
  const add = useMutation({
    ...api.participations.add.mutationOptions(),
    onError: toastFailure,
    onSuccess: async () => {
      await refreshEvents();
      toast({ text: officer.added({ name }) });
    },
  });
  const places: MenuItem[] =
    event.slots.length === 0
      ? [{ label: officer.givePlace, icon: 'check', onSelect: () => add.mutate({ id: event.id, ...person }) }]
      : event.slots.map(({ roleKey, signedUp, max }) => ({
          label: officer.toRole({ role: roleNames[roleKey] }),
          icon: roleIcon(roleKey),
          disabledBecause: signedUp >= max ? officer.roleFull : undefined,
          onSelect: () => add.mutate({ id: event.id, ...person, roleKey }),
        }));
  return (
    <span className={styles.tools}>
      <Menu label={words.answerFor({ name })} items={places} />
    </span>
  );
}

function AwayPart({ event, part }: Of & { part: ParticipationView }) {
  const words = planningWords.use();
  return (
    <li className={styles.person}>
      <PersonTile part={part} />
      <span className="grow">
        <PersonName part={part} guild={event.organizationId} />
      </span>
      {part.status === 'signed_up' && <small className="warn">{words.hasPlace}</small>}
    </li>
  );
}

const table = loadOnce(() => import('../../ui/csv.ts'));

async function save(event: EventView, members: Member[]): Promise<void> {
  const { downloadCsv } = await table();
  const words = planningWords.now();
  const marks = coreWords.now().raider;
  const { columns, reach: reached } = words;
  downloadCsv(
    `${event.title} ${words.notAnswered}`,
    [columns.name, columns.character, columns.role, columns.reach, columns.away],
    members.map(({ user, raider, character, usualRole, reach, away }) => [
      user?.displayName ?? raider?.name ?? '',
      character?.name ?? raider?.character?.name ?? '',
      usualRole ?? '',
      reach ? reached[reach] : (raiderMark(marks, raider) ?? words.notReached),
      away ? words.away : '',
    ]),
  );
}
