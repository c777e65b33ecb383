import type { InviteCreatedView, InviteView } from '@guildhall/contracts/invite.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { may } from '../../../api/ability.tsx';
import { api } from '../../../api/client.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Select, TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Empty, Section } from '../../../ui/states.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { useGuild } from '../../roster/roster.queries.ts';
import { RightsTabs } from '../rights-tabs.tsx';
import { rolesQuery } from '../roles.queries.ts';
import styles from './invites.module.css';
import { invitesQuery, rereadInvites } from './invites.queries.ts';
import { invitesWords } from './invites.words.ts';

const route = getRouteApi('/shell/app/g/$guild/invites');
/** In hours. */
const DURATIONS = [24, 168, 720] as const;

export function InvitesPage() {
  const { list: words } = invitesWords.use();
  const guild = useGuild();
  const [making, setMaking] = useState(false);
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
      {making && <MakeDialog guild={guild} onClose={() => setMaking(false)} />}
    </>
  );
}

function Invites({ guild }: { guild: OrganizationView }) {
  const { list: words } = invitesWords.use();
  const invites = useSuspenseQuery(invitesQuery(route.useParams().guild)).data;
  const [revoking, setRevoking] = useState<InviteView>();
  const revoke = useMutation(
    api.invites.revoke.mutationOptions({
      onSuccess: rereadInvites,
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
          consequence={words.revokeConsequence(revoking.uses)}
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
          <b>{maxUses === null ? words.used(uses) : words.usedOf(uses, maxUses)}</b>
          {role && <span className="tag">{role.name}</span>}
        </p>
        <small>
          {createdBy && `${words.by(createdBy.displayName)} · `}
          <time dateTime={expiresAt}>{words.until(format.dayAndTime(new Date(expiresAt)))}</time>
        </small>
      </div>
      <Button small onClick={onRevoke}>
        {words.revoke}
      </Button>
    </li>
  );
}

/** The service reveals the code only once, so the address stays until somebody closes it. */
function MakeDialog({ guild, onClose }: { guild: OrganizationView; onClose(): void }) {
  const { make: words } = invitesWords.use();
  const form = useId();
  const roles = useSuspenseQuery(rolesQuery(route.useParams().guild)).data;
  const [hours, setHours] = useState<number>(DURATIONS[1]);
  const [uses, setUses] = useState('');
  const [roleId, setRoleId] = useState('');
  const create = useMutation(api.invites.create.mutationOptions({ onSuccess: rereadInvites }));
  if (create.data) return <MadeDialog invite={create.data} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      id: guild.id,
      expiresInHours: hours,
      ...(uses ? { maxUses: Number(uses) } : {}),
      ...(roleId ? { roleId } : {}),
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={
        <Button submit form={form} kind="primary" pending={create.isPending}>
          {words.verb}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <Select label={words.valid} value={hours} onChange={({ target }) => setHours(Number(target.value))}>
          {DURATIONS.map((one) => (
            <option key={one} value={one}>
              {words.durations[one]}
            </option>
          ))}
        </Select>
        <TextField
          label={words.uses}
          hint={words.usesHint}
          type="number"
          min={1}
          max={1000}
          value={uses}
          onChange={({ target }) => setUses(target.value)}
        />
        {may(guild.abilityRules, 'manage', 'Role') && (
          <Select
            label={words.role}
            hint={words.roleHint}
            value={roleId}
            onChange={({ target }) => setRoleId(target.value)}
          >
            <option value="">{words.noRole}</option>
            {roles
              .filter(({ isFounder }) => !isFounder)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        )}
        <FailureNote error={create.error} />
      </form>
    </Dialog>
  );
}

function MadeDialog({ invite, onClose }: { invite: InviteCreatedView; onClose(): void }) {
  const { make: words } = invitesWords.use();
  const copy = async () => {
    await navigator.clipboard.writeText(invite.url);
    toast({ text: words.copied });
  };
  return (
    <Dialog
      open
      insistent
      onClose={onClose}
      title={words.made}
      actions={
        <>
          <Button onClick={onClose}>{words.done}</Button>
          <Button kind="primary" icon="copy" onClick={() => void copy()}>
            {words.copy}
          </Button>
        </>
      }
    >
      <p className="muted small">{words.once}</p>
      <TextField label={words.address} readOnly value={invite.url} onFocus={({ target }) => target.select()} />
    </Dialog>
  );
}
