import type { EventView } from '@guildhall/contracts/event.ts';
import { MAX_RECURRING_DATES } from '@guildhall/contracts/series-length.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { api, client, queryClient } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { loadOnce } from '../../api/load-once.ts';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { oneOf } from '../../routes/search-params.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type Problems, useForm, useFormOf } from '../../ui/form.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Refused } from '../../ui/refused.tsx';
import { RoleSlots } from '../../ui/role-slots.tsx';
import { toast } from '../../ui/toast.tsx';
import { slotsByRole } from '../event/event-card.tsx';
import { agendaQuery, eventQuery, refreshEvents } from '../event/events.queries.ts';
import { templatesQuery } from '../templates/templates.queries.ts';
import { localOf } from './clock.ts';
import {
  copyOfEvent,
  createInput,
  type Draft,
  daysOf,
  emptyDraft,
  type NewEvent,
  startOfDraft,
  updateInput,
} from './draft.ts';
import { type Edited, useEditedEvent } from './edited-event.ts';
import { EventFields } from './event-fields.tsx';
import styles from './event-form.module.css';
import type { EventFormWords } from './event-form.words.ts';
import { eventFormWords } from './event-form.words.ts';
import { EXTENTS, type Extent } from './extents.ts';
import { RepeatFields } from './repeat-fields.tsx';

export { loadEditedEvent, loadNewEvent } from './load-event-form.ts';

const newRoute = getRouteApi('/shell/app/g/$guild/events/new');
const editRoute = getRouteApi('/shell/app/events/$event/edit');
const DAY_MS = 86_400_000;

/** Loads after the form, which can be filled in without it. */
const BeginWith = lazyPart(() => import('./begin-with.tsx'), 'BeginWith');
const SeriesExtent = lazyPart(() => import('./series-extent.tsx'), 'SeriesExtent');

const contract = loadOnce(() => import('./event-contract.ts'));

export function NewEventPage() {
  const words = eventFormWords.use();
  const { guild: ref } = newRoute.useParams();
  const { data: guild } = useSuspenseQuery(guildQuery(ref));
  const navigate = useNavigate();
  const timeZone = guild.settings.timeZone ?? 'UTC';
  const manages = may(guild.abilityRules, 'manage', 'Event');
  const { from } = newRoute.useSearch();
  const past = useQuery(agendaQuery(ref, 'past', 1)).data?.events ?? [];
  const copied = useQuery({ ...eventQuery(from ?? ''), enabled: from !== undefined }).data;
  const teams = useQuery(api.teams.list.queryOptions({ id: guild.id, archived: 'false' })).data?.teams ?? [];
  const plans = manages || teams.some(({ mayManage }) => mayManage);
  // Asked for here, in one request with the teams: the part that shows them loads after the form.
  const templates = useQuery({ ...templatesQuery(guild.id), enabled: plans }).data?.templates ?? [];
  const scope = manages ? 'guild' : 'group';
  const blank = () => emptyDraft(scope, localOf(new Date(serviceTime() + DAY_MS), timeZone).slice(0, 10));
  const [idempotencyKey] = useState(randomKey);
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  const form = useForm<NewEvent, EventView>({
    name: `event:new:${guild.id}:${from ?? ''}`,
    before: {
      ...(copied ? copyOfEvent(copied, timeZone, scope) : blank()),
      repeat: { weekdays: [], until: '', leftOut: [] },
      status: 'published',
      templateId: '',
    },
    check: async (value) => whatIsWrong((await contract()).checkCreation(inputOf(value)), value, timeZone, words),
    problemsAt: (paths) => problemsAt(paths, words),
    async send(value) {
      const { series: _, ...event } = await create(value);
      return event;
    },
    async sent(event) {
      queryClient.setQueryData(eventQuery(event.id).queryKey, event);
      await refreshEvents();
      toast({ text: words.created });
      await navigate({ to: '/events/$event', params: { event: event.id } });
    },
  });
  const create = async (value: NewEvent) => {
    const [input, context] = [inputOf(value), { context: { idempotencyKey } }];
    if (value.templateId === '') return client.events.create.mutate(input, context);
    const { leftOut, ...made } = await client.eventTemplates.createEvents.mutate(
      { ...input, id: value.templateId },
      context,
    );
    const { leftOutOf } = await import('../templates/choose-template.tsx');
    if (leftOut.length > 0) toast({ text: leftOutOf(leftOut) });
    return made;
  };
  const inputOf = ({ repeat, status, templateId: _, ...draft }: NewEvent) => {
    const days = daysOf(draft, repeat).filter((day) => !repeat.leftOut.includes(day));
    return createInput(draft, { id: guild.id, timeZone, status, days });
  };
  return (
    <>
      <PageHead title={words.newTitle} lead={words.lead({ guild: guild.name })} />
      <Form
        of={form}
        className={styles.form}
        verb={words.create}
        more={
          <Button disabled={form.pending} onClick={() => form.submit({ status: 'draft' })}>
            {words.createDraft}
          </Button>
        }
      >
        {isShown && (
          <Suspense>
            <BeginWith
              templates={templates}
              plans={plans}
              events={past}
              copied={from}
              templateId={form.value.templateId}
              onChoose={(event) =>
                form.change({ ...(event ? copyOfEvent(event, timeZone, scope) : blank()), templateId: '' })
              }
              onTemplate={(draft, templateId) => form.change({ ...draft, templateId })}
              draft={form.value}
            />
          </Suspense>
        )}
        <EventFields form={form} timeZone={timeZone} guildTimeZone={timeZone} manages={manages} guild={guild.id}>
          <RepeatFields
            draft={form.value}
            repeat={form.value.repeat}
            onChange={(repeat) => form.change({ repeat })}
            timeZone={timeZone}
            most={MAX_RECURRING_DATES}
            error={form.problems.repeat}
          />
        </EventFields>
      </Form>
    </>
  );
}

export function EditEventPage() {
  const words = eventFormWords.use();
  const { event: id } = editRoute.useParams();
  const { data: event } = useSuspenseQuery(eventQuery(id));
  const [read, setRead] = useState(event);
  const [times, setTimes] = useState(0);
  if (!may(event.abilityRules, 'update', 'Event')) {
    return <Refused title={words.editTitle({ title: event.title })} reason="missing_permission" />;
  }
  const takeTheirs = (theirs: EventView) => {
    setRead(theirs);
    setTimes(times + 1);
  };
  return <EditForm key={times} event={read} onTakeTheirs={takeTheirs} />;
}

function EditForm({ event, onTakeTheirs }: { event: EventView; onTakeTheirs(theirs: EventView): void }) {
  const words = eventFormWords.use();
  const navigate = useNavigate();
  const draft = useEditedEvent(event);
  const wanted = editRoute.useSearch().apply;
  const [apply, setApply] = useState<Extent>(oneOf(wanted, EXTENTS) ?? 'this');
  const [theirs, setTheirs] = useState<EventView>();
  const { timeZone } = event;
  const inputOf = ({ version, ...now }: Edited) =>
    updateInput(now, draft.before, { id: event.id, version, apply, timeZone });
  const form = useFormOf<Edited, EventView>(draft, {
    check: async (value) => whatIsWrong((await contract()).checkUpdate(inputOf(value)), value, timeZone, words),
    problemsAt: (paths) => problemsAt(paths, words),
    send(value) {
      setTheirs(undefined);
      return client.events.update.mutate(inputOf(value));
    },
    async sent(changed) {
      queryClient.setQueryData(eventQuery(event.id).queryKey, changed);
      await refreshEvents();
      toast({ text: words.saved });
      await navigate({ to: '/events/$event', params: { event: event.id } });
    },
    async refused(error) {
      if (failureOf(error).reason !== 'event_changed') return false;
      setTheirs(await client.events.get.query({ id: event.id }));
      return true;
    },
  });
  const takeTheirs = (next: EventView) => {
    draft.forget();
    onTakeTheirs(next);
  };
  return (
    <>
      <PageHead title={words.editTitle({ title: event.title })} />
      <Form of={form} className={styles.form} verb={words.save}>
        <EventFields
          guild={event.organizationId}
          form={form}
          timeZone={timeZone}
          guildTimeZone={event.guildTimeZone}
          manages={may(event.abilityRules, 'manage', 'Event')}
        >
          {event.recurringSeriesId && (
            <Suspense>
              <SeriesExtent event={event} change="edit" value={apply} onChange={setApply} />
            </Suspense>
          )}
        </EventFields>
        {theirs && (
          <Conflict
            theirs={theirs}
            onMine={() => form.submit({ version: theirs.version })}
            onTheirs={() => takeTheirs(theirs)}
          />
        )}
      </Form>
    </>
  );
}

type ConflictProps = { theirs: EventView; onMine(): void; onTheirs(): void };

/** Keeps everything that was typed, and never overwrites other people's changes unseen. */
function Conflict({ theirs, onMine, onTheirs }: ConflictProps) {
  const words = eventFormWords.use();
  const format = useFormat();
  return (
    <section className={`card pad ${styles.conflict}`} role="alert">
      <h2>{words.conflictTitle}</h2>
      <p className="muted small">{words.conflict}</p>
      <p>
        <b>{theirs.title}</b> · {format.dayAndTime(new Date(theirs.startsAt))}–{format.time(new Date(theirs.endsAt))}
      </p>
      <RoleSlots places={slotsByRole(theirs)} />
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

/** Validates against the contract, so that no one waits for the server; the messages are ours. */
function whatIsWrong(
  { success, error }: Parsed,
  draft: Draft,
  timeZone: string,
  words: EventFormWords,
): Problems<NewEvent> {
  const problems = problemsAt(success ? [] : (error?.issues ?? []).map(({ path }) => String(path[0])), words);
  if (draft.title.trim() === '') problems.title = words.needed;
  const start = startOfDraft(draft, timeZone);
  if (!start) problems.day = words.needed;
  else if (start.getTime() < serviceTime() && !success) problems.day = words.inPast;
  return problems;
}

/** Fields of the form by their names in the contract. */
const FIELDS: Record<string, keyof NewEvent> = {
  title: 'title',
  description: 'description',
  journalInstanceId: 'journalInstanceId',
  durationMinutes: 'durationMinutes',
  localStart: 'day',
  startsAt: 'day',
  endsAt: 'day',
  signupDeadline: 'deadlineMinutes',
  slots: 'places',
  recurringDates: 'repeat',
};

/** The problems that the contract or the service finds, each below its field in the reader's language. */
function problemsAt(paths: readonly string[], words: EventFormWords): Problems<NewEvent> {
  const sentences: Record<string, string> = words.wrong;
  return Object.fromEntries(
    paths.map((path) => {
      const [name = ''] = path.split('.');
      const sentence = sentences[FIELDS[name] === 'day' ? 'localStart' : name];
      return sentence ? [FIELDS[name] ?? 'other', sentence] : ['other', words.wrong.other];
    }),
  );
}

/** Sent with each attempt, so that the event is created once even if responses are lost. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
