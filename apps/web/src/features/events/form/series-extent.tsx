import type { EventView, SeriesPreviewInput } from '@guildhall/contracts/event.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useFormat } from '../../../i18n/format.ts';

import { Select } from '../../../ui/field.tsx';
import { ErrorBox } from '../../../ui/states.tsx';
import styles from './form.module.css';
import { formWords } from './form.words.ts';

/** The extents that our pages offer. The API also has `all`, which includes past events. */
export const EXTENTS = ['this', 'following', 'upcoming'] as const;
export type Extent = (typeof EXTENTS)[number];

type Props = {
  event: EventView;
  change: SeriesPreviewInput['change'];
  value: Extent;
  onChange(extent: Extent): void;
};

const DATES_SHOWN = 5;

/** Asks which events of a series a change is for, and shows those that it would cover. */
export function SeriesExtent({ event, change, value, onChange }: Props) {
  const { series: words } = formWords.use();
  const format = useFormat();
  const { data: preview, error } = useQuery({
    ...api.events.previewSeries.queryOptions({ id: event.id, change, apply: value }),
    placeholderData: keepPreviousData,
  });
  const dates = preview?.events.slice(0, DATES_SHOWN) ?? [];
  const more = (preview?.events.length ?? 0) - dates.length;
  return (
    <div className={styles.extent}>
      <Select
        label={words.which}
        value={value}
        onChange={({ target }) => onChange(EXTENTS.find((one) => one === target.value) ?? 'this')}
      >
        {EXTENTS.map((one) => (
          <option key={one} value={one}>
            {words.extents[one]}
          </option>
        ))}
      </Select>
      <div role="status">
        {error && <ErrorBox error={error} />}
        {preview && (
          <>
            <p className="small">{words[change](preview.events.length)}</p>
            <ul className="small muted">
              {dates.map(({ id, startsAt, title }) => (
                <li key={id}>
                  {format.dayAndTime(new Date(startsAt))} · {title}
                </li>
              ))}
              {more > 0 && <li>{words.more(more)}</li>}
            </ul>
            <p className="small muted">
              {words.answers(preview.signups, preview.attendance)} {preview.kept > 0 && words.kept(preview.kept)}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
