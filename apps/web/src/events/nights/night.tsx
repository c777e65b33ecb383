import type { EventView } from '@guildhall/contracts/event.ts';
import type { NightView } from '@guildhall/contracts/night.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { useViewer } from '../../api/session.ts';
import { guildQuery, guildRef } from '../../routes/current-guild.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Empty } from '../../ui/states.tsx';
import { LogShare } from './log-share.tsx';
import { Logs } from './logs.tsx';
import styles from './night.module.css';
import { nightQuery } from './nights.queries.ts';
import { nightsWords } from './nights.words.ts';
import { Pulls } from './pulls.tsx';

/** Officers alone need it. */
const AttendanceAtNight = lazyPart(() => import('./attendance-at-night.tsx'), 'AttendanceAtNight');

const maySee = ({ abilityRules }: OrganizationView) => may(abilityRules, 'read', 'Roster');

type Of = { event: EventView };
type Read = Of & { guild: OrganizationView; night: NightView };

function useReader({ organizationId, status }: EventView) {
  const { data: guild } = useSuspenseQuery(guildQuery(organizationId));
  const isPublished = status === 'published' || status === 'completed';
  return { guild, mayRead: isPublished && maySee(guild) };
}

/** An event as Warcraft Logs recorded it: its pulls. Nothing for members while nothing was read. */
export function Night({ event }: Of) {
  const { guild, mayRead } = useReader(event);
  return mayRead && <Strip event={event} guild={guild} />;
}

function Strip({ event, guild }: Omit<Read, 'night'>) {
  const { data: night } = useSuspenseQuery(nightQuery(event.id));
  if (night.pulls.length === 0) return <NothingRead event={event} guild={guild} night={night} />;
  return <Pulls event={event} night={night} />;
}

/** Once `Night` has read it. */
function useNight(event: EventView): Omit<Read, 'event'> | null {
  const { guild, mayRead } = useReader(event);
  const { data } = useQuery({ ...nightQuery(event.id), enabled: false });
  return mayRead && data ? { guild, night: data } : null;
}

/** Attendance as the log proposes it, or the viewer's own. */
export function NightAttendance({ event }: Of) {
  const read = useNight(event);
  if (!read || read.night.pulls.length === 0) return null;
  const { guild, night } = read;
  const seesAll = night.mayConfirm || may(guild.abilityRules, 'read', 'OfficerData');
  return seesAll ? <AttendanceAtNight event={event} night={night} /> : <OwnNight night={night} />;
}

/** The reports of the night. */
export function NightReports({ event }: Of) {
  const read = useNight(event);
  if (!read || (read.night.pulls.length === 0 && !isForOfficers(event, read.night))) return null;
  return <Logs event={event} night={read.night} />;
}

const isForOfficers = ({ type }: EventView, { mayConfirm, available, reports }: NightView) =>
  mayConfirm && type === 'raid' && (available || reports.length > 0);

function NothingRead({ event, guild, night }: Read) {
  const { logs: words, title } = nightsWords.use();
  if (!isForOfficers(event, night)) return null;
  const attached = night.reports.some((report) => report.attached);
  return (
    <section className="card" aria-label={title}>
      {attached ? (
        <Empty icon="clock" title={words.noPulls}>
          {words.noPullsHint}
        </Empty>
      ) : night.named ? (
        <Empty icon="clock" title={words.none}>
          {words.noneHint}
        </Empty>
      ) : (
        <Empty
          icon="clock"
          title={words.unnamed}
          action={
            may(guild.abilityRules, 'update', 'Organization') && (
              <Link
                to="/g/$guild/settings/$tab"
                params={{ guild: guildRef(guild), tab: 'logs' }}
                className={buttonClass()}
              >
                <Icon name="gear" />
                {words.settings}
              </Link>
            )
          }
        >
          {words.unnamedHint}
        </Empty>
      )}
    </section>
  );
}

/** Members see their own row alone. */
function OwnNight({ night }: { night: NightView }) {
  const words = nightsWords.use();
  const viewer = useViewer();
  const mine = night.raiders.find(({ userId }) => userId === viewer?.id);
  if (!mine) return null;
  return (
    <section className={`card pad ${styles.own}`} aria-label={words.yours}>
      <h2 className="eyebrow">{words.yours}</h2>
      <LogShare raider={mine} night={night} long />
      <p className="muted small">
        {mine.attendance ? words.recordedAs({ state: words.states[mine.attendance] }) : words.notConfirmed}
      </p>
    </section>
  );
}
