import type { NotificationKind } from '@guildhall/contracts/notification.ts';
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
  'event_moved',
  'event_cancelled',
  'role_granted',
  'role_withdrawn',
  'claim_rejected',
  'transfer_waiting',
  'picture_refused',
  'integration_stopped',
  'discord_posts_stopped',
  'discord_token_refused',
  'discord_roles_held',
  'discord_role_stopped',
] as const satisfies readonly NotificationKind[];

const preferences = () => api.profile.preferences.queryOptions({});

export function ChooseKinds() {
  const words = notificationsWords.use();
  const { data } = useSuspenseQuery(preferences());
  // Shows a ticked box at once; the cache follows a moment later.
  const [muted, setMuted] = useState(data.mutedNotifications);
  const change = useMutation(
    api.profile.changePreferences.mutationOptions({
      onSuccess: (changed) => queryClient.setQueryData(preferences().queryKey, changed),
      onError: (error) => {
        setMuted(data.mutedNotifications);
        toastFailure(error);
      },
    }),
  );
  return KINDS.map((kind) => (
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
