import type { OrganizationView, RoleView } from '@guildhall/contracts/organization.ts';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { invalidateRoles } from './roles.queries.ts';
import { rolesWords } from './roles.words.ts';

type NameProps = { guild: OrganizationView; role: RoleView | undefined; onClose(): void };

export const nameOfRoleForm = (guild: OrganizationView, role?: RoleView) => `role:${role?.id ?? guild.id}`;

/** Creates a role, or renames one. */
export function NameRoleDialog({ guild, role, onClose }: NameProps) {
  const { matrix: words } = rolesWords.use();
  const form = useForm<{ name: string }, unknown>({
    name: nameOfRoleForm(guild, role),
    before: { name: role?.name ?? '' },
    send: ({ name }) =>
      role
        ? client.roles.update.mutate({ id: guild.id, roleId: role.id, name })
        : client.roles.create.mutate({ id: guild.id, name }),
    sent() {
      onClose();
      return invalidateRoles();
    },
  });
  return (
    <FormDialog
      of={form}
      onClose={onClose}
      title={role ? words.renameTitle({ name: role.name }) : words.newRole}
      verb={role ? words.rename : words.create}
    >
      <TextField
        {...form.text('name')}
        label={words.name}
        hint={role ? undefined : words.newHint}
        maxLength={50}
        required
      />
    </FormDialog>
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
    api.roles.delete.mutationOptions({ onSuccess: invalidateRoles, onError: toastFailure, onSettled: onClose }),
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={words.deleteQuestion({ name: role.name })}
      consequence={words.deleteConsequence}
      verb={words.delete}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: guild.id, roleId: role.id })}
    />
  );
}
