import type { AdminUserView } from '@guildhall/contracts/admin.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { asksForFreshSignIn, SignInAgain, toastOther } from '../account/session/sign-in-again.tsx';
import { api, queryClient } from '../api/client.ts';
import { useFormat } from '../i18n/format.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Empty, Section, Skeleton } from '../ui/states.tsx';
import styles from './admin.module.css';
import { adminWords } from './admin.words.ts';
import { Pager } from './pager.tsx';

const route = getRouteApi('/shell/app/admin/{-$tab}/{-$queue}');

export function UsersTab() {
  const { users: words } = adminWords.use();
  const { q = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const [changing, setChanging] = useState<AdminUserView>();
  const wanted = useDeferredValue(q);
  return (
    <>
      <div className={styles.search}>
        <TextField
          label={words.search}
          hint={words.searchHint}
          type="search"
          value={q}
          maxLength={100}
          onChange={({ target }) => void navigate({ search: { q: target.value || undefined }, replace: true })}
        />
      </div>
      {wanted === '' && page === 1 && (
        <Section title={words.admins}>
          <Administrators onChange={setChanging} />
        </Section>
      )}
      <Section title={words.people} skeleton={<Skeleton lines={8} />}>
        <People q={wanted} page={Math.max(1, page)} onChange={setChanging} />
      </Section>
      {changing && <ChangeAdmin person={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}

type OnChange = (person: AdminUserView) => void;

function Administrators({ onChange }: { onChange: OnChange }) {
  const { data } = useSuspenseQuery(api.admin.admins.queryOptions({}));
  return <Rows people={data} onChange={onChange} />;
}

function People({ q, page, onChange }: { q: string; page: number; onChange: OnChange }) {
  const { users: words } = adminWords.use();
  const { data } = useSuspenseQuery(api.admin.users.queryOptions({ q, page: String(page) }));
  if (data.users.length === 0) {
    return (
      <Empty icon="search" title={words.none}>
        {words.noneHint}
      </Empty>
    );
  }
  return (
    <>
      <Rows people={data.users} onChange={onChange} />
      <Pager {...data.pagination} />
    </>
  );
}

function Rows({ people, onChange }: { people: AdminUserView[]; onChange: OnChange }) {
  const { users: words } = adminWords.use();
  const format = useFormat();
  return (
    <ul className="list">
      {people.map((person) => (
        <li key={person.id}>
          <Avatar name={person.displayName} url={person.avatarUrl} />
          <div className="grow">
            <p className="row">
              <b className="clip">{person.displayName}</b>
              {person.isAdmin && <span className="tag ember">{words.admin}</span>}
            </p>
            <small className="clip">
              {[
                person.email,
                person.lastActiveAt
                  ? words.seen({ ago: format.relative(new Date(person.lastActiveAt)) })
                  : words.neverSeen,
                words.since({ date: format.date(new Date(person.createdAt)) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </div>
          <Button small kind="ghost" onClick={() => onChange(person)}>
            {person.isAdmin ? words.withdraw : words.make}
            <span className="sr"> {person.displayName}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function ChangeAdmin({ person, onClose }: { person: AdminUserView; onClose(): void }) {
  const { users: words } = adminWords.use();
  const change = useMutation(
    api.admin.setAdmin.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: api.admin.pathKey() });
        onClose();
      },
      onError: toastOther,
    }),
  );
  if (asksForFreshSignIn(change.error)) return <SignInAgain error={change.error} onClose={onClose} />;
  const { isAdmin, displayName } = person;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isAdmin ? words.withdrawTitle({ name: displayName }) : words.makeTitle({ name: displayName })}
      consequence={isAdmin ? words.withdrawHint : words.makeHint}
      verb={isAdmin ? words.withdraw : words.make}
      pending={change.isPending}
      onConfirm={() => change.mutate({ userId: person.id, isAdmin: !isAdmin })}
    />
  );
}
