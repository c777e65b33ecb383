import type { WebhookChange, WebhookKind, WebhookPermission, WebhookView } from '@guildhall/contracts/webhook.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { api, client } from '../../../api/client.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { FormDialog, type FormOf, useForm } from '../../../ui/form.tsx';
import { useOpenDialog } from '../../../ui/kept-forms.ts';
import { OnceDialog } from '../../../ui/once-dialog.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SectionBoundary } from '../../../ui/states.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { ConnectionList } from './connection-list.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import styles from './integrations.module.css';
import { invalidateWebhooks, webhooksQuery } from './integrations.queries.ts';
import { type IntegrationsWords, integrationsWords } from './integrations.words.ts';
import { changesIn, permissionsIn } from './subjects.ts';

const CHANGES: WebhookChange[] = [
  'event.changed',
  'participation.changed',
  'lineup.changed',
  'night.changed',
  'post.changed',
  'roster.changed',
  'raider.changed',
  'loot.changed',
  'points.changed',
  'membership.changed',
  'rights.changed',
  'organization.changed',
  'absence.changed',
];
const CHANNEL: WebhookChange[] = ['event.changed', 'post.changed'];

export function Webhooks({ guildId }: { guildId: string }) {
  const words = integrationsWords.use();
  const { data } = useSuspenseQuery(webhooksQuery(guildId));
  return (
    <ConnectionList
      title={words.webhooks}
      lead={words.webhooksLead}
      add={words.addWebhook}
      form={`webhook:new:${guildId}`}
      adding={(close) => <AddWebhook guildId={guildId} onClose={close} />}
      empty={{ icon: 'send', title: words.noWebhooks, hint: words.noWebhooksHint }}
    >
      {data.webhooks.map((webhook) => (
        <Webhook key={webhook.id} guildId={guildId} webhook={webhook} />
      ))}
    </ConnectionList>
  );
}

const hintOf = (words: IntegrationsWords, { stoppedBecause }: WebhookView): string =>
  stoppedBecause ? words.stops[stoppedBecause] : words.disabledHint;

function Webhook({ guildId, webhook }: { guildId: string; webhook: WebhookView }) {
  const words = integrationsWords.use();
  const format = useFormat();
  const [open, setOpen] = useOpenDialog<'log' | 'edit' | 'delete' | 'secret'>({
    [`webhook:${webhook.id}`]: 'edit',
    [`webhook:secret:${webhook.id}`]: 'secret',
  });
  const close = () => setOpen(undefined);
  const ref = { id: guildId, webhookId: webhook.id };
  const options = { onError: toastFailure };
  const ping = useMutation(
    api.webhooks.ping.mutationOptions({
      ...options,
      onSuccess: () => {
        toast({ text: words.pinged });
        setOpen('log');
        return invalidateWebhooks();
      },
    }),
  );
  const enable = useMutation(
    api.webhooks.enable.mutationOptions({
      ...options,
      onSuccess: () => {
        toast({ text: words.enabled });
        return invalidateWebhooks();
      },
    }),
  );
  const remove = useMutation(api.webhooks.delete.mutationOptions({ ...options, onSuccess: invalidateWebhooks }));
  const failing = webhook.state === 'active' && webhook.failingSince !== null;
  const look = webhook.state === 'active' ? (failing ? 'tag t-warn' : 'tag t-ok') : 'tag t-bad';
  const types = webhook.types.length === 0 ? [words.everything] : webhook.types.map((type) => changesIn(words)[type]);
  return (
    <article className={styles.item} aria-label={webhook.name}>
      <div className={styles.title}>
        <b>{webhook.name}</b>
        <span className={look}>{failing ? words.failing : words[webhook.state]}</span>
        {webhook.waiting > 0 && <small className="muted">{words.waiting({ count: webhook.waiting })}</small>}
      </div>
      <small className="muted">
        {[webhook.kind === 'discord' ? words.discord : webhook.host, types.join(', ')].join(' · ')}
        {webhook.deliveredAt && ` · ${words.lastDelivery({ ago: format.relative(new Date(webhook.deliveredAt)) })}`}
      </small>
      {webhook.state !== 'active' && (
        <p className="small">{webhook.state === 'suspended' ? words.suspendedHint : hintOf(words, webhook)}</p>
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
        title={words.removeTitle({ name: webhook.name })}
        consequence={words.deleteHook}
        verb={words.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate(ref)}
      />
    </article>
  );
}

const PERMISSIONS: WebhookPermission[] = ['canViewRoster', 'canViewOfficerData', 'canManageEvents'];
type Values = {
  name: string;
  kind: WebhookKind;
  address: string;
  types: WebhookChange[];
  permissions: WebhookPermission[];
};

/** An empty selection means all changes, including those of later versions. */
function SubjectFields({ form }: { form: FormOf<Values> }) {
  const words = integrationsWords.use();
  const changes = changesIn(words);
  const permissions = permissionsIn(words);
  const { kind, types } = form.value;
  const all = kind === 'discord' ? CHANNEL : CHANGES;
  return (
    <>
      <fieldset>
        <legend>{words.told}</legend>
        <Checkbox
          label={words.everything}
          checked={types.length === 0}
          onChange={({ target }) => form.change({ types: target.checked ? [] : all.slice(0, 1) })}
        />
        {types.length > 0 &&
          all.map((type) => <Checkbox key={type} {...form.pick('types', type, all)} label={changes[type]} />)}
      </fieldset>
      <fieldset>
        <legend>{words.sees}</legend>
        {PERMISSIONS.map((permission) => (
          <Checkbox
            key={permission}
            {...form.pick('permissions', permission, PERMISSIONS)}
            label={permissions[permission]}
          />
        ))}
      </fieldset>
    </>
  );
}

function AddWebhook({ guildId, onClose }: { guildId: string; onClose(): void }) {
  const words = integrationsWords.use();
  const form = useForm<Values, { secret: string | null }>({
    name: `webhook:new:${guildId}`,
    before: { name: '', kind: 'standard', address: '', types: [], permissions: [] },
    send: ({ name, address, ...rest }) =>
      client.webhooks.create.mutate({ id: guildId, name: name.trim(), address: address.trim(), ...rest }),
    async sent({ secret }) {
      await invalidateWebhooks();
      if (secret === null) onClose();
    },
  });
  if (form.answer?.secret) return <Secret secret={form.answer.secret} onClose={onClose} />;
  const { kind } = form.value;
  return (
    <FormDialog of={form} className={styles.fields} onClose={onClose} title={words.addWebhook} verb={words.add}>
      <SegmentedControl<WebhookKind>
        legend={words.kind}
        value={kind}
        onChange={(next) => form.change({ kind: next, types: [] })}
        choices={(['standard', 'discord'] as const).map((value) => ({ value, label: words[value] }))}
      />
      <TextField {...form.text('name')} label={words.name} required maxLength={60} />
      <TextField
        {...form.text('address')}
        label={words.address}
        hint={kind === 'discord' ? words.discordHint : words.addressHint}
        type="url"
        required
        maxLength={500}
      />
      <SubjectFields form={form} />
    </FormDialog>
  );
}

function EditWebhook({ guildId, webhook, onClose }: { guildId: string; webhook: WebhookView; onClose(): void }) {
  const words = integrationsWords.use();
  const { name, kind, types, permissions } = webhook;
  const form = useForm<Values, unknown>({
    name: `webhook:${webhook.id}`,
    before: { name, kind, address: '', types, permissions },
    // Its kind is not among the fields, and its address stays as it is while that field is empty.
    send: (_, { kind: __, ...changes }) =>
      client.webhooks.update.mutate({ id: guildId, webhookId: webhook.id, ...changes }),
    async sent() {
      await invalidateWebhooks();
      toast({ text: words.saved });
      onClose();
    },
  });
  const isSuspended = webhook.state === 'suspended';
  return (
    <FormDialog of={form} className={styles.fields} onClose={onClose} title={webhook.name} verb={words.save}>
      <TextField {...form.text('name')} label={words.name} required maxLength={60} />
      <TextField
        {...form.text('address')}
        label={words.newAddress}
        hint={isSuspended ? words.suspendedHint : words.newAddressHint}
        type="url"
        required={isSuspended}
        maxLength={500}
      />
      <SubjectFields form={form} />
    </FormDialog>
  );
}

function NewSecret({ guildId, webhook, onClose }: { guildId: string; webhook: WebhookView; onClose(): void }) {
  const words = integrationsWords.use();
  const form = useForm({
    name: `webhook:secret:${webhook.id}`,
    before: {},
    send: () => client.webhooks.rotate.mutate({ id: guildId, webhookId: webhook.id }),
    sent: invalidateWebhooks,
  });
  if (form.answer?.secret) return <Secret secret={form.answer.secret} onClose={onClose} />;
  return (
    <FormDialog of={form} onClose={onClose} title={words.newSecret} verb={words.newSecret}>
      <p>{words.rotateHint}</p>
    </FormDialog>
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
