import type { EventView } from '@guildhall/contracts/event.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AwayButton } from '../../account/away/away-button.tsx';
import { may } from '../../api/ability.tsx';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef, useMyGuilds } from '../../routes/current-guild.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMedia } from '../../ui/media.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { RoleSlots } from '../../ui/role-slots.tsx';
import { Section, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { slotsByRole } from '../event/event-card.tsx';
import { EventPicture } from '../event/event-picture.tsx';
import styles from '../event/events.module.css';
import { eventQuery } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { AnswerControl, hasBegun, isClosed } from '../signups/answer-control.tsx';
import { signupsWords } from '../signups/signups.words.ts';
import { OfficerBar } from './officer-bar.tsx';
import { Participants } from './participants.tsx';
import { saveForCalendar } from './save-for-calendar.ts';

/** It stands last, and people without the guild never see it. */
const EventLog = lazyPart(() => import('./event-log.tsx'), 'EventLog');
const AttendanceList = lazyPart(() => import('./attendance-list.tsx'), 'AttendanceList');
/** Few events have a long text, so the page does not wait for it. */
const Markdown = lazyPart(() => import('../../ui/markdown.tsx'), 'Markdown');

const SeriesStrip = lazyPart(() => import('./series-strip.tsx'), 'SeriesStrip');

/** Officers alone need it, and its menus. */
const Unanswered = lazyPart(() => import('./unanswered.tsx'), 'Unanswered');
const Jump = lazyPart(() => import('./unanswered.tsx'), 'Jump');

/** Only once the event has begun, so that answering weighs no more. The page waits for it, because it stands above the rest. */
const loadNight = () => import('../nights/night.tsx');
const Night = lazyPart(loadNight, 'Night');
const NightAttendance = lazyPart(loadNight, 'NightAttendance');
const NightReports = lazyPart(loadNight, 'NightReports');

const OtherZone = lazyPart(() => import('./other-zone.tsx'), 'OtherZone');

const route = getRouteApi('/shell/app/events/$event');

export function EventPage() {
  const words = eventsWords.use();
  const { event: id } = route.useParams();
  const { attendance, apply } = route.useSearch();
  const { data: event } = useSuspenseQuery(eventQuery(id));
  const mayEdit = may(event.abilityRules, 'update', 'Event');
  // The creator of a group event edits it, and has no business with all members.
  const managesEvents = may(event.abilityRules, 'manage', 'Event');
  const asksForAnswers = managesEvents && isToCome(event) && event.status === 'published';
  const begun = hasBegun(event);
  const recording = mayEdit && attendance === true;
  // At the thumb, or beside the participants.
  const onPhone = useMedia('(max-width: 767px)');
  return (
    <div className={styles.page}>
      <Banner event={event} />
      {mayEdit && <OfficerBar event={event} recording={recording} apply={apply} />}
      {event.recurringSeriesId && (
        <SectionBoundary>
          <Suspense fallback={<Skeleton height={56} />}>
            <SeriesStrip event={event} apply={apply} mayEdit={mayEdit} />
          </Suspense>
        </SectionBoundary>
      )}
      {mayEdit && isToCome(event) && event.timeZone !== event.guildTimeZone && (
        <Suspense>
          <OtherZone event={event} />
        </Suspense>
      )}
      {event.status === 'cancelled' && <p className={`card ${styles.note} warn`}>{words.event.cancelledNote}</p>}
      {event.status === 'draft' && <p className={`card ${styles.note} muted`}>{words.event.draftNote}</p>}
      {asksForAnswers && (
        <Suspense>
          <Jump event={event} />
        </Suspense>
      )}
      {begun && (
        <SectionBoundary>
          <Night event={event} />
        </SectionBoundary>
      )}
      <div className={styles.split}>
        <div className={styles.stack}>
          {begun && (
            <SectionBoundary fallback={nothing}>
              <NightAttendance event={event} />
            </SectionBoundary>
          )}
          <SectionBoundary>
            <Suspense fallback={<Skeleton height={360} />}>
              {recording ? <AttendanceList event={event} /> : <Participants event={event} mayEdit={mayEdit} />}
            </Suspense>
          </SectionBoundary>
        </div>
        <div className={styles.aside}>
          {begun && (
            <SectionBoundary fallback={nothing}>
              <NightReports event={event} />
            </SectionBoundary>
          )}
          <When event={event} />
          {asksForAnswers && (
            <SectionBoundary>
              <Suspense fallback={<Skeleton height={240} />}>
                <Unanswered event={event} />
              </Suspense>
            </SectionBoundary>
          )}
          {(begun || !onPhone) && (
            <section className={`card pad ${styles.answer}`} aria-label={words.event.yourAnswer}>
              <p className="eyebrow">{words.event.yourAnswer}</p>
              <AnswerControl event={event} large />
            </section>
          )}
          {event.description && (
            <section className={`card pad ${styles.about}`}>
              <h2 className="eyebrow">{words.event.about}</h2>
              <SectionBoundary>
                <Suspense fallback={<Skeleton />}>
                  <Markdown text={event.description} />
                </Suspense>
              </SectionBoundary>
            </section>
          )}
          <Section title={words.log.title} className={styles.logCard ?? ''}>
            <EventLog event={event} />
          </Section>
        </div>
      </div>
      {onPhone && !begun && (
        <div className={styles.stick} data-bottom-bar>
          <AnswerControl event={event} large />
        </div>
      )}
    </div>
  );
}

/** The night itself shows why it cannot be read. */
const nothing = () => null;

const hasLineup = ({ type, status }: EventView) =>
  (type === 'raid' || type === 'dungeon') && (status === 'published' || status === 'completed');

const isToCome = (event: EventView) => event.status !== 'completed' && event.status !== 'cancelled' && !hasBegun(event);

function Banner({ event }: { event: EventView }) {
  const words = eventsWords.use();
  const format = useFormat();
  const guild = useMyGuilds().find(({ id }) => id === event.organizationId);
  const all = event.slots.reduce((sum, { max }) => sum + max, 0);
  const facts = [
    hasBegun(event) && `${format.dayAndTime(new Date(event.startsAt))} – ${format.time(new Date(event.endsAt))}`,
    event.journalInstance?.name,
    event.createdBy && words.agenda.ledBy({ name: event.createdBy.displayName }),
    all > 0
      ? words.event.places({ taken: event.counts.signedUp, all })
      : words.event.people({ count: event.counts.signedUp }),
  ];
  const toCome = event.status === 'published' && !hasBegun(event);
  return (
    <header className={styles.banner}>
      <EventPicture event={event} />
      <div className={styles.bannerIn}>
        <PageTitle>{`${event.title} · Guildhall`}</PageTitle>
        <p className="row wrap">
          {guild && (
            <Link to="/g/$guild/events" params={{ guild: guildRef(guild) }} className="tag">
              <Icon name="left" size="s" />
              {guild.name}
            </Link>
          )}
          <span className="tag">{words.types[event.type]}</span>
          {guild && hasLineup(event) && (
            <Link
              to="/g/$guild/events/$event/lineup"
              params={{ guild: guildRef(guild), event: event.id }}
              className="tag ember"
            >
              <Icon name="columns" size="s" />
              {words.event.lineup}
            </Link>
          )}
          {hasLineup(event) && (
            <Link to="/events/$event/reserves" params={{ event: event.id }} className="tag">
              <Icon name="gem" size="s" />
              {words.event.reserves}
            </Link>
          )}
          {event.status !== 'published' && (
            <span className={event.status === 'cancelled' ? 'tag t-bad' : 'tag'}>{words.statuses[event.status]}</span>
          )}
          {toCome && event.signupDeadline && (
            <span className={isClosed(event) ? 'tag t-warn' : 'tag t-ok'}>
              {isClosed(event)
                ? words.event.deadlinePassed({ when: format.dayAndTime(new Date(event.signupDeadline)) })
                : words.event.deadline({ when: format.dayAndTime(new Date(event.signupDeadline)) })}
            </span>
          )}
        </p>
        <h1 tabIndex={-1}>{event.title}</h1>
        <p className="muted">{facts.filter(Boolean).join(' · ')}</p>
        {event.slots.length > 0 && <RoleSlots places={slotsByRole(event)} />}
      </div>
    </header>
  );
}

/** The viewer's time large, the guild's below it. */
function When({ event }: { event: EventView }) {
  const { event: words } = eventsWords.use();
  const { absence } = signupsWords.use();
  const format = useFormat();
  const start = new Date(event.startsAt);
  const end = new Date(event.endsAt);
  const differs = format.dayAndTime(start) !== format.dayAndTime(start, event.timeZone);
  const soon =
    end.getTime() < serviceTime() ? words.over : start.getTime() < serviceTime() ? words.begun : format.relative(start);
  return (
    <section className={`card pad ${styles.when} ${hasBegun(event) ? '' : styles.first}`} aria-label={words.when}>
      <p className="eyebrow">{words.when}</p>
      <p className={styles.big}>
        <time dateTime={event.startsAt} title={format.full(start)}>
          {format.dayAndTime(start)}
        </time>
      </p>
      <p className="muted small">{words.until({ end: format.time(end), zone: format.zoneName(format.timeZone) })}</p>
      {differs && (
        <p className={styles.guildTime}>
          {(event.timeZone === event.guildTimeZone ? words.guildTime : words.eventTime)({
            time: format.dayAndTime(start, event.timeZone),
            zone: format.zoneName(event.timeZone),
          })}
        </p>
      )}
      <p className="row between">
        <span className="tag ember">{soon}</span>
        <Button small kind="ghost" icon="download" onClick={() => void saveForCalendar(event.id)}>
          {words.addToCalendar}
        </Button>
      </p>
      <Link to="/events/$event/plan" params={{ event: event.id }} className={buttonClass()}>
        <Icon name="note" />
        {words.plan}
      </Link>
      {isToCome(event) && <AwayButton label={absence.away} at={event.startsAt} />}
    </section>
  );
}
