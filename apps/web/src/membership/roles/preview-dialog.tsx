import type { OrganizationView, Permission, RoleView } from '@guildhall/contracts/organization.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, client } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './roles.module.css';
import { invalidateRoles } from './roles.queries.ts';
import { rolesWords } from './roles.words.ts';

type Change = { role: RoleView; permissions: Permission[] };
type Props = { guild: OrganizationView; changes: readonly Change[]; onClose(): void; onSaved(): void };

/** Shows the effect on people before saving, and again when another officer has changed a role meanwhile. */
export function PreviewDialog({ guild, changes, onClose, onSaved }: Props) {
  const words = rolesWords.use();
  const preview = useMutation(api.roles.preview.mutationOptions());
  const wanted = JSON.stringify(changes.map(({ role, permissions }) => ({ roleId: role.id, permissions })));
  const { mutate } = preview;
  useEffect(() => mutate({ id: guild.id, changes: JSON.parse(wanted) }), [mutate, guild.id, wanted]);
  const save = useMutation({
    async mutationFn() {
      for (const { role, permissions } of changes) {
        const expectedPermissions = role.permissions;
        await client.roles.setPermissions.mutate({ id: guild.id, roleId: role.id, permissions, expectedPermissions });
      }
    },
    async onSuccess() {
      toast({ text: words.preview.saved });
      onSaved();
      await invalidateRoles();
    },
    // Some roles may be saved by then; the others stay open beside the other person's changes.
    onError: () => invalidateRoles(),
  });
  const changedMeanwhile = failureOf(save.error).reason === 'role_changed';
  const { data, error } = preview;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={words.preview.title}
      actions={
        <>
          <Button onClick={onClose}>{words.preview.back}</Button>
          <Button
            kind="primary"
            pending={save.isPending}
            disabled={!data || preview.isPending || changes.length === 0}
            onClick={() => save.mutate()}
          >
            {words.preview.save}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorBox error={error} onRetry={() => mutate({ id: guild.id, changes: JSON.parse(wanted) })} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : data.total === 0 ? (
        <p>{words.preview.nobody}</p>
      ) : (
        <>
          <ul className={styles.effects}>
            {data.permissions.map(({ key, gain, lose }) => (
              <li key={key}>
                <b>{words.permissions[key].name}</b>
                {gain > 0 && <span className="tag t-ok">{words.preview.gain({ count: gain })}</span>}
                {lose > 0 && <span className="tag t-bad">{words.preview.lose({ count: lose })}</span>}
              </li>
            ))}
          </ul>
          <ul className={styles.affected}>
            {data.people.map(({ user, gains, loses }) => (
              <li key={user.id}>
                <Avatar name={user.displayName} url={user.avatarUrl} />
                <b className="clip">{user.displayName}</b>
                <small>
                  {gains.map((permission) => (
                    <span key={permission} className="ok">
                      + {words.permissions[permission].name}
                    </span>
                  ))}
                  {loses.map((permission) => (
                    <span key={permission} className="bad">
                      − {words.permissions[permission].name}
                    </span>
                  ))}
                </small>
              </li>
            ))}
          </ul>
          {data.total > data.people.length && (
            <p className="muted small">{words.preview.more({ count: data.total - data.people.length })}</p>
          )}
        </>
      )}
      {changedMeanwhile ? (
        <p className="warn small" role="alert">
          {words.preview.changedMeanwhile}
        </p>
      ) : (
        <FailureNote error={save.error} />
      )}
    </Dialog>
  );
}
