/** Cancels, deletes or moves an event, or several of its series. */
import type { EventView } from '@guildhall/contracts/event.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef, useMyGuilds } from '../../routes/current-guild.ts';
import { oneOf } from '../../routes/search-params.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { eventQuery, refreshEvents } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { EXTENTS, type Extent } from '../event-form/extents.ts';
import { SeriesExtent } from '../event-form/series-extent.tsx';
import { WhyDialog } from './why-dialog.tsx';

type DialogProps = { event: EventView; onClose(): void };
/** `apply` is the chosen part of the series. */
type EndProps = DialogProps & { apply: string | undefined };

const useExtent = (apply: string | undefined) => useState<Extent>(oneOf(apply, EXTENTS) ?? 'this');

export function CancelDialog({ event, apply, onClose }: EndProps) {
  const { officer: words } = eventsWords.use();
  const [extent, setExtent] = useExtent(apply);
  const cancel = async (why: { reason?: string }) => {
    const given = { id: event.id, ...why };
    await (extent === 'this'
      ? client.events.cancel.mutate(given)
      : client.events.cancelSeries.mutate({ ...given, apply: extent }));
    await refreshEvents();
  };
  return (
    <WhyDialog
      name={`cancel:${event.id}`}
      title={words.cancelTitle({ title: event.title })}
      consequence={words.cancelHint}
      verb={words.cancel}
      onClose={onClose}
      send={cancel}
    >
      {event.recurringSeriesId && <SeriesExtent event={event} change="cancel" value={extent} onChange={setExtent} />}
    </WhyDialog>
  );
}

export function DeleteDialog({ event, apply, onClose }: EndProps) {
  const { officer: words } = eventsWords.use();
  const guild = useMyGuilds().find(({ id }) => id === event.organizationId);
  const navigate = useNavigate();
  const { signedUp, tentative, waitlist, declined } = event.counts;
  const [extent, setExtent] = useExtent(apply);
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
      title={words.deleteTitle({ title: event.title })}
      consequence={
        extent === 'this'
          ? words.deleteHint({ answers: signedUp + tentative + waitlist + declined })
          : words.deleteSeriesHint
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
  const format = useFormat();
  const { id, version, title, recurringSeriesId, timeZone, guildTimeZone } = event;
  const [extent, setExtent] = useState<Extent>(recurringSeriesId ? 'upcoming' : 'this');
  const form = useForm({
    name: `zone:${id}`,
    before: {},
    send: () => client.events.update.mutate({ id, version, apply: extent, timeZone: guildTimeZone }),
    async sent(changed) {
      queryClient.setQueryData(eventQuery(id).queryKey, changed);
      await refreshEvents();
      onClose();
    },
  });
  const time = format.time(new Date(event.startsAt), timeZone);
  return (
    <FormDialog of={form} onClose={onClose} title={words.zoneTitle({ title })} verb={words.zoneVerb}>
      <p>{words.zoneHint({ time, own: format.zoneName(timeZone), guild: format.zoneName(guildTimeZone) })}</p>
      {recurringSeriesId && <SeriesExtent event={event} change="edit" value={extent} onChange={setExtent} />}
    </FormDialog>
  );
}
