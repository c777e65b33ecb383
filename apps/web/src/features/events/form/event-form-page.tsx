import './jitless.ts';
import { CreateEventInput, type EventView, MAX_RECURRING_DATES, UpdateEventInput } from '@guildhall/contracts/event.ts';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { may } from '../../../api/ability.tsx';
import { api, client, queryClient } from '../../../api/client.ts';
import { failureOf } from '../../../api/errors.ts';
import { useFormat } from '../../../i18n/format.ts';
import { guildQuery } from '../../../shell/routes.tsx';
import { Button } from '../../../ui/button.tsx';
import { useErrorFocus } from '../../../ui/error-focus.ts';
import { Select } from '../../../ui/field.tsx';
import { KeptNote } from '../../../ui/kept-note.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Pips } from '../../../ui/pips.tsx';
import { Refused } from '../../../ui/refused.tsx';
import { ErrorBox } from '../../../ui/states.tsx';
import { useTabDraft } from '../../../ui/tab-draft.ts';
import { toast } from '../../../ui/toast.tsx';
import { placesOf } from '../event-card.tsx';
import { agendaQuery, eventQuery, refreshEvents } from '../events.queries.ts';
import { localOf } from './clock.ts';
import { copyOf, creating, type Draft, daysOf, draftOf, emptyDraft, type Repeat, startOf, updating } from './draft.ts';
import { type Errors, EventFields } from './event-fields.tsx';
import styles from './form.module.css';
import { formWords } from './form.words.ts';
import { RepeatFields } from './repeat-fields.tsx';
import { type Extent, SeriesExtent } from './series-extent.tsx';
import type { FormWords } from './words/en.ts';

const newRoute = getRouteApi('/shell/app/g/$guild/events/new');
const editRoute = getRouteApi('/shell/app/events/$event/edit');
const DAY_MS = 86_400_000;

export function NewEventPage() {
  const words = formWords.use();
  const { guild: ref } = newRoute.useParams();
  const { data: guild } = useSuspenseQuery(guildQuery(ref));
  const navigate = useNavigate();
  const timeZone = guild.settings.timeZone ?? 'UTC';
  const manages = may(guild.abilityRules, 'manage', 'Event');
  const { from } = newRoute.useSearch();
  const past = useQuery(agendaQuery(ref, 'past', 1)).data?.events ?? [];
  const copied = useQuery({ ...eventQuery(from ?? ''), enabled: from !== undefined }).data;
  const scope = manages ? 'guild' : 'group';
  const blank = () => emptyDraft(scope, localOf(new Date(Date.now() + DAY_MS), timeZone).slice(0, 10));
  const typed = useTabDraft<Typed>(`event:new:${guild.id}:${from ?? ''}`, () => ({
    draft: copied ? copyOf(copied, timeZone, scope) : blank(),
    repeat: { weekdays: [], until: '', leftOut: [] },
  }));
  const { draft, repeat } = typed.value;
  const setDraft = (next: Draft) => typed.change({ draft: next, repeat });
  const [errors, setErrors] = useState<Errors>({});
  const form = useErrorFocus(errors);
  const [idempotencyKey] = useState(randomKey);
  const create = useMutation({
    ...api.events.create.mutationOptions({ trpc: { context: { idempotencyKey } } }),
    onSuccess: async ({ series: _, ...event }) => {
      typed.forget();
      queryClient.setQueryData(eventQuery(event.id).queryKey, event);
      await refreshEvents();
      toast({ text: words.created });
      await navigate({ to: '/events/$event', params: { event: event.id } });
    },
    onError: (error) => setErrors(errorsOf(failureOf(error).issues, words)),
  });
  const submit = (status: 'draft' | 'published') => {
    if (create.isPending) return;
    const days = daysOf(draft, repeat).filter((day) => !repeat.leftOut.includes(day));
    const input = creating(draft, { id: guild.id, timeZone, status, days });
    const wrong = whatIsWrong(CreateEventInput.safeParse(input), draft, timeZone, words);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) create.mutate(input);
  };
  return (
    <>
      <PageHead title={words.newTitle} lead={words.lead(guild.name)} />
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit('published');
        }}
      >
        {typed.wasKept && <KeptNote onStartOver={typed.startOver} />}
        <BeginWith
          events={past}
          copied={from}
          onChoose={(event) => setDraft(event ? copyOf(event, timeZone, scope) : blank())}
        />
        <EventFields
          draft={draft}
          onChange={setDraft}
          errors={errors}
          timeZone={timeZone}
          guildTimeZone={timeZone}
          manages={manages}
        >
          <RepeatFields
            draft={draft}
            repeat={repeat}
            onChange={(next) => typed.change({ draft, repeat: next })}
            timeZone={timeZone}
            most={MAX_RECURRING_DATES}
            error={errors.recurringDates}
          />
        </EventFields>
        {errors.other && (
          <p className="bad" role="alert">
            {errors.other}
          </p>
        )}
        {create.isError && Object.keys(errors).length === 0 && <ErrorBox error={create.error} />}
        <footer className={styles.actions}>
          <Button disabled={create.isPending} onClick={() => submit('draft')}>
            {words.createDraft}
          </Button>
          <Button kind="primary" submit pending={create.isPending}>
            {words.create}
          </Button>
        </footer>
      </form>
    </>
  );
}

type Typed = { draft: Draft; repeat: Repeat };

type BeginProps = { events: readonly EventView[]; copied: string | undefined; onChoose(event?: EventView): void };

/** The guild's recent events serve as templates, one per title; the latest is one tap away. */
function BeginWith({ events, copied, onChoose }: BeginProps) {
  const words = formWords.use();
  const format = useFormat();
  const [chosen, setChosen] = useState('');
  if (copied || events.length === 0) return null;
  const templates = events.filter(({ title }, at) => events.findIndex((one) => one.title === title) === at);
  const choose = (event: EventView | undefined) => {
    setChosen(event?.id ?? '');
    onChoose(event);
  };
  const lastWeeks = events.find(({ startsAt }) => Date.parse(startsAt) > Date.now() - 8 * DAY_MS);
  return (
    <section className={`card ${styles.begin}`}>
      <Select
        label={words.beginWith}
        value={chosen}
        onChange={({ target }) => choose(templates.find(({ id }) => id === target.value))}
      >
        <option value="">{words.blank}</option>
        {templates.map(({ id, title, startsAt }) => (
          <option key={id} value={id}>
            {title} · {format.date(new Date(startsAt))}
          </option>
        ))}
      </Select>
      {lastWeeks && (
        <Button icon="copy" onClick={() => choose(lastWeeks)}>
          {words.lastWeeks(lastWeeks.title)}
        </Button>
      )}
    </section>
  );
}

export function EditEventPage() {
  const words = formWords.use();
  const { event: id } = editRoute.useParams();
  const { data: event } = useSuspenseQuery(eventQuery(id));
  const [read, setRead] = useState(event);
  const [times, setTimes] = useState(0);
  if (!may(event.abilityRules, 'update', 'Event')) {
    return <Refused title={words.editTitle(event.title)} reason="missing_permission" />;
  }
  const takeTheirs = (theirs: EventView) => {
    setRead(theirs);
    setTimes(times + 1);
  };
  return <EditForm key={times} event={read} onTakeTheirs={takeTheirs} />;
}

function EditForm({ event, onTakeTheirs }: { event: EventView; onTakeTheirs(theirs: EventView): void }) {
  const words = formWords.use();
  const navigate = useNavigate();
  const typed = useTabDraft(`event:${event.id}`, () => {
    const before = draftOf(event);
    return { version: event.version, before, draft: before };
  });
  const { version, before, draft } = typed.value;
  const [apply, setApply] = useState<Extent>('this');
  const [theirs, setTheirs] = useState<EventView>();
  const [errors, setErrors] = useState<Errors>({});
  const form = useErrorFocus(errors);
  const { timeZone } = event;
  const save = useMutation({
    ...api.events.update.mutationOptions(),
    onSuccess: async (changed) => {
      typed.forget();
      queryClient.setQueryData(eventQuery(event.id).queryKey, changed);
      await refreshEvents();
      toast({ text: words.saved });
      await navigate({ to: '/events/$event', params: { event: event.id } });
    },
    onError: async (error) => {
      const { reason, issues } = failureOf(error);
      setErrors(errorsOf(issues, words));
      if (reason === 'event_changed') setTheirs(await client.events.get.query({ id: event.id }));
    },
  });
  const submit = (over: number) => {
    if (save.isPending) return;
    const input = updating(draft, before, { id: event.id, version: over, apply, timeZone });
    const wrong = whatIsWrong(UpdateEventInput.safeParse(input), draft, timeZone, words);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setTheirs(undefined);
    save.mutate(input);
  };
  const takeTheirs = (next: EventView) => {
    typed.forget();
    onTakeTheirs(next);
  };
  const conflict = save.isError && failureOf(save.error).reason === 'event_changed';
  return (
    <>
      <PageHead title={words.editTitle(event.title)} />
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          submit(version);
        }}
      >
        {typed.wasKept && <KeptNote onStartOver={typed.startOver} />}
        <EventFields
          draft={draft}
          onChange={(next) => typed.change({ ...typed.value, draft: next })}
          errors={errors}
          timeZone={timeZone}
          guildTimeZone={event.guildTimeZone}
          manages={may(event.abilityRules, 'manage', 'Event')}
        >
          {event.recurringSeriesId && <SeriesExtent event={event} change="edit" value={apply} onChange={setApply} />}
        </EventFields>
        {theirs && (
          <Conflict theirs={theirs} onMine={() => submit(theirs.version)} onTheirs={() => takeTheirs(theirs)} />
        )}
        {errors.other && (
          <p className="bad" role="alert">
            {errors.other}
          </p>
        )}
        {save.isError && !conflict && Object.keys(errors).length === 0 && <ErrorBox error={save.error} />}
        <footer className={styles.actions}>
          <Button kind="primary" submit pending={save.isPending}>
            {words.save}
          </Button>
        </footer>
      </form>
    </>
  );
}

type ConflictProps = { theirs: EventView; onMine(): void; onTheirs(): void };

/** Keeps everything that was typed, and never overwrites other people's changes unseen. */
function Conflict({ theirs, onMine, onTheirs }: ConflictProps) {
  const words = formWords.use();
  const format = useFormat();
  return (
    <section className={`card pad ${styles.conflict}`} role="alert">
      <h2>{words.conflictTitle}</h2>
      <p className="muted small">{words.conflict}</p>
      <p>
        <b>{theirs.title}</b> · {format.dayAndTime(new Date(theirs.startsAt))}–{format.time(new Date(theirs.endsAt))}
      </p>
      <Pips places={placesOf(theirs)} />
      <div className="row wrap">
        <Button onClick={onTheirs}>{words.takeTheirs}</Button>
        <Button kind="danger" onClick={onMine}>
          {words.saveMine}
        </Button>
      </div>
    </section>
  );
}

type Parsed = { success: boolean; error?: { issues: { path: PropertyKey[] }[] } | undefined };

/** Validates against the contract, so that nobody waits for the server; the messages are ours. */
function whatIsWrong({ success, error }: Parsed, draft: Draft, timeZone: string, words: FormWords): Errors {
  const errors = errorsOf(success ? [] : (error?.issues ?? []).map(({ path }) => ({ path: String(path[0]) })), words);
  if (draft.title.trim() === '') errors.title = words.needed;
  const start = startOf(draft, timeZone);
  if (!start) errors.localStart = words.needed;
  else if (start.getTime() < Date.now() && !success) errors.localStart = words.inPast;
  return errors;
}

/** Shows errors of the contract or the service below their fields, in the reader's language. */
function errorsOf(issues: readonly { path: string }[], words: FormWords): Errors {
  const sentences: Record<string, string> = words.wrong;
  return Object.fromEntries(
    issues.map(({ path }) => {
      const [name = ''] = path.split('.');
      const field = name === 'startsAt' || name === 'endsAt' ? 'localStart' : name;
      return sentences[field] ? [field, sentences[field]] : ['other', words.wrong.other];
    }),
  );
}

/** Sent with each attempt, so that the event is created once even if responses are lost. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
