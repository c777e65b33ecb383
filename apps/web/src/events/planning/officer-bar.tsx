import type { EventView } from '@guildhall/contracts/event.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { may } from '../../api/ability.tsx';
import { api, queryClient } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { guildRef, useMyGuilds } from '../../routes/current-guild.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import styles from '../event/events.module.css';
import { eventQuery, refreshEvents } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { hasBegun, isClosed } from '../signups/answer-control.tsx';

type Open = 'invites' | 'cancel' | 'delete' | 'extend' | 'add' | 'picture';

/** Loads on demand, because it brings the fields of the form, which few people need here. */
const ExtendDialog = lazyPart(() => import('../event-form/extend-dialog.tsx'), 'ExtendDialog');

const CancelDialog = lazyPart(() => import('./end-dialogs.tsx'), 'CancelDialog');
const DeleteDialog = lazyPart(() => import('./end-dialogs.tsx'), 'DeleteDialog');
const InvitesDialog = lazyPart(() => import('./invites-dialog.tsx'), 'InvitesDialog');
const AddDialog = lazyPart(() => import('./add-dialog.tsx'), 'AddDialog');
const PictureDialog = lazyPart(() => import('./picture-dialog.tsx'), 'PictureDialog');

type Props = { event: EventView; recording: boolean /** The chosen part of a series. */; apply: string | undefined };

/** Offers only actions possible in the event's current state. */
export function OfficerBar({ event, recording, apply }: Props) {
  const { officer: words } = eventsWords.use();
  const [open, setOpen] = useOpenDialog<Open>({
    [`participant:${event.id}`]: 'add',
    [`extend:${event.id}`]: 'extend',
    [`cancel:${event.id}`]: 'cancel',
  });
  const guild = useMyGuilds().find((one) => one.id === event.organizationId);
  const { status } = event;
  const begun = hasBegun(event);
  const closed = isClosed(event);
  const close = () => setOpen(undefined);
  const change = {
    onSuccess: async (changed: EventView) => {
      queryClient.setQueryData(eventQuery(event.id).queryKey, changed);
      await refreshEvents();
    },
    onError: toastFailure,
  };
  const publish = useMutation({ ...api.events.publish.mutationOptions(), ...change });
  const reopen = useMutation({ ...api.events.reopen.mutationOptions(), ...change });
  const complete = useMutation({ ...api.events.complete.mutationOptions(), ...change });
  const update = useMutation({ ...api.events.update.mutationOptions(), ...change });
  const { id, version } = event;
  return (
    <div className={`card ${styles.officer}`} role="toolbar" aria-label={words.title}>
      <span className="eyebrow">{words.title}</span>
      {begun && (status === 'published' || status === 'completed') && (
        <Link
          from="/events/$event"
          to="."
          search={recording ? {} : { attendance: true }}
          className={buttonClass(recording ? 'primary' : 'plain', true)}
        >
          <Icon name="check" />
          {recording ? words.attendanceDone : words.attendance}
        </Link>
      )}
      {status === 'draft' && (
        <Button small kind="primary" icon="send" pending={publish.isPending} onClick={() => publish.mutate({ id })}>
          {words.publish}
        </Button>
      )}
      {status === 'published' && (
        <Button small icon="copy" onClick={() => setOpen('invites')}>
          {words.copyInvites}
        </Button>
      )}
      {status === 'published' && !begun && (
        <Button small icon="plus" onClick={() => setOpen('add')}>
          {words.add}
        </Button>
      )}
      {status === 'published' && !begun && (
        <Button
          small
          icon="lock"
          pending={update.isPending}
          onClick={() => update.mutate({ id, version, signupDeadline: closed ? null : thisMinute() })}
        >
          {closed ? words.open : words.close}
        </Button>
      )}
      {status === 'published' && begun && (
        <Button small icon="flag" pending={complete.isPending} onClick={() => complete.mutate({ id })}>
          {words.complete}
        </Button>
      )}
      {status === 'cancelled' && !begun && (
        <Button small icon="refresh" pending={reopen.isPending} onClick={() => reopen.mutate({ id })}>
          {words.reopen}
        </Button>
      )}
      <span className={styles.rest} />
      {event.recurringSeriesId && status !== 'cancelled' && (
        <Button small kind="ghost" icon="plus" onClick={() => setOpen('extend')}>
          {words.extend}
        </Button>
      )}
      {guild && (
        <Link
          to="/g/$guild/events/new"
          params={{ guild: guildRef(guild) }}
          search={{ from: id }}
          className={buttonClass('ghost', true)}
        >
          {words.copy}
        </Link>
      )}
      {status !== 'completed' && (
        <Link to="/events/$event/edit" params={{ event: id }} search={{ apply }} className={buttonClass('ghost', true)}>
          {words.edit}
        </Link>
      )}
      <Button small kind="ghost" onClick={() => setOpen('picture')}>
        {words.picture}
      </Button>
      {status === 'published' && (
        <Button small kind="ghost" className={styles.danger} onClick={() => setOpen('cancel')}>
          {words.cancel}
        </Button>
      )}
      {(status === 'draft' || status === 'cancelled') && may(event.abilityRules, 'delete', 'Event') && (
        <Button small kind="ghost" className={styles.danger} onClick={() => setOpen('delete')}>
          {words.delete}
        </Button>
      )}
      <Suspense>
        {open === 'extend' && <ExtendDialog event={event} onClose={close} />}
        {open === 'add' && <AddDialog event={event} onClose={close} />}
        {open === 'picture' && <PictureDialog event={event} onClose={close} />}
        {open === 'cancel' && <CancelDialog event={event} apply={apply} onClose={close} />}
        {open === 'delete' && <DeleteDialog event={event} apply={apply} onClose={close} />}
        {open === 'invites' && <InvitesDialog event={event} onClose={close} />}
      </Suspense>
    </div>
  );
}

const thisMinute = () => `${new Date(serviceTime()).toISOString().slice(0, 16)}:00.000Z`;
