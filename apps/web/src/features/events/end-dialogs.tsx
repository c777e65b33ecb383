/** Cancels, deletes or moves an event, or several of its series. */
import type { EventView } from '@guildhall/contracts/event.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client, queryClient } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef, useMyGuilds } from '../../shell/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { eventQuery, refreshEvents } from './events.queries.ts';
import { eventsWords } from './events.words.ts';
import { type Extent, SeriesExtent } from './form/series-extent.tsx';
import { WhyDialog } from './why-dialog.tsx';

type DialogProps = { event: EventView; onClose(): void };

export function CancelDialog({ event, onClose }: DialogProps) {
  const { officer: words } = eventsWords.use();
  const [extent, setExtent] = useState<Extent>('this');
  const done = { onSuccess: refreshEvents, onError: toastFailure, onSettled: onClose };
  const one = useMutation({ ...api.events.cancel.mutationOptions(), ...done });
  const series = useMutation({ ...api.events.cancelSeries.mutationOptions(), ...done });
  return (
    <WhyDialog
      title={words.cancelTitle(event.title)}
      consequence={words.cancelHint}
      verb={words.cancel}
      pending={one.isPending || series.isPending}
      onClose={onClose}
      onConfirm={(why) => {
        const given = { id: event.id, ...(why ? { reason: why } : {}) };
        if (extent === 'this') one.mutate(given);
        else series.mutate({ ...given, apply: extent });
      }}
    >
      {event.recurringSeriesId && <SeriesExtent event={event} change="cancel" value={extent} onChange={setExtent} />}
    </WhyDialog>
  );
}

export function DeleteDialog({ event, onClose }: DialogProps) {
  const { officer: words } = eventsWords.use();
  const guild = useMyGuilds().find(({ id }) => id === event.organizationId);
  const navigate = useNavigate();
  const { signedUp, tentative, waitlist, declined } = event.counts;
  const [extent, setExtent] = useState<Extent>('this');
  const remove = useMutation<unknown>({
    mutationFn: () =>
      extent === 'this'
        ? client.events.delete.mutate({ id: event.id })
        : client.events.deleteSeries.mutate({ id: event.id, apply: extent }),
    onError: toastFailure,
    onSuccess: async () => {
      await (guild ? navigate({ to: '/g/$guild/events', params: { guild: guildRef(guild) } }) : navigate({ to: '/' }));
      queryClient.removeQueries({ queryKey: eventQuery(event.id).queryKey });
      await refreshEvents();
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={words.deleteTitle(event.title)}
      consequence={
        extent === 'this' ? words.deleteHint(signedUp + tentative + waitlist + declined) : words.deleteSeriesHint
      }
      verb={words.delete}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {event.recurringSeriesId && <SeriesExtent event={event} change="delete" value={extent} onChange={setExtent} />}
    </ConfirmDialog>
  );
}

/** The local hour stays, in the guild's time zone. */
export function ZoneDialog({ event, onClose }: DialogProps) {
  const { event: words } = eventsWords.use();
  const { ui } = coreWords.use();
  const format = useFormat();
  const { id, version, title, recurringSeriesId, timeZone, guildTimeZone } = event;
  const [extent, setExtent] = useState<Extent>(recurringSeriesId ? 'upcoming' : 'this');
  const move = useMutation({
    ...api.events.update.mutationOptions(),
    onError: toastFailure,
    onSuccess: async (changed) => {
      queryClient.setQueryData(eventQuery(id).queryKey, changed);
      await refreshEvents();
      onClose();
    },
  });
  const time = format.time(new Date(event.startsAt), timeZone);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.zoneTitle(title)}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            kind="primary"
            pending={move.isPending}
            onClick={() => move.mutate({ id, version, apply: extent, timeZone: guildTimeZone })}
          >
            {words.zoneVerb}
          </Button>
        </>
      }
    >
      <p>{words.zoneHint(time, format.zoneName(timeZone), format.zoneName(guildTimeZone))}</p>
      {recurringSeriesId && <SeriesExtent event={event} change="edit" value={extent} onChange={setExtent} />}
    </Dialog>
  );
}
