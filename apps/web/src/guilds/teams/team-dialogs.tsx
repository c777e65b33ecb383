import type { CombatRole, OrganizationView, TeamStatus } from '@guildhall/contracts/organization.ts';
import type { TeamDetailView, TeamMemberView, TeamView } from '@guildhall/contracts/team.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { everyRaider } from '../../events/event/every-raider.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { raiderMark } from '../../ui/raider-mark.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { detailsOf, nameOf } from '../raiders/raider-name.tsx';
import { raidersWords } from '../raiders/raiders.words.ts';
import { invalidateTeams } from './teams.queries.ts';
import { teamsWords } from './teams.words.ts';

const FIRST_COLOR = '#c98a3a';
type Base = { guild: OrganizationView; onClose(): void };

/** Adds a team, or changes one. */
export function TeamDialog({ guild, team, onClose }: Base & { team?: TeamView }) {
  const { form: words } = teamsWords.use();
  const navigate = useNavigate();
  const form = useForm<{ name: string; schedule: string; color: string }, { id: string }>({
    name: `team:${team?.id ?? guild.id}`,
    before: { name: team?.name ?? '', schedule: team?.schedule ?? '', color: team?.color ?? FIRST_COLOR },
    send({ name, color, ...typed }, changes) {
      const schedule = typed.schedule.trim() || null;
      return team
        ? client.teams.update.mutate({ id: team.id, ...changes, schedule })
        : client.teams.create.mutate({ id: guild.id, name, color, schedule });
    },
    async sent({ id }) {
      toast({ text: words.saved });
      onClose();
      await invalidateTeams();
      if (!team) await navigate({ to: '/g/$guild/teams/{-$team}', params: { guild: guildRef(guild), team: id } });
    },
  });
  return (
    <FormDialog of={form} title={team ? words.editTitle : words.addTitle} verb={words.save} onClose={onClose}>
      <TextField {...form.text('name')} label={words.name} required maxLength={60} />
      <TextField {...form.text('schedule')} label={words.schedule} hint={words.scheduleHint} maxLength={120} />
      <TextField {...form.text('color')} label={words.color} type="color" />
    </FormDialog>
  );
}

const ROLES = ['tank', 'healer', 'melee', 'ranged'] as const satisfies readonly CombatRole[];
const STATUSES = ['main', 'trial', 'bench', 'social'] as const satisfies readonly TeamStatus[];

/** Adds a raider, or changes the role and status of one who is there. */
export function MemberDialog({
  guild,
  team,
  raider,
  onClose,
}: Base & { team: TeamDetailView; raider?: string | undefined }) {
  const { form: words } = teamsWords.use();
  const { status: statusNames, former } = raidersWords.use();
  const { roles, raider: marks } = coreWords.use();
  const member = team.roster.find((one) => one.raider.id === raider);
  const all = useQuery({ ...everyRaider(guild), enabled: !member }).data ?? [];
  const there = new Set(team.roster.map((one) => one.raider.id));
  const free = all.filter(({ id }) => !there.has(id));
  const form = useForm<{ raiderId: string; role: CombatRole | ''; status: TeamStatus }, TeamMemberView | unknown>({
    name: `team-member:${team.id}`,
    before: { raiderId: member?.raider.id ?? '', role: member?.role ?? '', status: member?.status ?? 'main' },
    send: ({ raiderId, role, status }) =>
      client.teams.setMember.mutate({ id: team.id, raiderId, role: role || null, status }),
    async sent() {
      toast({ text: words.saved });
      onClose();
      await invalidateTeams();
    },
  });
  return (
    <FormDialog
      of={form}
      title={
        member
          ? words.changeTitle({ name: member.main?.name ?? member.raider.name ?? former })
          : words.memberTitle({ team: team.name })
      }
      verb={member ? words.save : words.add}
      disabled={!form.value.raiderId}
      onClose={onClose}
    >
      {!member && (
        <Combobox
          label={words.raider}
          options={free.map((one) => ({
            value: one.id,
            label: `${nameOf(one)} · ${one.user?.displayName ?? raiderMark(marks, one)}`,
            details: detailsOf(one),
          }))}
          value={form.value.raiderId || null}
          onChange={(raiderId) => form.change({ raiderId: raiderId ?? '' })}
        />
      )}
      <Select
        {...form.text('role')}
        label={words.role}
        options={[['', words.noRole], ...ROLES.map((role) => [role, roles[role]] as const)]}
      />
      <Select
        {...form.text('status')}
        label={words.status}
        options={STATUSES.map((status) => [status, statusNames[status]])}
      />
    </FormDialog>
  );
}
