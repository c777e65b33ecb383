import type { OrganizationView, RoleView } from '@guildhall/contracts/organization.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { rereadRoles } from './roles.queries.ts';
import { rolesWords } from './roles.words.ts';

type NameProps = { guild: OrganizationView; role: RoleView | undefined; onClose(): void };

/** Creates a role, or renames one. */
export function NameRoleDialog({ guild, role, onClose }: NameProps) {
  const { matrix: words } = rolesWords.use();
  const form = useId();
  const [name, setName] = useState(role?.name ?? '');
  const options = {
    async onSuccess() {
      onClose();
      await rereadRoles();
    },
  };
  const create = useMutation(api.roles.create.mutationOptions(options));
  const rename = useMutation(api.roles.update.mutationOptions(options));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (role) rename.mutate({ id: guild.id, roleId: role.id, name });
    else create.mutate({ id: guild.id, name });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={role ? words.renameTitle(role.name) : words.newRole}
      actions={
        <Button submit form={form} kind="primary" pending={create.isPending || rename.isPending}>
          {role ? words.rename : words.create}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={words.name}
          hint={role ? undefined : words.newHint}
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={50}
          required
        />
      </form>
      <FailureNote error={create.error ?? rename.error} />
    </Dialog>
  );
}

export function DeleteRoleDialog({
  guild,
  role,
  onClose,
}: {
  guild: OrganizationView;
  role: RoleView;
  onClose(): void;
}) {
  const { matrix: words } = rolesWords.use();
  const remove = useMutation(
    api.roles.delete.mutationOptions({ onSuccess: rereadRoles, onError: toastFailure, onSettled: onClose }),
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={words.deleteQuestion(role.name)}
      consequence={words.deleteConsequence}
      verb={words.delete}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: guild.id, roleId: role.id })}
    />
  );
}
