import type { MyEventView } from '@guildhall/contracts/event.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMyGuilds } from '../../routes/current-guild.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, FormDialog, type FormOf, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorBox } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './away.module.css';
import { awayWords } from './away.words.ts';

type Absence = { from: string; to: string; organizationId: string; note: string };
type Covered = MyEventView & { mine: NonNullable<MyEventView['mine']> };

/** As 2026-11-26, in that time zone. */
const dayOf = (at: Date, timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);

/** On the page of one's own absences. */
export function AwayForm() {
  const away = useAway();
  return (
    <Form of={away.form} verb={away.verb} disabled={away.isLooking}>
      <Fields away={away} />
    </Form>
  );
}

/** Opened from a week, an event, or a list of absences. `at` is an instant on the first day. */
export function AwayDialog({ at, onClose }: { at?: string | undefined; onClose(): void }) {
  const words = awayWords.use();
  const away = useAway(at, onClose);
  return (
    <FormDialog of={away.form} title={words.title} verb={away.verb} disabled={away.isLooking} onClose={onClose}>
      <p className="muted small">{words.hint}</p>
      <Fields away={away} />
    </FormDialog>
  );
}

type Away = { form: FormOf<Absence>; verb: string; isLooking: boolean; covered: ReturnType<typeof useCovered> };

function useAway(at?: string, onSent?: () => void): Away {
  const words = awayWords.use();
  const { timeZone } = useFormat();
  const first = dayOf(at ? new Date(at) : new Date(serviceTime()), timeZone);
  const form = useForm({
    name: at ? `absence:${at}` : 'absence',
    before: { from: first, to: first, organizationId: '', note: '' },
    send: ({ from, to, organizationId, note }) =>
      client.absences.add.mutate({
        ...{ from, to, timeZone, organizationId: organizationId || null, note: note.trim() || null },
      }),
    async sent({ declinedEvents }) {
      const count = declinedEvents.length;
      toast({ text: count === 0 ? words.entered : words.declined({ count }) });
      await invalidateAbsences();
      onSent?.();
    },
  });
  const covered = useCovered(form.value, timeZone);
  const count = covered.events.length;
  return {
    form,
    covered,
    isLooking: covered.isPending,
    verb: count > 0 ? words.enterAndDecline({ count }) : words.enter,
  };
}

/** An absence changes answers, wherever they are shown. */
export const invalidateAbsences = () =>
  Promise.all(
    [api.absences.pathKey(), api.events.pathKey(), api.participations.pathKey(), api.week.pathKey()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

/** The most that the service lists at once. */
const MOST_DAYS = 100;
const DAY_MS = 86_400_000;

/** The answers that an absence on these days would decline. */
function useCovered({ from, to, organizationId }: Absence, timeZone: string) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const isRange = days >= 1;
  const last = days > MOST_DAYS ? new Date(Date.parse(from) + (MOST_DAYS - 1) * DAY_MS).toISOString().slice(0, 10) : to;
  const { data, error, isLoading, refetch } = useQuery({
    ...api.events.listMine.queryOptions({ startDate: from, endDate: last, timeZone, mine: true }),
    enabled: isRange,
    placeholderData: keepPreviousData,
  });
  const events = (isRange ? (data?.events ?? []) : []).filter(
    (event): event is Covered =>
      event.mine !== null &&
      event.mine.status !== 'declined' &&
      (event.status === 'published' || event.status === 'cancelled') &&
      Date.parse(event.startsAt) > serviceTime() &&
      (organizationId === '' || event.organizationId === organizationId),
  );
  return { events, error, isPending: isRange && isLoading, isRange, isCut: last !== to, retry: () => void refetch() };
}

function Fields({ away: { form, covered } }: { away: Away }) {
  const words = awayWords.use();
  const guilds = useMyGuilds();
  const { from, to } = form.value;
  return (
    <>
      <div className="side-by-side">
        <TextField
          {...form.text('from')}
          label={words.from}
          type="date"
          required
          onChange={({ target: { value } }) => form.change({ from: value, ...(value > to ? { to: value } : {}) })}
        />
        <TextField {...form.text('to')} label={words.to} type="date" required min={from} />
      </div>
      {guilds.length > 1 && (
        <Select
          {...form.text('organizationId')}
          label={words.where}
          options={[
            ['', words.everywhere],
            ...guilds.map(({ id, name, alias }) => [id, name, { details: [alias] }] as const),
          ]}
        />
      )}
      <TextField {...form.text('note')} label={words.note} hint={words.noteHint} maxLength={200} />
      <CoveredEvents covered={covered} />
    </>
  );
}

function CoveredEvents({ covered: { events, error, isPending, isRange, isCut, retry } }: Pick<Away, 'covered'>) {
  const words = awayWords.use();
  const format = useFormat();
  return (
    <div role="status" className={styles.covered}>
      {error && <ErrorBox error={error} onRetry={retry} />}
      {!error && !isPending && isRange && (
        <p className="small">{events.length > 0 ? words.covers({ count: events.length }) : words.coversNone}</p>
      )}
      {events.length > 0 && (
        <ul className="small">
          {events.map(({ id, title, startsAt, mine, organization }) => (
            <li key={id}>
              <b>{title}</b>
              <span className="muted">
                {format.dayAndTime(new Date(startsAt))} · {organization.name} · {words.answers[mine.status as Kept]}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isCut && <p className="muted small">{words.first({ days: MOST_DAYS })}</p>}
    </div>
  );
}

type Kept = Exclude<Covered['mine']['status'], 'declined'>;
