import type { ActScope, ServiceTokenView, ServiceView } from '@guildhall/contracts/service.ts';
import type { WebhookPermission } from '@guildhall/contracts/webhook.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Checkbox, Select, TextField } from '../../../ui/field.tsx';
import { OnceDialog } from '../../../ui/once-dialog.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import styles from './integrations.module.css';
import { rereadServices, servicesQuery } from './integrations.queries.ts';
import { integrationsWords } from './integrations.words.ts';
import { Part } from './part.tsx';
import { permissionsIn } from './webhooks.tsx';

export function Services({ guildId }: { guildId: string }) {
  const words = integrationsWords.use();
  const { data } = useSuspenseQuery(servicesQuery(guildId));
  return (
    <Part
      title={words.services}
      lead={words.servicesLead}
      add={words.addService}
      adding={(close) => <EditService guildId={guildId} onClose={close} />}
      empty={{ icon: 'key', title: words.noServices, hint: words.noServicesHint }}
    >
      {data.services.map((service) => (
        <Service key={service.id} guildId={guildId} service={service} />
      ))}
    </Part>
  );
}

function Service({ guildId, service }: { guildId: string; service: ServiceView }) {
  const words = integrationsWords.use();
  const [open, setOpen] = useState<'edit' | 'delete' | 'token'>();
  const [revoking, setRevoking] = useState<ServiceTokenView>();
  const close = () => setOpen(undefined);
  const ref = { id: guildId, serviceId: service.id };
  const remove = useMutation(api.services.delete.mutationOptions({ onSuccess: rereadServices, onError: toastFailure }));
  const revoke = useMutation(
    api.services.revokeToken.mutationOptions({
      async onSuccess() {
        await rereadServices();
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
        {service.consents > 0 && <span className="tag">{words.agreed(service.consents)}</span>}
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
        title={words.removeTitle(service.name)}
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
        {words.shownTo} {token.shownTo.displayName}
      </p>
      <small className="muted">
        {token.state === 'suspended'
          ? words.tokenSuspended
          : token.state === 'expired'
            ? words.expired
            : [
                token.lastUsedAt ? `${words.used} ${format.relative(new Date(token.lastUsedAt))}` : words.unused,
                `${words.until} ${format.date(new Date(token.expiresAt))}`,
              ].join(' · ')}
      </small>
    </div>
  );
}

const SCOPES: ActScope[] = ['signUp', 'absence'];

function EditService({ guildId, service, onClose }: { guildId: string; service?: ServiceView; onClose(): void }) {
  const words = integrationsWords.use();
  const [name, setName] = useState(service?.name ?? '');
  const [permissions, setPermissions] = useState<WebhookPermission[]>(service?.permissions ?? []);
  const [actScopes, setScopes] = useState<ActScope[]>(service?.actScopes ?? []);
  const options = {
    async onSuccess() {
      await rereadServices();
      toast({ text: words.saved });
      onClose();
    },
  };
  const create = useMutation(api.services.create.mutationOptions(options));
  const update = useMutation(api.services.update.mutationOptions(options));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { id: guildId, name: name.trim(), permissions, actScopes };
    if (service) update.mutate({ ...input, serviceId: service.id });
    else create.mutate(input);
  };
  const toggled = <T extends string>(list: T[], one: T) =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
  return (
    <Dialog open onClose={onClose} title={service?.name ?? words.addService}>
      <form onSubmit={submit} className={styles.fields}>
        <TextField
          label={words.name}
          required
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset>
          <legend>{words.readsToo}</legend>
          {(Object.entries(permissionsIn(words)) as [WebhookPermission, string][]).map(([permission, label]) => (
            <Checkbox
              key={permission}
              label={label}
              checked={permissions.includes(permission)}
              onChange={() => setPermissions(toggled(permissions, permission))}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>{words.acts}</legend>
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              label={words[scope]}
              checked={actScopes.includes(scope)}
              onChange={() => setScopes(toggled(actScopes, scope))}
            />
          ))}
        </fieldset>
        <FailureNote error={create.error ?? update.error} />
        <Button submit kind="primary" pending={create.isPending || update.isPending}>
          {service ? words.save : words.add}
        </Button>
      </form>
    </Dialog>
  );
}

const LIFETIMES = [30, 90, 180, 365];

function NewToken({ guildId, service, onClose }: { guildId: string; service: ServiceView; onClose(): void }) {
  const words = integrationsWords.use();
  const [expiresInDays, setDays] = useState(90);
  const make = useMutation(api.services.createToken.mutationOptions({ onSuccess: rereadServices }));
  if (make.data) {
    return (
      <OnceDialog
        words={words}
        title={words.tokenTitle}
        lead={words.tokenLead}
        label={words.token}
        secret={make.data.token}
        done={words.haveIt}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${words.newToken} · ${service.name}`}
      actions={
        <Button
          kind="primary"
          icon="key"
          pending={make.isPending}
          onClick={() => make.mutate({ id: guildId, serviceId: service.id, expiresInDays })}
        >
          {words.newToken}
        </Button>
      }
    >
      <Select label={words.lasts} value={expiresInDays} onChange={({ target }) => setDays(Number(target.value))}>
        {LIFETIMES.map((days) => (
          <option key={days} value={days}>
            {words.days(days)}
          </option>
        ))}
      </Select>
      <FailureNote error={make.error} />
    </Dialog>
  );
}
