import { type ReactNode, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.ts';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { instantOf, offsetAt } from './clock.ts';
import { type Draft, daysOf, type Repeat } from './draft.ts';
import styles from './event-form.module.css';
import { eventFormWords } from './event-form.words.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];

type Props = {
  draft: Draft;
  repeat: Repeat;
  onChange(repeat: Repeat): void;
  timeZone: string;
  most: number;
  error?: ReactNode;
  /** The event already repeats, so the first date exists. */
  extends?: boolean;
};

/** Weekdays up to a last day; lists each date in both time zones before anything is created. */
export function RepeatFields({ draft, repeat, onChange, timeZone, most, error, extends: isExtended = false }: Props) {
  const words = eventFormWords.use();
  const format = useFormat();
  const language = useLanguage();
  const [open, setOpen] = useState(isExtended);
  const nameOf = (day: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 1, 1 + day));
  const toggle = (day: number) => {
    const { weekdays } = repeat;
    onChange({
      ...repeat,
      weekdays: weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day],
    });
  };
  const dates = daysOf(draft, repeat).map((day) => ({ day, at: instantOf(`${day}T${draft.time}`, timeZone) }));
  const chosen = dates.filter(({ day }) => !repeat.leftOut.includes(day));
  return (
    <>
      {!isExtended && (
        <Checkbox
          label={words.repeat}
          checked={open}
          onChange={({ target }) => {
            setOpen(target.checked);
            if (!target.checked) onChange({ weekdays: [], until: '', leftOut: [] });
          }}
        />
      )}
      {open && (
        <div className={styles.repeat}>
          <fieldset className={styles.weekdays}>
            <legend>{words.repeatOn}</legend>
            {WEEKDAYS.map((day) => (
              <button
                key={day}
                type="button"
                className="chip"
                aria-pressed={repeat.weekdays.includes(day)}
                onClick={() => toggle(day)}
              >
                {nameOf(day)}
              </button>
            ))}
          </fieldset>
          <TextField
            label={words.repeatUntil}
            type="date"
            min={draft.day}
            value={repeat.until}
            error={chosen.length > most ? words.tooMany({ most }) : error}
            onChange={({ target }) => onChange({ ...repeat, until: target.value })}
          />
        </div>
      )}
      {open && dates.length > 1 && (
        <div className={styles.dates}>
          <p>
            <b>{words.dates({ count: chosen.length })}</b> <span className="muted small">{words.leaveOut}</span>
          </p>
          <ul>
            {dates.map(({ day, at }, index) => {
              const before = dates[index - 1]?.at;
              const changes = at && before && offsetAt(at, timeZone) !== offsetAt(before, timeZone);
              return (
                <li key={day}>
                  <Checkbox
                    label={
                      <>
                        {at ? format.dayAndTime(at, timeZone) : day}
                        {at && format.dayAndTime(at) !== format.dayAndTime(at, timeZone) && (
                          <span className="muted"> · {words.yours({ when: format.dayAndTime(at) })}</span>
                        )}
                        {changes && <span className="warn"> · {words.clockChange}</span>}
                      </>
                    }
                    checked={!repeat.leftOut.includes(day)}
                    disabled={index === 0}
                    onChange={({ target }) =>
                      onChange({
                        ...repeat,
                        leftOut: target.checked
                          ? repeat.leftOut.filter((one) => one !== day)
                          : [...repeat.leftOut, day],
                      })
                    }
                  />
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </>
  );
}
