import type { EventView } from '@guildhall/contracts/event.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { coreWords } from '../../../i18n/core.words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { addDays } from '../../signup/days.ts';
import { refreshEvents, seriesQuery } from '../events.queries.ts';
import { eventsWords } from '../events.words.ts';
import { daysOf, draftOf, type Repeat } from './draft.ts';
import { RepeatFields } from './repeat-fields.tsx';

/** People mostly want one more month. */
const FURTHER_DAYS = 28;
const MOST = 52;

/** Adds dates after the last planned one. */
export function ExtendDialog({ event, onClose }: { event: EventView; onClose(): void }) {
  const { officer: words } = eventsWords.use();
  const { ui } = coreWords.use();
  const series = useSuspenseQuery(seriesQuery(event)).data;
  const last =
    [...series, event]
      .map(({ localStart }) => localStart.slice(0, 10))
      .toSorted()
      .at(-1) ?? '';
  const draft = { ...draftOf(event), day: last };
  const [repeat, setRepeat] = useState<Repeat>({
    weekdays: [new Date(`${last}T12:00Z`).getUTCDay()],
    until: addDays(last, FURTHER_DAYS),
    leftOut: [],
  });
  const dates = daysOf(draft, repeat)
    .slice(1)
    .filter((day) => !repeat.leftOut.includes(day));
  const extend = useMutation({
    ...api.events.extendSeries.mutationOptions(),
    onError: toastFailure,
    onSuccess: async ({ added }) => {
      await refreshEvents();
      toast({ text: words.extended(added.length) });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.extendTitle(event.title)}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            kind="primary"
            icon="plus"
            disabled={dates.length === 0 || dates.length > MOST}
            pending={extend.isPending}
            onClick={() => extend.mutate({ id: event.id, dates })}
          >
            {words.extendVerb}
          </Button>
        </>
      }
    >
      <p className="muted small">{words.extendHint}</p>
      <RepeatFields draft={draft} repeat={repeat} onChange={setRepeat} timeZone={event.timeZone} most={MOST} extends />
    </Dialog>
  );
}
