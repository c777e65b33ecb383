import type { AbsenceView } from '@guildhall/contracts/absence.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMyGuilds } from '../../shell/current-guild.ts';
import { Advice } from '../../ui/advice.tsx';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/error-focus.ts';
import { Select, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from './me.module.css';
import { useMe } from './me.queries.ts';
import { meWords } from './me.words.ts';
import { Setting } from './setting.tsx';

const mine = () => api.absences.mine.queryOptions({});
/** An absence changes answers, wherever they are shown. */
const reread = () =>
  Promise.all(
    [api.absences.pathKey(), api.events.pathKey(), api.participations.pathKey(), api.week.pathKey()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

export function AbsencesTab() {
  const { absences: words } = meWords.use();
  return (
    <>
      <Setting title={words.add} lead={words.addHint}>
        <AddAbsence />
      </Setting>
      <Setting title={words.mine} pad={false}>
        <Absences />
      </Setting>
    </>
  );
}

/** As 2026-11-26, in that time zone. */
const today = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());

function AddAbsence() {
  const { absences: words } = meWords.use();
  const { timeZone } = useMe();
  const guilds = useMyGuilds();
  const first = today(timeZone);
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(first);
  const [guild, setGuild] = useState('');
  const [note, setNote] = useState('');
  const add = useMutation(
    api.absences.add.mutationOptions({
      onSuccess: ({ declinedEvents }) => {
        toast({ text: declinedEvents.length === 0 ? words.entered : words.declined(declinedEvents.length) });
        setNote('');
        return reread();
      },
    }),
  );
  const form = useErrorFocus(add.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ from, to, organizationId: guild || null, note: note.trim() || null });
  };
  return (
    <form ref={form} onSubmit={submit} className={styles.fields}>
      <div className="side-by-side">
        <TextField
          label={words.from}
          type="date"
          required
          value={from}
          onChange={({ target }) => {
            setFrom(target.value);
            if (target.value > to) setTo(target.value);
          }}
        />
        <TextField
          label={words.to}
          type="date"
          required
          min={from}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      {guilds.length > 1 && (
        <Select label={words.where} value={guild} onChange={({ target }) => setGuild(target.value)}>
          <option value="">{words.everywhere}</option>
          {guilds.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <TextField
        label={words.note}
        hint={words.noteHint}
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={add.error && <Advice failure={failureOf(add.error)} />}
      />
      <div className={styles.end}>
        <Button submit kind="primary" pending={add.isPending}>
          {words.enter}
        </Button>
      </div>
    </form>
  );
}

const DAY_MS = 86_400_000;
const daysOf = ({ from, to }: AbsenceView) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

function Absences() {
  const { absences: words } = meWords.use();
  const format = useFormat();
  const guilds = useMyGuilds();
  const { data: absences } = useSuspenseQuery(mine());
  const remove = useMutation(
    api.absences.remove.mutationOptions({
      onSuccess: () => {
        toast({ text: words.removed });
        return reread();
      },
      onError: toastFailure,
    }),
  );
  if (absences.length === 0) {
    return (
      <Empty icon="check" title={words.none}>
        {words.noneHint}
      </Empty>
    );
  }
  const now = new Date().toISOString();
  return (
    <ul className="list">
      {absences.map((absence) => {
        const past = absence.endsAt <= now;
        const days = format.days(absence.from, absence.to);
        const guild = guilds.find(({ id }) => id === absence.organizationId)?.name;
        return (
          <li key={absence.id}>
            <span className={past ? 'mark' : 'mark hot'}>
              <Icon name="week" />
            </span>
            <div className="grow">
              <p className={past ? 'muted' : 'strong'}>{days}</p>
              <small>
                {[words.days(daysOf(absence)), guild ?? words.everywhere, absence.note].filter(Boolean).join(' · ')}
              </small>
            </div>
            {past && <span className="tag">{words.past}</span>}
            {!past && absence.startsAt <= now && <span className="tag ember">{words.now}</span>}
            <Button
              small
              kind="ghost"
              pending={remove.isPending && remove.variables.id === absence.id}
              onClick={() => remove.mutate({ id: absence.id })}
            >
              {words.remove}
              <span className="sr"> {days}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
