import { EventType } from '@guildhall/contracts/event.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../api/client.ts';
import { coreWords } from '../../../i18n/core.words.ts';
import { useFormat } from '../../../i18n/format.ts';
import { gameLocale } from '../../../i18n/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Checkbox, Select, TextArea, TextField } from '../../../ui/field.tsx';
import { Icon, roleIcon } from '../../../ui/icon.tsx';
import { Seg } from '../../../ui/seg.tsx';
import { eventsWords } from '../events.words.ts';
import { type Draft, PRESETS, ROLES, startOf } from './draft.ts';
import styles from './form.module.css';
import { formWords } from './form.words.ts';

export type Errors = Record<string, string>;

const DEADLINES = { start: null, h1: 60, h3: 180, h12: 720, d1: 1_440, d2: 2_880 } as const;
const DURATIONS = [60, 90, 120, 150, 180, 210, 240, 300, 360];
const MOST = 40;

type Props = {
  draft: Draft;
  onChange(draft: Draft): void;
  errors: Errors;
  timeZone: string;
  guildTimeZone: string;
  manages: boolean;
  /** Fields that depend on the time. */
  children: ReactNode;
};

export function EventFields({ draft, onChange, errors, timeZone, guildTimeZone, manages, children }: Props) {
  const words = formWords.use();
  const { types } = eventsWords.use();
  const format = useFormat();
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  const start = startOf(draft, timeZone);
  const journal = useQuery(api.gameData.instances.queryOptions({ locale: gameLocale() })).data ?? [];
  const instances = journal.filter(({ category }) => draft.type !== 'dungeon' || category === 'dungeon');
  const known = Object.values(DEADLINES).some((minutes) => minutes === draft.deadlineMinutes);
  const durations = [...new Set([...DURATIONS, draft.durationMinutes])].toSorted((a, b) => a - b);
  return (
    <>
      <section className={`card ${styles.section}`}>
        <h2>{words.what}</h2>
        <TextField
          label={words.title}
          required
          maxLength={120}
          value={draft.title}
          error={errors.title}
          onChange={({ target }) => set({ title: target.value })}
        />
        <div className={styles.pair}>
          <Select
            label={words.type}
            value={draft.type}
            onChange={({ target }) => set({ type: EventType.parse(target.value) })}
          >
            {EventType.options.map((type) => (
              <option key={type} value={type}>
                {types[type]}
              </option>
            ))}
          </Select>
          <div className={styles.instance}>
            <Combobox
              label={words.instance}
              placeholder={words.instancePlaceholder}
              options={instances.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={draft.journalInstanceId === null ? null : String(draft.journalInstanceId)}
              onChange={(value) => set({ journalInstanceId: value === null ? null : Number(value) })}
            />
            {errors.journalInstanceId ? (
              <small className="bad" role="alert">
                {errors.journalInstanceId}
              </small>
            ) : (
              <small className="muted">{words.instanceHint}</small>
            )}
          </div>
        </div>
        <TextArea
          label={words.description}
          rows={3}
          maxLength={10_000}
          value={draft.description}
          error={errors.description}
          onChange={({ target }) => set({ description: target.value })}
        />
      </section>
      <section className={`card ${styles.section}`}>
        <h2>{words.when}</h2>
        <div className="side-by-side">
          <TextField
            label={words.day}
            type="date"
            required
            value={draft.day}
            error={errors.localStart}
            onChange={({ target }) => set({ day: target.value })}
          />
          <TextField
            label={words.time}
            type="time"
            required
            value={draft.time}
            onChange={({ target }) => set({ time: target.value })}
          />
          <Select
            label={words.duration}
            value={draft.durationMinutes}
            error={errors.durationMinutes}
            onChange={({ target }) => set({ durationMinutes: Number(target.value) })}
          >
            {durations.map((minutes) => (
              <option key={minutes} value={minutes}>
                {words.hours(minutes / 60)}
              </option>
            ))}
          </Select>
          <Select
            label={words.deadline}
            value={String(draft.deadlineMinutes)}
            error={errors.signupDeadline}
            onChange={({ target }) => set({ deadlineMinutes: target.value === 'null' ? null : Number(target.value) })}
          >
            {Object.entries(DEADLINES).map(([name, minutes]) => (
              <option key={name} value={String(minutes)}>
                {words.deadlines[name as keyof typeof DEADLINES]}
              </option>
            ))}
            {!known && start && draft.deadlineMinutes !== null && (
              <option value={String(draft.deadlineMinutes)}>
                {format.dayAndTime(new Date(start.getTime() - draft.deadlineMinutes * 60_000))}
              </option>
            )}
          </Select>
        </div>
        <p className={styles.clocks}>
          <span className="muted">
            {(timeZone === guildTimeZone ? words.inZone : words.inEventZone)(format.zoneName(timeZone))}
          </span>
          {start && <b>{words.yours(format.dayAndTime(start))}</b>}
        </p>
        {children}
      </section>
      <section className={`card ${styles.section}`}>
        <h2>{words.places}</h2>
        <PlaceFields draft={draft} onChange={onChange} error={errors.slots} />
        <Checkbox
          label={words.anyRole}
          hint={words.anyRoleHint}
          checked={draft.anyRole}
          onChange={({ target }) => set({ anyRole: target.checked })}
        />
      </section>
      {manages && (
        <section className={`card ${styles.section}`}>
          <h2>{words.scope}</h2>
          <Seg
            legend={words.scope}
            choices={(['guild', 'group'] as const).map((value) => ({ value, label: words.scopes[value] }))}
            value={draft.scope}
            onChange={(scope) => set({ scope })}
          />
          <p className="muted small">{words.scopeHint}</p>
        </section>
      )}
    </>
  );
}

type PlaceProps = { draft: Draft; onChange(draft: Draft): void; error: string | undefined };

function PlaceFields({ draft, onChange, error }: PlaceProps) {
  const words = formWords.use();
  const { roleNames } = eventsWords.use();
  const { roles } = coreWords.use();
  const { places } = draft;
  const total = ROLES.reduce((sum, role) => sum + places[role], 0);
  const put = (change: Partial<Draft['places']>) => onChange({ ...draft, places: { ...places, ...change } });
  return (
    <>
      <fieldset className={styles.presets}>
        <legend className="sr">{words.presets}</legend>
        {[10, 20, 25, 5].map((size) => (
          <button
            key={size}
            type="button"
            className="chip"
            aria-pressed={ROLES.every((role) => places[role] === PRESETS[size]?.[role])}
            onClick={() => put(PRESETS[size] ?? {})}
          >
            {words.preset(size)}
          </button>
        ))}
      </fieldset>
      <ul className={styles.steppers}>
        {ROLES.map((role) => (
          <li key={role}>
            <Icon name={roleIcon(role)} />
            <span className="grow">{roleNames[role]}</span>
            <Button
              kind="ghost"
              className="sq"
              aria-label={words.fewer(roles[role])}
              disabled={places[role] === 0}
              onClick={() => put({ [role]: places[role] - 1 })}
            >
              −
            </Button>
            <output aria-live="polite" aria-label={roleNames[role]}>
              {places[role]}
            </output>
            <Button
              kind="ghost"
              className="sq"
              aria-label={words.more(roles[role])}
              disabled={places[role] >= MOST}
              onClick={() => put({ [role]: places[role] + 1 })}
            >
              +
            </Button>
          </li>
        ))}
      </ul>
      <p className="muted small">{total === 0 ? words.noPlaces : words.total(total)}</p>
      {error && (
        <p className="bad small" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
