import type { InviteView } from '@guildhall/contracts/invite.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, Section } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { RightsTabs } from '../roles/rights-tabs.tsx';
import { invalidateInvites, invitesQuery } from './invites.queries.ts';
import { invitesWords } from './invites.words.ts';

const route = getRouteApi('/shell/app/g/$guild/invites');
const MakeInviteDialog = lazyPart(() => import('./make-invite-dialog.tsx'), 'MakeInviteDialog');

export function InvitesPage() {
  const { list: words } = invitesWords.use();
  const guild = useGuild();
  const [making, setMaking] = useOpenDialog({ [`invite:${guild.id}`]: true });
  return (
    <>
      <PageHead
        title={words.title}
        lead={`${guild.name} · ${words.lead}`}
        actions={
          guild.source === 'standalone' &&
          !guild.archivedAt && (
            <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
              {words.make}
            </Button>
          )
        }
      />
      <RightsTabs guild={guild} />
      <Section>
        {guild.source === 'synced' ? (
          <Empty icon="key" title={words.synced}>
            {words.syncedHint}
          </Empty>
        ) : (
          <Invites guild={guild} />
        )}
      </Section>
      {making && (
        <Suspense>
          <MakeInviteDialog guild={guild} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  );
}

function Invites({ guild }: { guild: OrganizationView }) {
  const { list: words } = invitesWords.use();
  const invites = useSuspenseQuery(invitesQuery(route.useParams().guild)).data;
  const [revoking, setRevoking] = useState<InviteView>();
  const revoke = useMutation(
    api.invites.revoke.mutationOptions({
      onSuccess: invalidateInvites,
      onError: toastFailure,
      onSettled: () => setRevoking(undefined),
    }),
  );
  if (invites.length === 0) {
    return (
      <Empty icon="send" title={words.none}>
        {words.noneHint}
      </Empty>
    );
  }
  return (
    <>
      <ul className="list">
        {invites.map((invite) => (
          <Row key={invite.id} invite={invite} onRevoke={() => setRevoking(invite)} />
        ))}
      </ul>
      {revoking && (
        <ConfirmDialog
          open
          onClose={() => setRevoking(undefined)}
          title={words.revokeQuestion}
          consequence={words.revokeConsequence({ uses: revoking.uses })}
          verb={words.revoke}
          pending={revoke.isPending}
          onConfirm={() => revoke.mutate({ id: guild.id, inviteId: revoking.id })}
        />
      )}
    </>
  );
}

function Row({ invite, onRevoke }: { invite: InviteView; onRevoke(): void }) {
  const { list: words } = invitesWords.use();
  const format = useFormat();
  const { role, maxUses, uses, expiresAt, createdBy } = invite;
  return (
    <li>
      <span className="mark">
        <Icon name="send" />
      </span>
      <div className="grow">
        <p className="row wrap">
          <b>{maxUses === null ? words.used({ uses }) : words.usedOf({ uses, most: maxUses })}</b>
          {role && <span className="tag">{role.name}</span>}
        </p>
        <small>
          {createdBy && `${words.by({ name: createdBy.displayName })} · `}
          <time dateTime={expiresAt}>{words.until({ time: format.dayAndTime(new Date(expiresAt)) })}</time>
        </small>
      </div>
      <Button small onClick={onRevoke}>
        {words.revoke}
      </Button>
    </li>
  );
}
