import type { AuditEntryView } from '@guildhall/contracts/audit.ts';
import type { Permission } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Select } from '../../ui/select.tsx';
import { Empty, Section, Skeleton } from '../../ui/states.tsx';
import { AUDIT_ACTIONS, auditAction } from './audit-actions.ts';
import { RightsTabs } from './rights-tabs.tsx';
import styles from './roles.module.css';
import { auditQuery } from './roles.queries.ts';
import { rolesWords } from './roles.words.ts';

const route = getRouteApi('/shell/app/g/$guild/audit');

export function AuditPage() {
  const { audit: words } = rolesWords.use();
  const guild = useGuild();
  const action = auditAction(route.useSearch().action);
  const navigate = route.useNavigate();
  return (
    <>
      <PageHead title={words.title} lead={`${guild.name} · ${words.lead}`} />
      <RightsTabs guild={guild} />
      <div className={styles.filters}>
        <Select
          label={words.filter}
          hideLabel
          value={action ?? ''}
          onChange={({ target }) => void navigate({ search: { action: auditAction(target.value) }, replace: true })}
          options={[['', words.everything], ...AUDIT_ACTIONS.map((one) => [one, words.actions[one]] as const)]}
        />
      </div>
      <Section skeleton={<Skeleton lines={12} />}>
        <Entries />
      </Section>
    </>
  );
}

function Entries() {
  const { audit: words } = rolesWords.use();
  const params = route.useParams();
  const { page = 1, ...search } = route.useSearch();
  const action = auditAction(search.action);
  const { entries, pagination } = useSuspenseQuery(auditQuery(params.guild, page, action)).data;
  if (entries.length === 0) return <Empty icon="note" title={words.none} />;
  return (
    <>
      <ol className="list">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <div className={styles.pager}>
        <Pager
          page={page}
          totalPages={pagination.totalPages}
          words={{ label: words.title, before: words.newer, after: words.older }}
          to={(next) => ({ to: '/g/$guild/audit', params, search: { action, page: next } })}
        />
      </div>
    </>
  );
}

const ICONS: Partial<Record<string, IconName>> = {
  role: 'key',
  invite: 'send',
  member: 'roster',
  founder: 'star',
  guild: 'alert',
  claim: 'character',
  transfer: 'character',
  settings: 'gear',
  organization: 'home',
  chat: 'note',
};

function Entry({ entry }: { entry: AuditEntryView }) {
  const { audit: words } = rolesWords.use();
  const format = useFormat();
  const guild = useGuild();
  const { action, actor, person, at } = entry;
  return (
    <li className={styles.entry}>
      <span className="mark">
        <Icon name={ICONS[action.split('_')[0] ?? ''] ?? 'note'} />
      </span>
      <div className="grow">
        <p className="row wrap">
          <b>{words.actions[action]}</b>
          {person && person.id !== actor?.id && (
            <PersonLink guild={guild.id} person={person.id}>
              {person.displayName}
            </PersonLink>
          )}
          <Details entry={entry} />
        </p>
        <small>
          {actor ? words.by({ name: actor.displayName }) : words.byItself} ·{' '}
          <time dateTime={at} title={format.full(new Date(at))}>
            {format.dayAndTime(new Date(at))}
          </time>
        </small>
      </div>
    </li>
  );
}

/** Shows the details that tell a person something; ids do not. */
function Details({ entry: { details } }: { entry: AuditEntryView }) {
  const words = rolesWords.use();
  const parts: ReactNode[] = [];
  const { name, permissions, changed } = details;
  if (typeof name === 'string') parts.push(<span className="tag">{name}</span>);
  const renamed = changeOf(name) ?? changeOf(details.alias);
  if (renamed) parts.push(<span className="tag">{`${renamed.before ?? '–'} → ${renamed.after ?? '–'}`}</span>);
  const rights = changeOf(permissions);
  if (rights && Array.isArray(rights.before) && Array.isArray(rights.after)) {
    const [before, after]: Permission[][] = [rights.before, rights.after];
    for (const permission of after ?? []) {
      if (!before?.includes(permission)) {
        parts.push(<span className="tag t-ok">+ {words.permissions[permission]?.name ?? permission}</span>);
      }
    }
    for (const permission of before ?? []) {
      if (!after?.includes(permission)) {
        parts.push(<span className="tag t-bad">− {words.permissions[permission]?.name ?? permission}</span>);
      }
    }
  }
  const { settings, because: reasons }: Record<'settings' | 'because', Partial<Record<string, string>>> = words.audit;
  if (typeof changed === 'object' && changed) {
    const keys = (Array.isArray(changed) ? changed : Object.keys(changed)).map(
      (key) => String(key).split('.')[0] ?? '',
    );
    for (const key of new Set(keys)) parts.push(<span className="tag">{settings[key] ?? key}</span>);
  }
  const because = typeof details.because === 'string' ? reasons[details.because] : undefined;
  if (because) parts.push(<small className="muted">{because}</small>);
  return parts.map((part, index) => <span key={index}>{part}</span>);
}

type Changed = { before: unknown; after: unknown };

const changeOf = (value: unknown): Changed | undefined =>
  typeof value === 'object' && value && 'before' in value && 'after' in value ? (value as Changed) : undefined;
