import type { DiscordRoleSource } from '@guildhall/contracts/discord-roles.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Select } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { rolesQuery } from '../../roles/roles.queries.ts';
import styles from './discord-roles.module.css';
import { choicesQuery, rereadDiscordRoles } from './discord-roles.queries.ts';
import { discordRolesWords } from './discord-roles.words.ts';

/** Asks Discord for its roles only once somebody adds a rule. */
export function AddRule({ guild }: { guild: OrganizationView }) {
  const words = discordRolesWords.use();
  const [isOpen, setOpen] = useState(false);
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
  const [who, setWho] = useState('');
  const [discordRoleId, setDiscordRole] = useState('');
  const create = useMutation(
    api.discordRoles.createRule.mutationOptions({
      async onSuccess() {
        onAdded();
        toast({ text: words.created });
        await rereadDiscordRoles();
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ id: guild.id, source: sourceOf(who), discordRoleId });
  };
  const ranks = roles.data?.filter(({ gameRank }) => gameRank !== null) ?? [];
  const others = roles.data?.filter(({ gameRank, isFounder }) => gameRank === null && !isFounder) ?? [];
  return (
    <form onSubmit={submit} aria-label={words.add}>
      <div className={styles.add}>
        <Select label={words.who} value={who} onChange={({ target }) => setWho(target.value)} required>
          <option value="">{words.choose}</option>
          <option value="members">{words.members}</option>
          {ranks.map(({ id, name, gameRank }) => (
            <option key={id} value={`rank:${gameRank}`}>
              {words.andAbove(name)}
            </option>
          ))}
          {others.map(({ id, name }) => (
            <option key={id} value={`role:${id}`}>
              {words.holders(name)}
            </option>
          ))}
        </Select>
        <Select
          label={words.role}
          value={discordRoleId}
          onChange={({ target }) => setDiscordRole(target.value)}
          disabled={!choices.data}
          required
        >
          <option value="">{choices.isFetching ? words.askingDiscord : words.choose}</option>
          {choices.data?.roles.map(({ id, name, problem }) => (
            <option key={id} value={id} disabled={problem !== null}>
              {problem ? `${name} (${words.unfit[problem]})` : name}
            </option>
          ))}
        </Select>
        <Button submit kind="primary" pending={create.isPending} disabled={!who || !discordRoleId}>
          {words.create}
        </Button>
      </div>
      <FailureNote error={choices.error ?? roles.error ?? create.error} />
    </form>
  );
}

function sourceOf(who: string): DiscordRoleSource {
  const [kind, value = ''] = who.split(':');
  if (kind === 'rank') return { kind, upTo: Number(value) };
  return kind === 'role' ? { kind, roleId: value } : { kind: 'members' };
}
