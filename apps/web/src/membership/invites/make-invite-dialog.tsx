import type { InviteCreatedView } from '@guildhall/contracts/invite.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { api, client } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { invalidateInvites } from './invites.queries.ts';
import { invitesWords } from './invites.words.ts';

const route = getRouteApi('/shell/app/g/$guild/invites');
/** In hours. */
const DURATIONS = [24, 168, 720] as const;

/** The service reveals the code only once, so the address stays until it is closed. */
export function MakeInviteDialog({ guild, onClose }: { guild: OrganizationView; onClose(): void }) {
  const { make: words } = invitesWords.use();
  const roles = useSuspenseQuery(api.roles.list.queryOptions({ id: route.useParams().guild })).data;
  const form = useForm({
    name: `invite:${guild.id}`,
    before: { hours: String(DURATIONS[1]), uses: '', roleId: '' },
    send: ({ hours, uses, roleId }) =>
      client.invites.create.mutate({
        id: guild.id,
        expiresInHours: Number(hours),
        ...(uses ? { maxUses: Number(uses) } : {}),
        ...(roleId ? { roleId } : {}),
      }),
    sent: invalidateInvites,
  });
  if (form.answer) return <MadeDialog invite={form.answer} onClose={onClose} />;
  const granted = roles.filter(({ isFounder }) => !isFounder);
  return (
    <FormDialog of={form} onClose={onClose} title={words.title} verb={words.verb}>
      <Select
        {...form.text('hours')}
        label={words.valid}
        options={DURATIONS.map((hours) => [hours, words.durations[hours]])}
      />
      <TextField {...form.text('uses')} label={words.uses} hint={words.usesHint} type="number" min={1} max={1000} />
      {may(guild.abilityRules, 'manage', 'Role') && (
        <Select
          {...form.text('roleId')}
          label={words.role}
          hint={words.roleHint}
          options={[['', words.noRole], ...granted.map(({ id, name }) => [id, name] as const)]}
        />
      )}
    </FormDialog>
  );
}

function MadeDialog({ invite, onClose }: { invite: InviteCreatedView; onClose(): void }) {
  const { make: words } = invitesWords.use();
  return (
    <Dialog
      open
      insistent
      onClose={onClose}
      title={words.made}
      actions={
        <>
          <Button onClick={onClose}>{words.done}</Button>
          <Button kind="primary" icon="copy" onClick={() => void copyText(invite.url, words.copied)}>
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
