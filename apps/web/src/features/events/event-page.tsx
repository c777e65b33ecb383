import type { EventView } from '@guildhall/contracts/event.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { useFormat } from '../../i18n/format.ts';
import { guildRef, useMyGuilds } from '../../shell/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Pips } from '../../ui/pips.tsx';
import { Section, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { AnswerControl, hasBegun, isClosed } from '../signup/answer-control.tsx';
import { AttendanceList } from './attendance-list.tsx';
import { placesOf } from './event-card.tsx';
import { EventLog } from './event-log.tsx';
import { EventPicture } from './event-picture.tsx';
import styles from './events.module.css';
import { eventQuery } from './events.queries.ts';
import { eventsWords } from './events.words.ts';
import { OfficerBar } from './officer-bar.tsx';
import { Places } from './places.tsx';
import { saveForCalendar } from './save-for-calendar.ts';

/** Few events have a long text, so the page does not wait for it. */
const Markdown = lazyPart(() => import('../../ui/markdown.tsx'), 'Markdown');

const ZoneDialog = lazyPart(() => import('./end-dialogs.tsx'), 'ZoneDialog');

const route = getRouteApi('/shell/app/events/$event');

export function EventPage() {
  const words = eventsWords.use();
  const { event: id } = route.useParams();
  const { attendance } = route.useSearch();
  const { data: event } = useSuspenseQuery(eventQuery(id));
  const mayEdit = may(event.abilityRules, 'update', 'Event');
  const recording = mayEdit && attendance === true;
  return (
    <div className={styles.page}>
      <Banner event={event} />
      {mayEdit && <OfficerBar event={event} recording={recording} />}
      {mayEdit && isToCome(event) && event.timeZone !== event.guildTimeZone && <OtherZone event={event} />}
      {event.status === 'cancelled' && <p className={`card ${styles.note} warn`}>{words.event.cancelledNote}</p>}
      {event.status === 'draft' && <p className={`card ${styles.note} muted`}>{words.event.draftNote}</p>}
      <div className={styles.split}>
        <div className={styles.stack}>
          <SectionBoundary>
            <Suspense fallback={<Skeleton height={360} />}>
              {recording ? <AttendanceList event={event} /> : <Places event={event} mayEdit={mayEdit} />}
            </Suspense>
          </SectionBoundary>
        </div>
        <div className={styles.aside}>
          <When event={event} />
          <section className={`card pad ${styles.answer}`} aria-label={words.event.yourAnswer}>
            <p className="eyebrow">{words.event.yourAnswer}</p>
            <AnswerControl event={event} large />
          </section>
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
      <div className={styles.stick} data-bottom-bar>
        <AnswerControl event={event} large />
      </div>
    </div>
  );
}

const isToCome = (event: EventView) => event.status !== 'completed' && event.status !== 'cancelled' && !hasBegun(event);

/** After the guild's time zone changed, its events keep theirs until an officer moves them. */
function OtherZone({ event }: { event: EventView }) {
  const { event: words } = eventsWords.use();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  return (
    <section className={`card ${styles.note} row between wrap`}>
      <p>{words.otherZone(format.zoneName(event.timeZone), format.zoneName(event.guildTimeZone))}</p>
      <Button small icon="clock" onClick={() => setOpen(true)}>
        {words.toGuildZone}
      </Button>
      <Suspense>{open && <ZoneDialog event={event} onClose={() => setOpen(false)} />}</Suspense>
    </section>
  );
}

function Banner({ event }: { event: EventView }) {
  const words = eventsWords.use();
  const format = useFormat();
  const guild = useMyGuilds().find(({ id }) => id === event.organizationId);
  const all = event.slots.reduce((sum, { max }) => sum + max, 0);
  const facts = [
    event.journalInstance?.name,
    event.createdBy && words.agenda.ledBy(event.createdBy.displayName),
    all > 0 ? words.event.places(event.counts.signedUp, all) : words.event.people(event.counts.signedUp),
  ];
  const toCome = event.status === 'published' && !hasBegun(event);
  return (
    <header className={styles.banner}>
      <EventPicture event={event} />
      <div className={styles.bannerIn}>
        <title>{`${event.title} · Guildhall`}</title>
        <p className="row wrap">
          {guild && (
            <Link to="/g/$guild/events" params={{ guild: guildRef(guild) }} className="tag">
              <Icon name="left" size="s" />
              {guild.name}
            </Link>
          )}
          <span className="tag">{words.types[event.type]}</span>
          {event.status !== 'published' && (
            <span className={event.status === 'cancelled' ? 'tag t-bad' : 'tag'}>{words.statuses[event.status]}</span>
          )}
          {toCome && event.signupDeadline && (
            <span className={isClosed(event) ? 'tag t-warn' : 'tag t-ok'}>
              {isClosed(event)
                ? words.event.deadlinePassed(format.dayAndTime(new Date(event.signupDeadline)))
                : words.event.deadline(format.dayAndTime(new Date(event.signupDeadline)))}
            </span>
          )}
        </p>
        <h1 tabIndex={-1}>{event.title}</h1>
        <p className="muted">{facts.filter(Boolean).join(' · ')}</p>
        {event.slots.length > 0 && <Pips places={placesOf(event)} />}
      </div>
    </header>
  );
}

/** The viewer's time large, the guild's below it. */
function When({ event }: { event: EventView }) {
  const { event: words } = eventsWords.use();
  const format = useFormat();
  const start = new Date(event.startsAt);
  const end = new Date(event.endsAt);
  const differs = format.dayAndTime(start) !== format.dayAndTime(start, event.timeZone);
  const soon =
    end.getTime() < Date.now() ? words.over : start.getTime() < Date.now() ? words.begun : format.relative(start);
  return (
    <section className={`card pad ${styles.when}`} aria-label={words.when}>
      <p className="eyebrow">{words.when}</p>
      <p className={styles.big}>
        <time dateTime={event.startsAt} title={format.full(start)}>
          {format.dayAndTime(start)}
        </time>
      </p>
      <p className="muted small">{words.until(format.time(end), format.zoneName(format.timeZone))}</p>
      {differs && (
        <p className={styles.guildTime}>
          {(event.timeZone === event.guildTimeZone ? words.guildTime : words.eventTime)(
            format.dayAndTime(start, event.timeZone),
            format.zoneName(event.timeZone),
          )}
        </p>
      )}
      <p className="row between">
        <span className="tag ember">{soon}</span>
        <Button small kind="ghost" icon="download" onClick={() => saveForCalendar(event)}>
          {words.addToCalendar}
        </Button>
      </p>
    </section>
  );
}
