import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx';
import type { FormOf } from '../../ui/form.tsx';
import { Icon, roleIcon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { eventsWords } from '../event/events.words.ts';
import { type Draft, ROLES, SLOT_PRESETS, startOfDraft } from './draft.ts';
import styles from './event-form.module.css';
import { eventFormWords } from './event-form.words.ts';

const DEADLINES = { start: null, h1: 60, h3: 180, h12: 720, d1: 1_440, d2: 2_880 } as const;
const DURATIONS = [60, 90, 120, 150, 180, 210, 240, 300, 360];
const MOST = 40;

type Props = {
  form: FormOf<Draft>;
  timeZone: string;
  guildTimeZone: string;
  manages: boolean;
  guild: string;
  /** Fields that depend on the time. */
  children: ReactNode;
};

export function EventFields({ form, timeZone, guildTimeZone, manages, guild, children }: Props) {
  const words = eventFormWords.use();
  return (
    <>
      <What form={form}>
        <TeamField form={form} manages={manages} guild={guild} />
      </What>
      <When form={form} timeZone={timeZone} guildTimeZone={guildTimeZone}>
        {children}
      </When>
      <section className={`card ${styles.section}`}>
        <h2>{words.places}</h2>
        <PlaceFields form={form} />
        <Checkbox {...form.tick('anyRole')} label={words.anyRole} hint={words.anyRoleHint} />
      </section>
      {manages && (
        <section className={`card ${styles.section}`}>
          <h2>{words.scope}</h2>
          <SegmentedControl
            legend={words.scope}
            choices={(['guild', 'group'] as const).map((value) => ({ value, label: words.scopes[value] }))}
            value={form.value.scope}
            onChange={(scope) => form.change({ scope })}
          />
          <p className="muted small">{words.scopeHint}</p>
        </section>
      )}
    </>
  );
}

/** Teams that the viewer may name: all for those who manage events, else the ones they lead. */
function TeamField({ form, manages, guild }: Pick<Props, 'form' | 'manages' | 'guild'>) {
  const words = eventFormWords.use();
  const { teams = [] } = useQuery(api.teams.list.queryOptions({ id: guild, archived: 'false' })).data ?? {};
  const { teamId } = form.value;
  const choices = teams.filter(({ id, mayManage }) => manages || mayManage || id === teamId);
  if (choices.length === 0) return null;
  return (
    <Select
      label={words.team}
      value={teamId ?? ''}
      options={[['', words.noTeam], ...choices.map(({ id, name }) => [id, name] as const)]}
      onChange={({ target }) => form.change({ teamId: target.value || null })}
    />
  );
}

function What({ form, children }: Pick<Props, 'form' | 'children'>) {
  const words = eventFormWords.use();
  const { types } = eventsWords.use();
  const { type, journalInstanceId } = form.value;
  const journal = useQuery(api.gameData.instances.queryOptions({ locale: gameLocale() })).data ?? [];
  const instances = journal.filter(({ category }) => type !== 'dungeon' || category === 'dungeon');
  return (
    <section className={`card ${styles.section}`}>
      <h2>{words.what}</h2>
      <TextField {...form.text('title')} label={words.title} required maxLength={120} />
      <div className={styles.pair}>
        <Select {...form.text('type')} label={words.type} options={Object.entries(types)} />
        <div className={styles.instance}>
          <Combobox
            label={words.instance}
            placeholder={words.instancePlaceholder}
            options={instances.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={journalInstanceId === null ? null : String(journalInstanceId)}
            onChange={(value) => form.change({ journalInstanceId: value === null ? null : Number(value) })}
          />
          {form.problems.journalInstanceId ? (
            <small className="bad" role="alert">
              {form.problems.journalInstanceId}
            </small>
          ) : (
            <small className="muted">{words.instanceHint}</small>
          )}
        </div>
      </div>
      {children}
      <TextArea {...form.text('description')} label={words.description} rows={3} maxLength={10_000} />
    </section>
  );
}

function When({ form, timeZone, guildTimeZone, children }: Omit<Props, 'manages' | 'guild'>) {
  const words = eventFormWords.use();
  const format = useFormat();
  const { durationMinutes, deadlineMinutes } = form.value;
  const start = startOfDraft(form.value, timeZone);
  const known = Object.values(DEADLINES).some((minutes) => minutes === deadlineMinutes);
  const durations = [...new Set([...DURATIONS, durationMinutes])].toSorted((a, b) => a - b);
  return (
    <section className={`card ${styles.section}`}>
      <h2>{words.when}</h2>
      <div className="side-by-side">
        <TextField {...form.text('day')} label={words.day} type="date" required />
        <TextField {...form.text('time')} label={words.time} type="time" required />
        <Select
          label={words.duration}
          value={durationMinutes}
          error={form.problems.durationMinutes}
          onChange={({ target }) => form.change({ durationMinutes: Number(target.value) })}
          options={durations.map((minutes) => [minutes, words.hours({ count: minutes / 60 })])}
        />
        <Select
          label={words.deadline}
          value={String(deadlineMinutes)}
          error={form.problems.deadlineMinutes}
          onChange={({ target: { value } }) =>
            form.change({ deadlineMinutes: value === 'null' ? null : Number(value) })
          }
          options={[
            ...Object.entries(DEADLINES).map(
              ([name, minutes]) => [String(minutes), words.deadlines[name as keyof typeof DEADLINES]] as const,
            ),
            ...(!known && start && deadlineMinutes !== null
              ? [[deadlineMinutes, format.dayAndTime(new Date(start.getTime() - deadlineMinutes * 60_000))] as const]
              : []),
          ]}
        />
      </div>
      <p className={styles.clocks}>
        <span className="muted">
          {(timeZone === guildTimeZone ? words.inZone : words.inEventZone)({ zone: format.zoneName(timeZone) })}
        </span>
        {start && <b>{words.yours({ when: format.dayAndTime(start) })}</b>}
      </p>
      {children}
    </section>
  );
}

function PlaceFields({ form }: Pick<Props, 'form'>) {
  const words = eventFormWords.use();
  const { roleNames } = eventsWords.use();
  const { roles } = coreWords.use();
  const { places } = form.value;
  const error = form.problems.places;
  const total = ROLES.reduce((sum, role) => sum + places[role], 0);
  const put = (change: Partial<Draft['places']>) => form.change({ places: { ...places, ...change } });
  return (
    <>
      <fieldset className={styles.presets}>
        <legend className="sr">{words.presets}</legend>
        {[10, 20, 25, 5].map((size) => (
          <button
            key={size}
            type="button"
            className="chip"
            aria-pressed={ROLES.every((role) => places[role] === SLOT_PRESETS[size]?.[role])}
            onClick={() => put(SLOT_PRESETS[size] ?? {})}
          >
            {words.preset({ size })}
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
              aria-label={words.fewer({ role: roles[role] })}
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
              aria-label={words.more({ role: roles[role] })}
              disabled={places[role] >= MOST}
              onClick={() => put({ [role]: places[role] + 1 })}
            >
              +
            </Button>
          </li>
        ))}
      </ul>
      <p className="muted small">{total === 0 ? words.noPlaces : words.total({ count: total })}</p>
      {error && (
        <p className="bad small" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
