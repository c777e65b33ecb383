import type { ActScope, ServiceTokenView, ServiceView } from '@guildhall/contracts/service.ts';
import type { WebhookPermission } from '@guildhall/contracts/webhook.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../../api/client.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { FormDialog, useForm } from '../../../ui/form.tsx';
import { useOpenDialog } from '../../../ui/kept-forms.ts';
import { OnceDialog } from '../../../ui/once-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { ConnectionList } from './connection-list.tsx';
import styles from './integrations.module.css';
import { invalidateServices, servicesQuery } from './integrations.queries.ts';
import { integrationsWords } from './integrations.words.ts';
import { permissionsIn } from './subjects.ts';

export function Services({ guildId }: { guildId: string }) {
  const words = integrationsWords.use();
  const { data } = useSuspenseQuery(servicesQuery(guildId));
  return (
    <ConnectionList
      title={words.services}
      lead={words.servicesLead}
      add={words.addService}
      form={`service:new:${guildId}`}
      adding={(close) => <EditService guildId={guildId} onClose={close} />}
      empty={{ icon: 'key', title: words.noServices, hint: words.noServicesHint }}
    >
      {data.services.map((service) => (
        <Service key={service.id} guildId={guildId} service={service} />
      ))}
    </ConnectionList>
  );
}

function Service({ guildId, service }: { guildId: string; service: ServiceView }) {
  const words = integrationsWords.use();
  const [open, setOpen] = useOpenDialog<'edit' | 'delete' | 'token'>({
    [`service:${service.id}`]: 'edit',
    [`service:token:${service.id}`]: 'token',
  });
  const [revoking, setRevoking] = useState<ServiceTokenView>();
  const close = () => setOpen(undefined);
  const ref = { id: guildId, serviceId: service.id };
  const remove = useMutation(
    api.services.delete.mutationOptions({ onSuccess: invalidateServices, onError: toastFailure }),
  );
  const revoke = useMutation(
    api.services.revokeToken.mutationOptions({
      async onSuccess() {
        await invalidateServices();
        setRevoking(undefined);
      },
      onError: toastFailure,
    }),
  );
  const reads = service.permissions.map((permission) => permissionsIn(words)[permission]);
  const does = service.actScopes.map((scope) => words[scope]);
  return (
    <article className={styles.item} aria-label={service.name}>
      <div className={styles.title}>
        <b>{service.name}</b>
        {service.consents > 0 && <span className="tag">{words.agreed({ count: service.consents })}</span>}
      </div>
      <small className="muted">{[words.readsOnly, ...reads, ...does].join(' · ')}</small>
      {service.tokens.length === 0 ? (
        <p className="muted small">{words.noTokens}</p>
      ) : (
        <ul className="list">
          {service.tokens.map((token) => (
            <li key={token.id}>
              <Token token={token} />
              <Button small kind="ghost" onClick={() => setRevoking(token)}>
                {words.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button small icon="key" onClick={() => setOpen('token')}>
          {words.newToken}
        </Button>
        <Button small kind="ghost" onClick={() => setOpen('edit')}>
          {words.edit}
        </Button>
        <Button small kind="ghost" onClick={() => setOpen('delete')}>
          {words.remove}
        </Button>
      </div>
      {open === 'token' && <NewToken guildId={guildId} service={service} onClose={close} />}
      {open === 'edit' && <EditService guildId={guildId} service={service} onClose={close} />}
      <ConfirmDialog
        open={open === 'delete'}
        onClose={close}
        title={words.removeTitle({ name: service.name })}
        consequence={words.deleteService}
        verb={words.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate(ref)}
      />
      <ConfirmDialog
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={words.revokeTitle}
        consequence={words.revokeHint}
        verb={words.revoke}
        pending={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate({ ...ref, tokenId: revoking.id })}
      />
    </article>
  );
}

function Token({ token }: { token: ServiceTokenView }) {
  const words = integrationsWords.use();
  const format = useFormat();
  return (
    <div className="grow">
      <p className={token.state === 'active' ? undefined : 'bad'}>
        {words.shownTo({ name: token.shownTo.displayName })}
      </p>
      <small className="muted">
        {token.state === 'suspended'
          ? words.tokenSuspended
          : token.state === 'expired'
            ? words.expired
            : [
                token.lastUsedAt ? words.used({ ago: format.relative(new Date(token.lastUsedAt)) }) : words.unused,
                words.until({ date: format.date(new Date(token.expiresAt)) }),
              ].join(' · ')}
      </small>
    </div>
  );
}

const SCOPES: ActScope[] = ['signUp', 'absence'];
const PERMISSIONS: WebhookPermission[] = ['canViewRoster', 'canViewOfficerData', 'canManageEvents'];
type Values = { name: string; permissions: WebhookPermission[]; actScopes: ActScope[] };

function EditService({ guildId, service, onClose }: { guildId: string; service?: ServiceView; onClose(): void }) {
  const words = integrationsWords.use();
  const permissions = permissionsIn(words);
  const { name, permissions: reads, actScopes } = service ?? { name: '', permissions: [], actScopes: [] };
  const form = useForm<Values, unknown>({
    name: `service:${service?.id ?? `new:${guildId}`}`,
    before: { name, permissions: reads, actScopes },
    send: (typed, changes) =>
      service
        ? client.services.update.mutate({ id: guildId, serviceId: service.id, ...changes })
        : client.services.create.mutate({ id: guildId, ...typed }),
    async sent() {
      await invalidateServices();
      toast({ text: words.saved });
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      className={styles.fields}
      onClose={onClose}
      title={service?.name ?? words.addService}
      verb={service ? words.save : words.add}
    >
      <TextField {...form.text('name')} label={words.name} required maxLength={60} />
      <fieldset>
        <legend>{words.readsToo}</legend>
        {PERMISSIONS.map((permission) => (
          <Checkbox
            key={permission}
            {...form.pick('permissions', permission, PERMISSIONS)}
            label={permissions[permission]}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{words.acts}</legend>
        {SCOPES.map((scope) => (
          <Checkbox key={scope} {...form.pick('actScopes', scope, SCOPES)} label={words[scope]} />
        ))}
      </fieldset>
    </FormDialog>
  );
}

const LIFETIMES = [30, 90, 180, 365];

function NewToken({ guildId, service, onClose }: { guildId: string; service: ServiceView; onClose(): void }) {
  const words = integrationsWords.use();
  const form = useForm({
    name: `service:token:${service.id}`,
    before: { days: '90' },
    send: ({ days }) =>
      client.services.createToken.mutate({ id: guildId, serviceId: service.id, expiresInDays: Number(days) }),
    sent: invalidateServices,
  });
  if (form.answer) {
    return (
      <OnceDialog
        words={words}
        title={words.tokenTitle}
        lead={words.tokenLead}
        label={words.token}
        secret={form.answer.token}
        done={words.haveIt}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      of={form}
      onClose={onClose}
      title={`${words.newToken} · ${service.name}`}
      verb={words.newToken}
      icon="key"
    >
      <Select
        {...form.text('days')}
        label={words.lasts}
        options={LIFETIMES.map((days) => [days, words.days({ count: days })])}
      />
    </FormDialog>
  );
}
