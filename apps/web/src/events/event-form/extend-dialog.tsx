import type { EventView } from '@guildhall/contracts/event.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { refreshEvents, seriesQuery } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { addDays } from '../signups/days.ts';
import { type Draft, daysOf, draftOf, type Repeat } from './draft.ts';
import { RepeatFields } from './repeat-fields.tsx';

/** People mostly want one more month. */
const FURTHER_DAYS = 28;
const MOST = 52;

/** Adds dates after the last planned one. */
export function ExtendDialog({ event, onClose }: { event: EventView; onClose(): void }) {
  const { officer: words } = eventsWords.use();
  const series = useSuspenseQuery(seriesQuery(event)).data;
  const last =
    [...series, event]
      .map(({ localStart }) => localStart.slice(0, 10))
      .toSorted()
      .at(-1) ?? '';
  const draft = { ...draftOf(event), day: last };
  const form = useForm<{ repeat: Repeat }, { added: readonly unknown[] }>({
    name: `extend:${event.id}`,
    before: {
      repeat: {
        weekdays: [new Date(`${last}T12:00Z`).getUTCDay()],
        until: addDays(last, FURTHER_DAYS),
        leftOut: [],
      },
    },
    send: ({ repeat }) => client.events.extendSeries.mutate({ id: event.id, dates: datesOf(draft, repeat) }),
    async sent({ added }) {
      await refreshEvents();
      toast({ text: words.extended({ count: added.length }) });
      onClose();
    },
  });
  const { repeat } = form.value;
  const count = datesOf(draft, repeat).length;
  return (
    <FormDialog
      of={form}
      onClose={onClose}
      title={words.extendTitle({ title: event.title })}
      verb={words.extendVerb}
      icon="plus"
      disabled={count === 0 || count > MOST}
    >
      <p className="muted small">{words.extendHint}</p>
      <RepeatFields
        draft={draft}
        repeat={repeat}
        onChange={(next) => form.change({ repeat: next })}
        timeZone={event.timeZone}
        most={MOST}
        extends
      />
    </FormDialog>
  );
}

/** The dates after the last planned one. */
const datesOf = (draft: Draft, repeat: Repeat) =>
  daysOf(draft, repeat)
    .slice(1)
    .filter((day) => !repeat.leftOut.includes(day));
