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

/** The viewer's local time, and the guild's if it differs. */
export function TimeBoth({ at, guildTimeZone, day = true }: { at: Instant; guildTimeZone: string; day?: boolean }) {
  const words = coreWords.use();
  const format = useFormat();
  const date = new Date(at);
  const own = day ? format.dayAndTime(date) : format.time(date);
  const differs = format.dayAndTime(date) !== format.dayAndTime(date, guildTimeZone);
  return (
    <time dateTime={at} title={format.full(date)}>
      <b>{own}</b>
      {differs && (
        <span className="muted" title={format.full(date, guildTimeZone)}>
          {' · '}
          {words.time.guildTime(format.time(date, guildTimeZone), format.zoneName(guildTimeZone))}
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
        {asOf ? words.time.asOf(format.relative(new Date(asOf))) : words.time.neverFetched}
        {next && ` · ${words.time.next(format.relative(new Date(next)))}`}
        {failed && ` · ${failed}`}
      </span>
    </p>
  );
}
