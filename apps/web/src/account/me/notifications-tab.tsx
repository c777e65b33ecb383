import type { EventMailsView } from '@guildhall/contracts/event-mails.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { Checkbox } from '../../ui/field.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { ChooseKinds, OnThisDevice } from '../notifications/notification-settings.tsx';
import { notificationsWords } from '../notifications/notifications.words.ts';
import { useMe } from './me.queries.ts';
import { meWords } from './me.words.ts';
import { Setting } from './setting.tsx';

const MAILS = [
  'reminder',
  'promotion',
  'placement',
  'roleGap',
  'byMessage',
] as const satisfies readonly (keyof EventMailsView)[];

export function NotificationsTab() {
  const { notifications: words } = meWords.use();
  const { email, emailVerified } = useMe();
  const where = !email
    ? words.noAddress
    : emailVerified
      ? words.mailsHint({ address: email })
      : words.unproved({ address: email });
  const inbox = notificationsWords.use();
  return (
    <>
      <Setting title={inbox.inbox} lead={inbox.inboxHint}>
        <ChooseKinds />
      </Setting>
      <Setting title={words.mails} lead={where}>
        <Mails />
      </Setting>
      <Setting title={inbox.device} lead={inbox.deviceHint}>
        <OnThisDevice />
      </Setting>
    </>
  );
}

function Mails() {
  const { notifications: words } = meWords.use();
  const { data: mails } = useSuspenseQuery(api.events.mails.queryOptions({}));
  // Shows a ticked box at once; the cache follows a moment later.
  const [ticked, setTicked] = useState<Partial<EventMailsView>>({});
  const choose = useMutation(
    api.events.chooseMails.mutationOptions({
      onSuccess: (chosen) => queryClient.setQueryData(api.events.mails.queryKey({}), chosen),
      onError: (error) => {
        setTicked({});
        toastFailure(error);
      },
    }),
  );
  return MAILS.map((mail) => (
    <Checkbox
      key={mail}
      label={words[mail]}
      hint={mail === 'byMessage' ? words.byMessageHint : undefined}
      checked={ticked[mail] ?? mails[mail]}
      onChange={({ target }) => {
        setTicked((before) => ({ ...before, [mail]: target.checked }));
        choose.mutate({ [mail]: target.checked });
      }}
    />
  ));
}
