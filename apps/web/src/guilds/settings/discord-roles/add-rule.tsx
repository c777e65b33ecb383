import type { DiscordRoleSource } from '@guildhall/contracts/discord-roles.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { rolesQuery } from '../../../membership/roles/roles.queries.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Form, useForm } from '../../../ui/form.tsx';
import { useOpenDialog } from '../../../ui/kept-forms.ts';
import { type Option, Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from './discord-roles.module.css';
import { choicesQuery, invalidateDiscordRoles } from './discord-roles.queries.ts';
import { discordRolesWords } from './discord-roles.words.ts';

/** Asks Discord for its roles only once an officer adds a rule. */
export function AddRule({ guild }: { guild: OrganizationView }) {
  const words = discordRolesWords.use();
  const [isOpen, setOpen] = useOpenDialog({ [`discord-role:${guild.id}`]: true });
  if (isOpen) return <RuleForm guild={guild} onAdded={() => setOpen(false)} />;
  return (
    <div>
      <Button icon="plus" onClick={() => setOpen(true)}>
        {words.add}
      </Button>
    </div>
  );
}

function RuleForm({ guild, onAdded }: { guild: OrganizationView; onAdded(): void }) {
  const words = discordRolesWords.use();
  const roles = useQuery(rolesQuery(guild.id));
  const choices = useQuery(choicesQuery(guild.id));
  const form = useForm<{ who: string; discordRoleId: string }, unknown>({
    name: `discord-role:${guild.id}`,
    before: { who: '', discordRoleId: '' },
    send: ({ who, discordRoleId }) =>
      client.discordRoles.createRule.mutate({ id: guild.id, source: sourceOf(who), discordRoleId }),
    sent() {
      onAdded();
      toast({ text: words.created });
      return invalidateDiscordRoles();
    },
  });
  const ranks = roles.data?.filter(({ gameRank }) => gameRank !== null) ?? [];
  const others = roles.data?.filter(({ gameRank, isFounder }) => gameRank === null && !isFounder) ?? [];
  return (
    <Form of={form} label={words.add} className={styles.add} verb={words.create} disabled={!choices.data}>
      <Select
        {...form.text('who')}
        label={words.who}
        required
        options={[
          ['', words.choose],
          ['members', words.members],
          ...ranks.flatMap(({ name, gameRank }) => [
            [`rank:${gameRank}`, words.andAbove({ name })] as const,
            [`only:${gameRank}`, words.onlyRank({ name })] as const,
          ]),
          ...others.map(({ id, name }) => [`role:${id}`, words.holders({ name })] as const),
        ]}
      />
      <Select
        {...form.text('discordRoleId')}
        label={words.role}
        disabled={!choices.data}
        required
        options={[
          ['', choices.isFetching ? words.askingDiscord : words.choose],
          ...(choices.data?.roles ?? []).map(
            ({ id, name, problem }): Option => [
              id,
              problem ? `${name} (${words.unfit[problem]})` : name,
              { disabled: problem !== null },
            ],
          ),
        ]}
      />
      <FailureNote error={choices.error ?? roles.error} />
    </Form>
  );
}

function sourceOf(who: string): DiscordRoleSource {
  const [kind, value = ''] = who.split(':');
  if (kind === 'rank' || kind === 'only') return { kind: 'rank', upTo: Number(value), only: kind === 'only' };
  return kind === 'role' ? { kind, roleId: value } : { kind: 'members' };
}
