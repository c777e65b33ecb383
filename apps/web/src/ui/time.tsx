import { coreWords } from '../i18n/core.words.ts';
import { useFormat } from '../i18n/format.ts';
import { Icon } from './icon.tsx';

type Instant = string;

/** “2 hours ago”, with the full date as a tooltip. */
export function TimeAgo({ at }: { at: Instant }) {
  const format = useFormat();
  const date = new Date(at);
  return (
    <time dateTime={at} title={format.full(date)}>
      {format.relative(date)}
    </time>
  );
}

type Both = {
  at: Instant;
  /** That of the event, called the guild's while the guild has the same. */
  timeZone: string;
  guildTimeZone: string;
  day?: boolean;
};

/** The viewer's local time, and the event's if it differs. */
export function TimeBoth({ at, timeZone, guildTimeZone, day = true }: Both) {
  const words = coreWords.use();
  const format = useFormat();
  const date = new Date(at);
  const own = day ? format.dayAndTime(date) : format.time(date);
  const differs = format.dayAndTime(date) !== format.dayAndTime(date, timeZone);
  return (
    <time dateTime={at} title={format.full(date)}>
      <b>{own}</b>
      {differs && (
        <span className="muted" title={format.full(date, timeZone)}>
          {' · '}
          {(timeZone === guildTimeZone ? words.time.guildTime : words.time.eventTime)({
            time: format.time(date, timeZone),
            zone: format.zoneName(timeZone),
          })}
        </span>
      )}
    </time>
  );
}

type FreshnessProps = {
  asOf: Instant | null;
  next?: Instant | null;
  /** The reason of the last failure, shown as a warning. */
  failed?: string | undefined;
};

/** The last line of every section with data from the game. */
export function Freshness({ asOf, next = null, failed }: FreshnessProps) {
  const words = coreWords.use();
  const format = useFormat();
  return (
    <p className={failed ? 'fresh warn' : 'fresh'}>
      <Icon name={failed ? 'alert' : 'clock'} size="s" />
      <span>
        {asOf ? words.time.asOf({ ago: format.relative(new Date(asOf)) }) : words.time.neverFetched}
        {next && ` · ${words.time.next({ soon: format.relative(new Date(next)) })}`}
        {failed && ` · ${failed}`}
      </span>
    </p>
  );
}
