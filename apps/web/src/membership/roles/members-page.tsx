import { nameKey } from '@guildhall/contracts/name-key.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { GuildMemberView } from '@guildhall/contracts/role.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { api } from '../../api/client.ts';
import { useViewer } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ClassName } from '../../ui/game.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { Empty, Section, Skeleton } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { MemberRolesDialog } from './member-roles-dialog.tsx';
import { RightsTabs } from './rights-tabs.tsx';
import styles from './roles.module.css';
import { invalidateRoles, membersQuery, rolesQuery } from './roles.queries.ts';
import { rolesWords } from './roles.words.ts';
import { type RoleStanding, useRoleStanding } from './standing.ts';

const route = getRouteApi('/shell/app/g/$guild/members');
/** The number of members shown at first, and added with each tap. */
const STEP = 100;

export function MembersPage() {
  const { members: words } = rolesWords.use();
  const guild = useGuild();
  return (
    <>
      <PageHead title={words.title} lead={`${guild.name} · ${words.lead}`} />
      <RightsTabs guild={guild} />
      <Section skeleton={<Skeleton lines={10} />}>
        <Members guild={guild} />
      </Section>
    </>
  );
}

function Members({ guild }: { guild: OrganizationView }) {
  const { members: words } = rolesWords.use();
  const { guild: ref } = route.useParams();
  const { q = '', role = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const allMembers = useSuspenseQuery(membersQuery(ref)).data;
  const roles = useSuspenseQuery(rolesQuery(ref)).data;
  const standing = useRoleStanding(guild, ref);
  const [shown, setShown] = useState(STEP);
  const [person, setPerson] = useState<{ member: GuildMemberView; what: 'roles' | 'remove' }>();
  const wanted = nameKey(useDeferredValue(q));
  const found = allMembers.filter(
    ({ user, mainCharacter, roles: held }) =>
      (!wanted || nameKey(`${user.displayName} ${mainCharacter?.name ?? ''}`).includes(wanted)) &&
      (!role || held.some(({ id }) => id === role)),
  );
  const filter = (search: { q?: string | undefined; role?: string | undefined }) =>
    void navigate({ search: { q, role, ...search }, replace: true, resetScroll: false });
  return (
    <>
      <div className={styles.filters}>
        <TextField
          label={words.search}
          hideLabel
          type="search"
          placeholder={words.search}
          value={q}
          onChange={({ target }) => filter({ q: target.value })}
        />
        <Select
          label={words.role}
          hideLabel
          value={role}
          onChange={({ target }) => filter({ role: target.value })}
          options={[['', words.anyRole], ...roles.map(({ id, name }) => [id, name] as const)]}
        />
        <p className="muted small" role="status">
          {words.count({ shown: found.length, all: allMembers.length })}
        </p>
      </div>
      {found.length === 0 ? (
        <Empty icon="roster" title={words.none} />
      ) : (
        <ul className={`list ${styles.members}`}>
          {found.slice(0, shown).map((member) => (
            <Member
              key={member.user.id}
              member={member}
              guild={guild}
              standing={standing}
              onRoles={() => setPerson({ member, what: 'roles' })}
              onRemove={() => setPerson({ member, what: 'remove' })}
            />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + STEP)}>{words.more({ count: found.length - shown })}</Button>
        </div>
      )}
      {person?.what === 'roles' && (
        <MemberRolesDialog
          member={allMembers.find(({ user }) => user.id === person.member.user.id) ?? person.member}
          guild={guild}
          roles={roles}
          standing={standing}
          onClose={() => setPerson(undefined)}
        />
      )}
      {person?.what === 'remove' && (
        <RemoveDialog guild={guild} member={person.member} onClose={() => setPerson(undefined)} />
      )}
    </>
  );
}

type MemberProps = {
  member: GuildMemberView;
  guild: OrganizationView;
  standing: RoleStanding;
  onRoles(): void;
  onRemove(): void;
};

function Member({ member, guild, standing, onRoles, onRemove }: MemberProps) {
  const { members: words } = rolesWords.use();
  const format = useFormat();
  const viewer = useViewer();
  const { user, mainCharacter, roles, joinedAt } = member;
  const mayRemove =
    guild.source === 'standalone' && may(guild.abilityRules, 'update', 'Roster') && user.id !== viewer?.id;
  const items = [
    ...(standing.mayManage ? [{ label: words.changeRoles, icon: 'key' as const, onSelect: onRoles }] : []),
    ...(mayRemove ? [{ label: words.remove, icon: 'x' as const, danger: true, onSelect: onRemove }] : []),
  ];
  return (
    <li className={styles.member}>
      <Avatar name={user.displayName} url={user.avatarUrl} />
      <div className={styles.person}>
        <p className="strong clip">
          <PersonLink guild={guild.id} person={user.id}>
            {user.displayName}
          </PersonLink>
          {user.id === viewer?.id && <span className="muted small"> · {words.you}</span>}
        </p>
        <small className="clip">
          {mainCharacter ? (
            <>
              <ClassName classId={mainCharacter.class.id}>{mainCharacter.name}</ClassName> · {mainCharacter.realm.name}
            </>
          ) : (
            words.noCharacter
          )}
        </small>
      </div>
      <p className={styles.held}>
        {roles.map(({ id, name, isFounder }) => (
          <span key={id} className={isFounder ? 'tag ember' : 'tag'}>
            {name}
          </span>
        ))}
      </p>
      <small className={`muted ${styles.since}`}>{words.since({ date: format.date(new Date(joinedAt)) })}</small>
      <span className={styles.actions}>
        {items.length > 0 && <Menu label={words.actionsFor({ name: user.displayName })} items={items} />}
      </span>
    </li>
  );
}

function RemoveDialog(props: { guild: OrganizationView; member: GuildMemberView; onClose(): void }) {
  const { guild, member, onClose } = props;
  const { members: words } = rolesWords.use();
  const name = member.user.displayName;
  const remove = useMutation(
    api.organizations.removeMember.mutationOptions({
      async onSuccess() {
        toast({ text: words.removed({ name }) });
        await invalidateRoles();
      },
      onError: toastFailure,
      onSettled: onClose,
    }),
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={words.removeQuestion({ name })}
      consequence={words.removeConsequence}
      verb={words.remove}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: guild.id, userId: member.user.id })}
    />
  );
}
