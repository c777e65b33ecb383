import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { asksForFreshSignIn, SignInAgain } from '../../account/session/sign-in-again.tsx';
import { may } from '../../api/ability.tsx';
import { api, queryClient } from '../../api/client.ts';
import { useViewer } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { invalidateRoles, membersQuery, rolesQuery } from '../../membership/roles/roles.queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { type Option, Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './settings.module.css';
import { invalidateGuild } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

export function DangerTab({ guild }: { guild: OrganizationView }) {
  const { danger: words } = settingsWords.use();
  const standalone = guild.source === 'standalone';
  const mayDelete = may(guild.abilityRules, 'delete', 'Organization');
  return (
    <div className={styles.form}>
      {standalone && may(guild.abilityRules, 'manage', 'Role') && !guild.archivedAt && <HandOver guild={guild} />}
      {standalone && <Leave guild={guild} />}
      {!standalone && <p className="muted">{words.leaveGame}</p>}
      {mayDelete && !guild.archivedAt && <Archive guild={guild} />}
      {mayDelete && guild.archivedAt && <Restore guild={guild} />}
      {mayDelete && standalone && <DeleteForGood guild={guild} />}
    </div>
  );
}

type ActionProps = { title: string; hint: string; children: ReactNode; error: unknown };

function Action({ title, hint, children, error }: ActionProps) {
  return (
    <section className={styles.action}>
      <div>
        <h2>{title}</h2>
        <p className="muted small">{hint}</p>
        <FailureNote error={error} />
      </div>
      {children}
    </section>
  );
}

function useLeaveFor() {
  const navigate = useNavigate();
  return async (text: string) => {
    toast({ text });
    await navigate({ to: '/' });
    queryClient.removeQueries({ queryKey: api.organizations.get.pathKey() });
    await invalidateGuild();
  };
}

function HandOver({ guild }: { guild: OrganizationView }) {
  const { danger: words } = settingsWords.use();
  const format = useFormat();
  const me = useViewer()?.id;
  const founder = useSuspenseQuery(rolesQuery(guild.id)).data.find(({ isFounder }) => isFounder);
  const members = useSuspenseQuery(membersQuery(guild.id)).data;
  const [asking, setAsking] = useState(false);
  const [to, setTo] = useState('');
  const others = members.filter(({ user }) => user.id !== me);
  const next = others.find(({ user }) => user.id === to)?.user;
  const own = members.find(({ user }) => user.id === me);
  const handOver = useMutation({
    ...api.members.grantRole.mutationOptions(),
    onSuccess: () => toast({ text: words.handedOver({ name: next?.displayName ?? '' }) }),
    async onSettled() {
      setAsking(false);
      await Promise.all([invalidateRoles(), invalidateGuild()]);
    },
  });
  if (!founder || !own?.roles.some(({ id }) => id === founder.id)) return null;
  return (
    <Action
      title={words.handOver}
      hint={others.length > 0 ? words.handOverHint({ role: founder.name }) : words.handOverAlone}
      error={handOver.error}
    >
      {others.length > 0 && <Button onClick={() => setAsking(true)}>{words.handOver}</Button>}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.handOverQuestion({ guild: guild.name })}
        consequence={words.handOverConsequence}
        verb={words.handOver}
        ready={next !== undefined}
        pending={handOver.isPending}
        onConfirm={() => handOver.mutate({ id: guild.id, roleId: founder.id, userId: to, handOver: true })}
      >
        <Select
          label={words.handOverTo}
          value={to}
          onChange={({ target }) => setTo(target.value)}
          options={[
            ['', words.handOverChoose],
            ...others.map(
              ({ user, mainCharacter: main, joinedAt }): Option => [
                user.id,
                user.displayName,
                { details: [main?.name, main?.realm.name, format.date(new Date(joinedAt))] },
              ],
            ),
          ]}
        />
      </ConfirmDialog>
    </Action>
  );
}

function Leave({ guild }: { guild: OrganizationView }) {
  const { danger: words } = settingsWords.use();
  const [asking, setAsking] = useState(false);
  const away = useLeaveFor();
  const leave = useMutation(
    api.organizations.leave.mutationOptions({
      onSuccess: () => away(words.left({ name: guild.name })),
      onSettled: () => setAsking(false),
    }),
  );
  return (
    <Action title={words.leave} hint={words.leaveHint} error={leave.error}>
      <Button onClick={() => setAsking(true)}>{words.leave}</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.leaveQuestion({ name: guild.name })}
        consequence={words.leaveConsequence}
        verb={words.leave}
        pending={leave.isPending}
        onConfirm={() => leave.mutate({ id: guild.id })}
      />
    </Action>
  );
}

function Archive({ guild }: { guild: OrganizationView }) {
  const { danger: words } = settingsWords.use();
  const [asking, setAsking] = useState(false);
  const archive = useMutation(
    api.organizations.archive.mutationOptions({
      async onSuccess() {
        toast({ text: words.archived({ name: guild.name }) });
        await invalidateGuild();
      },
      onSettled: () => setAsking(false),
    }),
  );
  return (
    <Action title={words.archive} hint={words.archiveHint} error={archive.error}>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words.archive}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.archiveQuestion({ name: guild.name })}
        consequence={words.archiveConsequence}
        verb={words.archive}
        pending={archive.isPending}
        onConfirm={() => archive.mutate({ id: guild.id })}
      />
    </Action>
  );
}

function Restore({ guild }: { guild: OrganizationView }) {
  const { danger: words } = settingsWords.use();
  const restore = useMutation(
    api.organizations.restore.mutationOptions({
      async onSuccess() {
        toast({ text: words.restored({ name: guild.name }) });
        await invalidateGuild();
      },
    }),
  );
  return (
    <Action title={words.restore} hint={words.restoreHint} error={restore.error}>
      <Button kind="primary" pending={restore.isPending} onClick={() => restore.mutate({ id: guild.id })}>
        {words.restore}
      </Button>
    </Action>
  );
}

/** Needs a recent sign-in, which leads back to this page. */
function DeleteForGood({ guild }: { guild: OrganizationView }) {
  const { danger: words } = settingsWords.use();
  const [asking, setAsking] = useState(false);
  const away = useLeaveFor();
  const remove = useMutation(
    api.organizations.deletePermanently.mutationOptions({
      onSuccess: () => away(words.deleted({ name: guild.name })),
      onSettled: () => setAsking(false),
    }),
  );
  const isStale = asksForFreshSignIn(remove.error);
  return (
    <Action title={words.delete} hint={words.deleteHint} error={isStale ? null : remove.error}>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words.delete}
      </Button>
      <SignInAgain error={remove.error} onClose={remove.reset} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.deleteQuestion({ name: guild.name })}
        consequence={words.deleteConsequence}
        verb={words.delete}
        typed={guild.name}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id: guild.id, name: guild.name })}
      />
    </Action>
  );
}
