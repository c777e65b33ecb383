import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { TeamDetailView, TeamMemberView } from '@guildhall/contracts/team.ts';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { api } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon, roleIcon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { raiderMark } from '../../ui/raider-mark.tsx';
import { Empty, ErrorBox, Section, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { raidersWords } from '../raiders/raiders.words.ts';
import { RosterTabs } from '../roster/roster-tabs.tsx';
import { MemberDialog, TeamDialog } from './team-dialogs.tsx';
import styles from './teams.module.css';
import { eventsOfTeam, invalidateTeams, teamQuery } from './teams.queries.ts';
import { teamsWords } from './teams.words.ts';

type Props = { guild: OrganizationView; id: string };

export function TeamPage({ guild, id }: Props) {
  const words = teamsWords.use();
  const { data: team, error, refetch } = useQuery(teamQuery(id));
  if (team) return <Team guild={guild} team={team} />;
  return (
    <div className="stack">
      <PageHead title={words.title} />
      <RosterTabs guild={guild} />
      <div className="card">
        {error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Skeleton lines={12} />}
      </div>
    </div>
  );
}

type Of = { guild: OrganizationView; team: TeamDetailView };
type Opened = { what: 'edit' } | { what: 'member'; raider?: string };

function Team({ guild, team }: Of) {
  const words = teamsWords.use();
  const [opened, open] = useOpenDialog<Opened>({
    [`team:${team.id}`]: { what: 'edit' },
    [`team-member:${team.id}`]: { what: 'member' },
  });
  const close = () => open(undefined);
  const canChange = team.mayManage && !team.archived;
  return (
    <div className="stack">
      <PageHead
        title={team.name}
        lead={team.schedule ?? words.members({ count: team.members })}
        actions={
          <>
            {canChange && (
              <Button icon="plus" onClick={() => open({ what: 'member' })}>
                {words.addMember}
              </Button>
            )}
            {team.mayManage && <TeamMenu guild={guild} team={team} onEdit={() => open({ what: 'edit' })} />}
          </>
        }
      />
      <RosterTabs guild={guild} />
      {team.archived && <p className="muted">{words.isArchived}</p>}
      <div className="split">
        <section className="card" aria-label={words.roster}>
          <header className="card-head">
            <h2>{words.roster}</h2>
            <RoleCounts team={team} />
          </header>
          <Roster guild={guild} team={team} onChange={(raider) => open({ what: 'member', raider })} />
        </section>
        <Section title={words.events} skeleton={<Skeleton lines={3} />}>
          <Events guild={guild} team={team} />
        </Section>
      </div>
      {opened?.what === 'edit' && <TeamDialog guild={guild} team={team} onClose={close} />}
      {opened?.what === 'member' && (
        <SectionBoundary>
          <Suspense>
            <MemberDialog guild={guild} team={team} raider={opened.raider} onClose={close} />
          </Suspense>
        </SectionBoundary>
      )}
    </div>
  );
}

const ROLES = ['tank', 'healer', 'melee', 'ranged'] as const;

/** Counts the main roster and those on trial. */
function RoleCounts({ team: { roster } }: Pick<Of, 'team'>) {
  const { roles } = coreWords.use();
  const playing = roster.filter(({ status }) => status === 'main' || status === 'trial');
  return (
    <span className={`row ${styles.counts}`}>
      {ROLES.map((role) => (
        <span key={role} className="row" title={roles[role]}>
          <Icon name={roleIcon(role)} size="s" />
          <span className="sr">{roles[role]}</span>
          <b className="num">{playing.filter((member) => member.role === role).length}</b>
        </span>
      ))}
    </span>
  );
}

function Roster({ guild, team, onChange }: Of & { onChange(raider: string): void }) {
  const words = teamsWords.use();
  const { status: names } = raidersWords.use();
  if (team.roster.length === 0) {
    return (
      <Empty icon="roster" title={words.noMembers}>
        {words.noMembersHint}
      </Empty>
    );
  }
  const groups = Map.groupBy(team.roster, ({ status }) => status);
  return (
    <>
      {[...groups].map(([status, members]) => (
        <section key={status} aria-label={names[status]} className={styles.group}>
          <h3>
            {names[status]} <span className="muted">{members.length}</span>
          </h3>
          <ul className="list">
            {members.map((member) => (
              <Member key={member.raider.id} guild={guild} team={team} member={member} onChange={onChange} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

type MemberProps = Of & { member: TeamMemberView; onChange(raider: string): void };

function Member({ guild, team, member, onChange }: MemberProps) {
  const words = teamsWords.use();
  const raiderWords = raidersWords.use();
  const { roles, raider: marks } = coreWords.use();
  const format = useFormat();
  const { raider, user, main, role, lead, since } = member;
  const name = main?.name ?? raider.name ?? raiderWords.former;
  const shown = <ClassName classId={main?.class?.id ?? null}>{name}</ClassName>;
  const account = user?.displayName ?? raiderMark(marks, raider);
  return (
    <li>
      {main?.class ? <ClassTile of={main.class} /> : <Icon name="mark" className={`i ${styles.mark}`} />}
      <div className="grow">
        <p className="row wrap">
          {user ? (
            <PersonLink guild={guild.id} person={user.id}>
              {shown}
            </PersonLink>
          ) : (
            shown
          )}
          {lead && <span className="tag ember">{words.lead1}</span>}
        </p>
        <small>{[account, words.since({ date: format.date(new Date(since)) })].join(' · ')}</small>
      </div>
      {role && (
        <span className="row muted small">
          <Icon name={roleIcon(role)} size="s" />
          {roles[role]}
        </span>
      )}
      {team.mayManage && !team.archived && (
        <MemberMenu guild={guild} team={team} member={member} name={name} onChange={() => onChange(raider.id)} />
      )}
    </li>
  );
}

type MenuProps = Of & { member: TeamMemberView; name: string; onChange(): void };

function MemberMenu({ guild, team, member, name, onChange }: MenuProps) {
  const words = teamsWords.use();
  const { id: raiderId } = member.raider;
  const put = useMutation({
    ...api.teams.setMember.mutationOptions(),
    onError: toastFailure,
    onSuccess: invalidateTeams,
  });
  const remove = useMutation({
    ...api.teams.removeMember.mutationOptions(),
    onError: toastFailure,
    onSuccess: async () => {
      const { role, status } = member;
      // A lead is named again by hand.
      const undo = () => put.mutate({ id: team.id, raiderId, role, status });
      toast({ text: words.removed({ name, team: team.name }), undo });
      await invalidateTeams();
    },
  });
  const namesLeads = may(guild.abilityRules, 'update', 'Role') && may(guild.abilityRules, 'manage', 'Event');
  const items: MenuItem[] = [
    { label: words.change, icon: 'note', onSelect: onChange },
    ...(namesLeads
      ? [
          {
            label: member.lead ? words.dismissLead : words.makeLead,
            icon: 'key' as const,
            disabledBecause: member.user ? undefined : words.leadNeedsAccount,
            onSelect: () =>
              put.mutate({ id: team.id, raiderId, role: member.role, status: member.status, lead: !member.lead }),
          },
        ]
      : []),
    {
      label: words.remove,
      icon: 'x',
      danger: true,
      onSelect: () => remove.mutate({ id: team.id, raiderId }),
    },
  ];
  return <Menu label={words.actionsOf({ name })} items={items} />;
}

function TeamMenu({ guild, team, onEdit }: Of & { onEdit(): void }) {
  const words = teamsWords.use();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const manages = may(guild.abilityRules, 'manage', 'Event');
  const update = useMutation({
    ...api.teams.update.mutationOptions(),
    onError: toastFailure,
    onSuccess: invalidateTeams,
  });
  const remove = useMutation({
    ...api.teams.delete.mutationOptions(),
    onError: toastFailure,
    onSuccess: async () => {
      toast({ text: words.deleted({ name: team.name }) });
      await navigate({ to: '/g/$guild/teams/{-$team}', params: { guild: guildRef(guild) } });
      await invalidateTeams();
    },
  });
  const items: MenuItem[] = [
    { label: words.edit, icon: 'note', onSelect: onEdit },
    ...(manages
      ? [
          {
            label: team.archived ? words.restore : words.archive,
            icon: 'flag' as const,
            onSelect: () => update.mutate({ id: team.id, archived: !team.archived }),
          },
          { label: words.delete, icon: 'x' as const, danger: true, onSelect: () => setAsked(true) },
        ]
      : []),
  ];
  return (
    <>
      <Menu label={words.actionsOf({ name: team.name })} items={items} />
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={words.deleteTitle({ name: team.name })}
        consequence={words.deleteConsequence({ count: team.members })}
        verb={words.delete}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id: team.id })}
      />
    </>
  );
}

function Events({ guild, team }: Of) {
  const words = teamsWords.use();
  const format = useFormat();
  const { events } = useSuspenseQuery(eventsOfTeam(guild.id, team.id)).data;
  if (events.length === 0) {
    return (
      <Empty icon="events" title={words.noEvents}>
        {words.noEventsHint}
      </Empty>
    );
  }
  return (
    <ul className="list">
      {events.map(({ id, title, startsAt }) => (
        <li key={id}>
          <div className="grow">
            <p className="clip">
              <Link to="/events/$event" params={{ event: id }}>
                {title}
              </Link>
            </p>
            <small>{format.dayAndTime(new Date(startsAt))}</small>
          </div>
        </li>
      ))}
    </ul>
  );
}
