import type { WebhookChange, WebhookKind, WebhookPermission, WebhookView } from '@guildhall/contracts/webhook.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { OnceDialog } from '../../../ui/once-dialog.tsx';
import { Seg } from '../../../ui/seg.tsx';
import { SectionBoundary } from '../../../ui/states.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import styles from './integrations.module.css';
import { rereadWebhooks, webhooksQuery } from './integrations.queries.ts';
import { integrationsWords } from './integrations.words.ts';
import { Part } from './part.tsx';
import type { IntegrationsWords } from './words/en.ts';

export const changesIn = (words: IntegrationsWords): Record<WebhookChange, string> => ({
  'event.changed': words.events,
  'participation.changed': words.answers,
  'post.changed': words.posts,
  'roster.changed': words.roster,
  'membership.changed': words.members,
  'rights.changed': words.rights,
  'organization.changed': words.guild,
  'absence.changed': words.absences,
});
export const permissionsIn = (words: IntegrationsWords): Record<WebhookPermission, string> => ({
  canViewRoster: words.pRoster,
  canViewOfficerData: words.pOfficer,
  canManageEvents: words.pEvents,
});
const CHANNEL: WebhookChange[] = ['event.changed', 'post.changed'];

export function Webhooks({ guildId }: { guildId: string }) {
  const words = integrationsWords.use();
  const { data } = useSuspenseQuery(webhooksQuery(guildId));
  return (
    <Part
      title={words.webhooks}
      lead={words.webhooksLead}
      add={words.addWebhook}
      adding={(close) => <AddWebhook guildId={guildId} onClose={close} />}
      empty={{ icon: 'send', title: words.noWebhooks, hint: words.noWebhooksHint }}
    >
      {data.webhooks.map((webhook) => (
        <Webhook key={webhook.id} guildId={guildId} webhook={webhook} />
      ))}
    </Part>
  );
}

function Webhook({ guildId, webhook }: { guildId: string; webhook: WebhookView }) {
  const words = integrationsWords.use();
  const format = useFormat();
  const [open, setOpen] = useState<'log' | 'edit' | 'delete' | 'secret'>();
  const close = () => setOpen(undefined);
  const ref = { id: guildId, webhookId: webhook.id };
  const options = { onError: toastFailure };
  const ping = useMutation(
    api.webhooks.ping.mutationOptions({
      ...options,
      onSuccess: () => {
        toast({ text: words.pinged });
        setOpen('log');
        return rereadWebhooks();
      },
    }),
  );
  const enable = useMutation(
    api.webhooks.enable.mutationOptions({
      ...options,
      onSuccess: () => {
        toast({ text: words.enabled });
        return rereadWebhooks();
      },
    }),
  );
  const remove = useMutation(api.webhooks.delete.mutationOptions({ ...options, onSuccess: rereadWebhooks }));
  const failing = webhook.state === 'active' && webhook.failingSince !== null;
  const look = webhook.state === 'active' ? (failing ? 'tag t-warn' : 'tag t-ok') : 'tag t-bad';
  const types = webhook.types.length === 0 ? [words.everything] : webhook.types.map((type) => changesIn(words)[type]);
  return (
    <article className={styles.item} aria-label={webhook.name}>
      <div className={styles.title}>
        <b>{webhook.name}</b>
        <span className={look}>{failing ? words.failing : words[webhook.state]}</span>
        {webhook.waiting > 0 && <small className="muted">{words.waiting(webhook.waiting)}</small>}
      </div>
      <small className="muted">
        {[webhook.kind === 'discord' ? words.discord : webhook.host, types.join(', ')].join(' · ')}
        {webhook.deliveredAt && ` · ${words.oDelivered} ${format.relative(new Date(webhook.deliveredAt))}`}
      </small>
      {webhook.state !== 'active' && (
        <p className="small">{webhook.state === 'suspended' ? words.suspendedHint : words.disabledHint}</p>
      )}
      <div className={styles.actions}>
        {webhook.state === 'active' && (
          <Button small icon="send" pending={ping.isPending} onClick={() => ping.mutate(ref)}>
            {words.ping}
          </Button>
        )}
        {webhook.state === 'disabled' && (
          <Button small kind="primary" pending={enable.isPending} onClick={() => enable.mutate(ref)}>
            {words.enable}
          </Button>
        )}
        <Button small aria-expanded={open === 'log'} onClick={() => setOpen(open === 'log' ? undefined : 'log')}>
          {open === 'log' ? words.hideLog : words.log}
        </Button>
        <Button small kind="ghost" onClick={() => setOpen('edit')}>
          {words.edit}
        </Button>
        {webhook.kind === 'standard' && (
          <Button small kind="ghost" onClick={() => setOpen('secret')}>
            {words.newSecret}
          </Button>
        )}
        <Button small kind="ghost" onClick={() => setOpen('delete')}>
          {words.remove}
        </Button>
      </div>
      {open === 'log' && (
        <SectionBoundary>
          <DeliveryLog guildId={guildId} webhook={webhook} />
        </SectionBoundary>
      )}
      {open === 'edit' && <EditWebhook guildId={guildId} webhook={webhook} onClose={close} />}
      {open === 'secret' && <NewSecret guildId={guildId} webhook={webhook} onClose={close} />}
      <ConfirmDialog
        open={open === 'delete'}
        onClose={close}
        title={words.removeTitle(webhook.name)}
        consequence={words.deleteHook}
        verb={words.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate(ref)}
      />
    </article>
  );
}

type Told = { types: WebhookChange[]; permissions: WebhookPermission[] };

/** An empty selection means all changes, including those of later versions. */
function ToldOf({ kind, value, onChange }: { kind: WebhookKind; value: Told; onChange(value: Told): void }) {
  const words = integrationsWords.use();
  const known = Object.entries(changesIn(words)) as [WebhookChange, string][];
  const types = kind === 'discord' ? known.filter(([type]) => CHANNEL.includes(type)) : known;
  const permissions = Object.entries(permissionsIn(words)) as [WebhookPermission, string][];
  const toggled = <T extends string>(list: T[], one: T) =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
  return (
    <>
      <fieldset>
        <legend>{words.told}</legend>
        <Checkbox
          label={words.everything}
          checked={value.types.length === 0}
          onChange={({ target }) =>
            onChange({ ...value, types: target.checked ? [] : types.slice(0, 1).map(([type]) => type) })
          }
        />
        {value.types.length > 0 &&
          types.map(([type, label]) => (
            <Checkbox
              key={type}
              label={label}
              checked={value.types.includes(type)}
              onChange={() => onChange({ ...value, types: toggled(value.types, type) })}
            />
          ))}
      </fieldset>
      <fieldset>
        <legend>{words.sees}</legend>
        {permissions.map(([permission, label]) => (
          <Checkbox
            key={permission}
            label={label}
            checked={value.permissions.includes(permission)}
            onChange={() => onChange({ ...value, permissions: toggled(value.permissions, permission) })}
          />
        ))}
      </fieldset>
    </>
  );
}

function AddWebhook({ guildId, onClose }: { guildId: string; onClose(): void }) {
  const words = integrationsWords.use();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<WebhookKind>('standard');
  const [address, setAddress] = useState('');
  const [told, setTold] = useState<Told>({ types: [], permissions: [] });
  const add = useMutation(
    api.webhooks.create.mutationOptions({
      async onSuccess({ secret }) {
        await rereadWebhooks();
        if (secret === null) onClose();
      },
    }),
  );
  if (add.data?.secret) return <Secret secret={add.data.secret} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ id: guildId, name: name.trim(), kind, address: address.trim(), ...told });
  };
  return (
    <Dialog open onClose={onClose} title={words.addWebhook}>
      <form onSubmit={submit} className={styles.fields}>
        <Seg<WebhookKind>
          legend={words.kind}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setTold({ ...told, types: [] });
          }}
          choices={(['standard', 'discord'] as const).map((value) => ({ value, label: words[value] }))}
        />
        <TextField
          label={words.name}
          required
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label={words.address}
          hint={kind === 'discord' ? words.discordHint : words.addressHint}
          type="url"
          required
          maxLength={500}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <ToldOf kind={kind} value={told} onChange={setTold} />
        <FailureNote error={add.error} />
        <Button submit kind="primary" pending={add.isPending}>
          {words.add}
        </Button>
      </form>
    </Dialog>
  );
}

function EditWebhook({ guildId, webhook, onClose }: { guildId: string; webhook: WebhookView; onClose(): void }) {
  const words = integrationsWords.use();
  const [name, setName] = useState(webhook.name);
  const [address, setAddress] = useState('');
  const [told, setTold] = useState<Told>({ types: webhook.types, permissions: webhook.permissions });
  const save = useMutation(
    api.webhooks.update.mutationOptions({
      async onSuccess() {
        await rereadWebhooks();
        toast({ text: words.saved });
        onClose();
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const moved = address.trim() ? { address: address.trim() } : {};
    save.mutate({ id: guildId, webhookId: webhook.id, name: name.trim(), ...told, ...moved });
  };
  return (
    <Dialog open onClose={onClose} title={webhook.name}>
      <form onSubmit={submit} className={styles.fields}>
        <TextField
          label={words.name}
          required
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label={words.newAddress}
          hint={webhook.state === 'suspended' ? words.suspendedHint : words.newAddressHint}
          type="url"
          required={webhook.state === 'suspended'}
          maxLength={500}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <ToldOf kind={webhook.kind} value={told} onChange={setTold} />
        <FailureNote error={save.error} />
        <Button submit kind="primary" pending={save.isPending}>
          {words.save}
        </Button>
      </form>
    </Dialog>
  );
}

function NewSecret({ guildId, webhook, onClose }: { guildId: string; webhook: WebhookView; onClose(): void }) {
  const words = integrationsWords.use();
  const rotate = useMutation(api.webhooks.rotate.mutationOptions({ onSuccess: rereadWebhooks }));
  if (rotate.data?.secret) return <Secret secret={rotate.data.secret} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.newSecret}
      actions={
        <Button
          kind="primary"
          pending={rotate.isPending}
          onClick={() => rotate.mutate({ id: guildId, webhookId: webhook.id })}
        >
          {words.newSecret}
        </Button>
      }
    >
      <p>{words.rotateHint}</p>
      <FailureNote error={rotate.error} />
    </Dialog>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose(): void }) {
  const words = integrationsWords.use();
  return (
    <OnceDialog
      words={words}
      title={words.secretTitle}
      lead={words.secretLead}
      label={words.secret}
      secret={secret}
      done={words.haveIt}
      onClose={onClose}
    />
  );
}
