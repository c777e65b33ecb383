import type { OrganizationView, RoleView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { coreWords } from '../../i18n/core.words.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { Menu } from '../../ui/menu.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Section, Skeleton } from '../../ui/states.tsx';
import {
  changedMeanwhile,
  changesOf,
  isAllowed,
  type Ticks,
  withoutSettledTicks,
  withTick,
} from './pending-changes.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { RightsTabs } from './rights-tabs.tsx';
import { DeleteRoleDialog, NameRoleDialog, nameOfRoleForm } from './role-dialogs.tsx';
import styles from './roles.module.css';
import { rolesQuery } from './roles.queries.ts';
import { rolesWords } from './roles.words.ts';
import { type RoleStanding, useRoleStanding } from './standing.ts';

const route = getRouteApi('/shell/app/g/$guild/roles');

export function RolesPage() {
  const { matrix: words } = rolesWords.use();
  const guild = useGuild();
  return (
    <>
      <PageHead title={words.title} lead={`${guild.name} · ${words.lead}`} />
      <RightsTabs guild={guild} />
      <Section skeleton={<Skeleton lines={14} />} className={styles.matrixCard ?? ''}>
        <Matrix guild={guild} />
      </Section>
    </>
  );
}

type Asked = { what: 'name' | 'delete'; role?: RoleView };

function Matrix({ guild }: { guild: OrganizationView }) {
  const words = rolesWords.use();
  const { ui } = coreWords.use();
  const { guild: ref } = route.useParams();
  const [ticks, setTicks] = useState<Ticks>({});
  /** The roles as they were at the first tick. */
  const [before, setBefore] = useState<readonly RoleView[]>();
  const [isReviewing, setReviewing] = useState(false);
  const standing = useRoleStanding(guild, ref);
  const roles = useSuspenseQuery(rolesQuery(ref)).data;
  const [asked, setAsked] = useOpenDialog<Asked>(
    Object.fromEntries(
      [undefined, ...roles].map((role) => [nameOfRoleForm(guild, role), { what: 'name', ...(role && { role }) }]),
    ),
  );
  const open = withoutSettledTicks(ticks, roles);
  const changes = changesOf(open, roles, standing.all);
  const meanwhile = before && changes.length > 0 ? changedMeanwhile(before, roles) : [];
  const forget = () => {
    setTicks({});
    setBefore(undefined);
  };
  const toggle = (role: RoleView, permission: RoleStanding['all'][number]) => {
    if (changes.length === 0) setBefore(roles);
    setTicks(withTick(open, role, permission));
  };
  return (
    <>
      {meanwhile.length > 0 && (
        <div className={styles.meanwhile} role="alert">
          <Icon name="alert" />
          <div>
            <p>{words.matrix.meanwhile}</p>
            <ul>
              {meanwhile.map(({ role, added, removed }) => (
                <li key={role.id}>
                  <b>{role.name}</b>
                  {added.map((permission) => (
                    <span key={permission} className="tag t-ok">
                      + {words.permissions[permission].name}
                    </span>
                  ))}
                  {removed.map((permission) => (
                    <span key={permission} className="tag t-bad">
                      − {words.permissions[permission].name}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <ScrollBox label={ui.scrollable({ name: words.matrix.title })} className={styles.scroll}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">{words.matrix.role}</th>
              {standing.all.map((permission) => (
                <th key={permission} scope="col" title={words.permissions[permission].hint}>
                  {words.permissions[permission].name}
                </th>
              ))}
              {standing.mayManage && (
                <th scope="col">
                  <span className="sr">{words.matrix.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {roles.map((role) => (
              <Row
                key={role.id}
                role={role}
                ticks={open}
                standing={standing}
                onToggle={(permission) => toggle(role, permission)}
                onAsk={(what) => setAsked({ what, role })}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <details className={styles.legend}>
        <summary>{words.matrix.explained}</summary>
        <dl>
          {standing.all.map((permission) => (
            <div key={permission}>
              <dt>{words.permissions[permission].name}</dt>
              <dd>{words.permissions[permission].hint}</dd>
            </div>
          ))}
        </dl>
      </details>
      {standing.mayManage && (
        <div className={`${styles.bar} ${changes.length > 0 ? styles.open : ''}`}>
          {changes.length === 0 ? (
            <Button icon="plus" onClick={() => setAsked({ what: 'name' })}>
              {words.matrix.newRole}
            </Button>
          ) : (
            <>
              <p role="status">{words.matrix.changed({ count: changes.length })}</p>
              <Button onClick={forget}>{words.matrix.discard}</Button>
              <Button kind="primary" onClick={() => setReviewing(true)}>
                {words.matrix.review}
              </Button>
            </>
          )}
        </div>
      )}
      {isReviewing && (
        <PreviewDialog
          guild={guild}
          changes={changes}
          onClose={() => setReviewing(false)}
          onSaved={() => {
            setReviewing(false);
            forget();
          }}
        />
      )}
      {asked?.what === 'name' && <NameRoleDialog guild={guild} role={asked.role} onClose={() => setAsked(undefined)} />}
      {asked?.what === 'delete' && asked.role && (
        <DeleteRoleDialog guild={guild} role={asked.role} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

type RowProps = {
  role: RoleView;
  ticks: Ticks;
  standing: RoleStanding;
  onToggle(permission: RoleStanding['all'][number]): void;
  onAsk(what: Asked['what']): void;
};

function Row({ role, ticks, standing, onToggle, onAsk }: RowProps) {
  const words = rolesWords.use();
  const isAbove = standing.isAbove(role);
  return (
    <tr className={ticks[role.id] ? styles.touched : undefined}>
      <th scope="row">
        <span className="row">
          {standing.mayManage && isAbove && <Icon name="lock" size="s" />}
          <span>{role.name}</span>
        </span>
        <small className="muted">
          {role.gameRank !== null || role.isFounder
            ? words.matrix.characters({ count: role.memberCount })
            : words.matrix.people({ count: role.memberCount })}
          {standing.mayManage && isAbove && ` · ${words.matrix.above}`}
        </small>
      </th>
      {standing.all.map((permission) => {
        const allowed = isAllowed(ticks, role, permission);
        const name = words.matrix.cell({ role: role.name, permission: words.permissions[permission].name });
        const why = isAbove
          ? words.matrix.above
          : standing.isFixed(role, permission)
            ? words.matrix.founderKeeps
            : standing.holds(permission)
              ? undefined
              : words.matrix.lacking;
        const isOpen = ticks[role.id]?.[permission] !== undefined;
        return (
          <td key={permission} className={isOpen ? styles.changed : undefined}>
            {standing.mayManage ? (
              <input
                type="checkbox"
                aria-label={name}
                title={why ?? name}
                checked={allowed}
                // A viewer can remove a permission they lack from a role, but never add it.
                disabled={why !== undefined && !(why === words.matrix.lacking && allowed)}
                onChange={() => onToggle(permission)}
              />
            ) : (
              <>
                {allowed && <Icon name="check" />}
                <span className="sr">{allowed ? words.matrix.yes : words.matrix.no}</span>
              </>
            )}
          </td>
        );
      })}
      {standing.mayManage && (
        <td>
          {!isAbove && (
            <Menu
              label={words.matrix.actionsFor({ name: role.name })}
              items={[
                { label: words.matrix.rename, icon: 'note', onSelect: () => onAsk('name') },
                ...(role.gameRank === null && !role.isFounder
                  ? [
                      {
                        label: words.matrix.delete,
                        icon: 'x' as const,
                        danger: true,
                        disabledBecause:
                          role.memberCount > 0 ? words.matrix.stillHeld({ count: role.memberCount }) : undefined,
                        onSelect: () => onAsk('delete'),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </td>
      )}
    </tr>
  );
}
