import type { NotificationKind, RequestedNotificationKind } from '@guildhall/contracts/notification.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { allowDevice, stopDevice, useDevice } from './device.ts';
import { notificationsWords } from './notifications.words.ts';

const KINDS = [
  'waitlist_promoted',
  'place_lost',
  'moved',
  'answer_wanted',
  'answer_counts',
  'answer_refused',
  'absence_entered',
  'reserves_entered',
  'event_moved',
  'event_cancelled',
  'lineup_published',
  'lineup_gap',
  'night_ready',
  'role_granted',
  'role_withdrawn',
  'claim_rejected',
  'transfer_waiting',
  'roster_held',
  'picture_refused',
  'integration_stopped',
  'discord_posts_stopped',
  'discord_refused',
  'discord_token_refused',
  'discord_roles_held',
  'discord_role_stopped',
] as const satisfies readonly NotificationKind[];

/** Off until the person asks for them. */
const REQUESTED = ['event_new'] as const satisfies readonly RequestedNotificationKind[];

const preferences = () => api.profile.preferences.queryOptions({});

export function ChooseKinds() {
  const words = notificationsWords.use();
  const { data } = useSuspenseQuery(preferences());
  // Shows a ticked box at once; the cache follows a moment later.
  const [muted, setMuted] = useState(data.mutedNotifications);
  const [requested, setRequested] = useState(data.requestedNotifications);
  const change = useMutation(
    api.profile.changePreferences.mutationOptions({
      onSuccess: (changed) => queryClient.setQueryData(preferences().queryKey, changed),
      onError: (error) => {
        setMuted(data.mutedNotifications);
        setRequested(data.requestedNotifications);
        toastFailure(error);
      },
    }),
  );
  const mutable = KINDS.map((kind) => (
    <Checkbox
      key={kind}
      label={words.kinds[kind]}
      checked={!muted.includes(kind)}
      onChange={({ target }) => {
        const mutedNotifications = target.checked ? muted.filter((one) => one !== kind) : [...muted, kind];
        setMuted(mutedNotifications);
        change.mutate({ mutedNotifications });
      }}
    />
  ));
  const onRequest = REQUESTED.map((kind) => (
    <Checkbox
      key={kind}
      label={words.kinds[kind]}
      checked={requested.includes(kind)}
      onChange={({ target }) => {
        const requestedNotifications = target.checked ? [...requested, kind] : requested.filter((one) => one !== kind);
        setRequested(requestedNotifications);
        change.mutate({ requestedNotifications });
      }}
    />
  ));
  return [...mutable, ...onRequest];
}

/** The browser asks for permission, and only after this button. */
export function OnThisDevice() {
  const words = notificationsWords.use();
  const state = useDevice();
  if (state === 'unknown' || state === 'blocked') return <p className="muted">{words[state]}</p>;
  if (state === 'on') {
    return (
      <div className="row between wrap">
        <p className="row">
          <Icon name="check" />
          {words.allowed}
        </p>
        <Button onClick={stopDevice}>{words.stop}</Button>
      </div>
    );
  }
  return (
    <div>
      <Button icon="bell" onClick={() => void allowDevice()}>
        {words.allow}
      </Button>
    </div>
  );
}
