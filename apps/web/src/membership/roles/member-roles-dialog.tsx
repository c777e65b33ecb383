import type { OrganizationView, RoleView } from '@guildhall/contracts/organization.ts';
import type { GuildMemberView } from '@guildhall/contracts/role.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Checkbox } from '../../ui/field.tsx';
import styles from './roles.module.css';
import { invalidateRoles } from './roles.queries.ts';
import { rolesWords } from './roles.words.ts';
import type { RoleStanding } from './standing.ts';

type Props = {
  member: GuildMemberView;
  guild: OrganizationView;
  roles: readonly RoleView[];
  standing: RoleStanding;
  onClose(): void;
};

/** Saves each tick at once. The game sets ranks; people assign the founder role only in guilds outside the game. */
export function MemberRolesDialog({ member, guild, roles, standing, onClose }: Props) {
  const words = rolesWords.use();
  const { user } = member;
  const options = { onSuccess: invalidateRoles };
  const grant = useMutation(api.members.grantRole.mutationOptions(options));
  const withdraw = useMutation(api.members.withdrawRole.mutationOptions(options));
  const isPending = grant.isPending || withdraw.isPending;
  const granted = roles.filter((role) => role.gameRank === null && (!role.isFounder || guild.source === 'standalone'));
  const ranks = member.roles.filter(({ gameRank }) => gameRank !== null);
  const [asking, setAsking] = useState<RoleView>();
  const change = (roleId: string, holds: boolean) => {
    const input = { id: guild.id, userId: user.id, roleId };
    grant.reset();
    withdraw.reset();
    if (holds) withdraw.mutate(input);
    else grant.mutate(input, { onSettled: () => setAsking(undefined) });
  };
  if (asking) {
    return (
      <ConfirmDialog
        open
        onClose={() => setAsking(undefined)}
        title={words.members.founderQuestion({ name: user.displayName, role: asking.name })}
        consequence={words.members.founderConsequence({ guild: guild.name })}
        verb={words.members.founderVerb}
        pending={grant.isPending}
        onConfirm={() => change(asking.id, false)}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.members.rolesOf({ name: user.displayName })}
      actions={
        <Button kind="primary" onClick={onClose}>
          {words.members.done}
        </Button>
      }
    >
      {ranks.length > 0 && (
        <p className="muted small">{words.members.byRank({ ranks: ranks.map(({ name }) => name).join(', ') })}</p>
      )}
      {granted.length === 0 && <p className="muted">{words.members.noRoles}</p>}
      <div className={styles.choices}>
        {granted.map((role) => {
          const holds = member.roles.some(({ id }) => id === role.id);
          const above = standing.isAbove(role);
          return (
            <Checkbox
              key={role.id}
              label={role.name}
              hint={
                above
                  ? words.matrix.above
                  : role.permissions.map((permission) => words.permissions[permission].name).join(', ') ||
                    words.matrix.nothing
              }
              checked={holds}
              disabled={above || isPending}
              onChange={() => (role.isFounder && !holds ? setAsking(role) : change(role.id, holds))}
            />
          );
        })}
      </div>
      <FailureNote error={grant.error ?? withdraw.error} />
    </Dialog>
  );
}
