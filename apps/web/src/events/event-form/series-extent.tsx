import type { EventView, SeriesPreviewInput } from '@guildhall/contracts/event.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Select } from '../../ui/select.tsx';
import { ErrorBox } from '../../ui/states.tsx';
import styles from './event-form.module.css';
import { eventFormWords } from './event-form.words.ts';
import { EXTENTS, type Extent } from './extents.ts';

type Props = {
  event: EventView;
  change: SeriesPreviewInput['change'];
  value: Extent;
  onChange(extent: Extent): void;
};

const DATES_SHOWN = 5;

/** Asks which events of a series a change is for, and shows those that it would cover. */
export function SeriesExtent({ event, change, value, onChange }: Props) {
  const { series: words } = eventFormWords.use();
  const format = useFormat();
  const { data: preview, error } = useQuery({
    ...api.events.previewSeries.queryOptions({ id: event.id, change, apply: value }),
    placeholderData: keepPreviousData,
  });
  const dates = preview?.events.slice(0, DATES_SHOWN) ?? [];
  const more = (preview?.events.length ?? 0) - dates.length;
  const own = preview?.events.filter(({ ownFields }) => ownFields.length > 0).length ?? 0;
  return (
    <div className={styles.extent}>
      <Select
        label={words.which}
        value={value}
        onChange={({ target }) => onChange(EXTENTS.find((one) => one === target.value) ?? 'this')}
        options={EXTENTS.map((one) => [one, words.extents[one]])}
      />
      <div role="status">
        {error && <ErrorBox error={error} />}
        {preview && (
          <>
            <p className="small">{words[change]({ count: preview.events.length })}</p>
            <ul className="small muted">
              {dates.map(({ id, startsAt, title }) => (
                <li key={id}>
                  {format.dayAndTime(new Date(startsAt))} · {title}
                </li>
              ))}
              {more > 0 && <li>{words.more({ count: more })}</li>}
            </ul>
            <p className="small muted">
              {words.answers({ signups: preview.signups, records: preview.attendance })}{' '}
              {change === 'edit' && own > 0 && `${words.own({ count: own })} `}
              {preview.kept > 0 && words.kept({ count: preview.kept })}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
