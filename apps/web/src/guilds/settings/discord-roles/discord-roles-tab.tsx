import type { DiscordRoleRuleView, DiscordRolesView } from '@guildhall/contracts/discord-roles.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useOpenDialog } from '../../../ui/kept-forms.ts';
import { Empty } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AddRule } from './add-rule.tsx';
import styles from './discord-roles.module.css';
import { discordRolesQuery, invalidateDiscordRoles } from './discord-roles.queries.ts';
import { discordRolesWords } from './discord-roles.words.ts';
import { People } from './people.tsx';
import { SwitchOff, SwitchOn } from './switch-rule.tsx';

export function DiscordRolesTab({ guild }: { guild: OrganizationView }) {
  const words = discordRolesWords.use();
  const { data } = useSuspenseQuery(discordRolesQuery(guild.id));
  if (!data.serverId && data.rules.length === 0) return <NoServer />;
  return (
    <div className={styles.page}>
      <p className="muted small">{words.lead}</p>
      <Warnings state={data} />
      {data.held && <Held guild={guild} held={data.held} />}
      {data.rules.length === 0 ? (
        <Empty icon="key" title={words.none}>
          {words.noneHint}
        </Empty>
      ) : (
        <ul className={styles.rules} aria-label={words.rules}>
          {data.rules.map((rule) => (
            <Rule key={rule.id} guild={guild} rule={rule} />
          ))}
        </ul>
      )}
      {!guild.archivedAt && data.rest !== 'server_not_confirmed' && <AddRule guild={guild} />}
      {data.lastRunAt && (
        <p className="muted small">
          {words.lastRun}: <TimeAgo at={data.lastRunAt} />
        </p>
      )}
    </div>
  );
}

function NoServer() {
  const words = discordRolesWords.use();
  return (
    <p className="muted small">
      {words.noServer}. {words.noServerHint}
    </p>
  );
}

function Warnings({ state: { rest, failure } }: { state: DiscordRolesView }) {
  const words = discordRolesWords.use();
  return (
    <>
      {rest && (
        <div className="notice warn" role="status">
          <Icon name="alert" />
          <span>{words.rests[rest]}</span>
        </div>
      )}
      {!rest && failure && (
        <div className="notice warn" role="status">
          <Icon name="alert" />
          <span>{words.failures[failure]}</span>
        </div>
      )}
    </>
  );
}

function Held({ guild, held }: { guild: OrganizationView; held: NonNullable<DiscordRolesView['held']> }) {
  const words = discordRolesWords.use();
  const [isAsking, setAsking] = useState(false);
  const release = useMutation(
    api.discordRoles.releaseHeld.mutationOptions({
      async onSuccess() {
        setAsking(false);
        toast({ text: words.released });
        await invalidateDiscordRoles();
      },
      onError: () => void invalidateDiscordRoles(),
    }),
  );
  return (
    <section className={styles.held} aria-label={words.held({ count: held.total })}>
      <p className="row warn">
        <Icon name="alert" />
        <b>{words.held({ count: held.total })}</b>
      </p>
      <p className="muted small">{words.heldHint}</p>
      <People people={held.people} total={held.total} />
      {!guild.archivedAt && (
        <div>
          <Button onClick={() => setAsking(true)}>{words.heldTake}</Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={words.heldQuestion({ count: held.total })}
        consequence={words.heldConsequence}
        verb={words.heldTake}
        pending={release.isPending}
        onConfirm={() => release.mutate({ id: guild.id, digest: held.digest })}
      />
      <FailureNote error={release.error} />
    </section>
  );
}

function Rule({ guild, rule }: { guild: OrganizationView; rule: DiscordRoleRuleView }) {
  const words = discordRolesWords.use();
  const [dialog, setDialog] = useOpenDialog<'on' | 'off' | 'delete'>({
    [`discord-role-on:${rule.id}`]: 'on',
    [`discord-role-off:${rule.id}`]: 'off',
  });
  const close = () => setDialog(undefined);
  const remove = useMutation(
    api.discordRoles.deleteRule.mutationOptions({
      async onSuccess() {
        close();
        toast({ text: words.removed });
        await invalidateDiscordRoles();
      },
    }),
  );
  const { enabled, problem, discordRole } = rule;
  return (
    <li>
      <div className={styles.name}>
        {useSourceName(rule)} <Icon name="right" size="s" /> <span className="sr">{words.gets}</span>
        <span className={styles.role}>
          <i style={discordRole.color ? { background: `#${discordRole.color.toString(16).padStart(6, '0')}` } : {}} />
          {discordRole.name}
        </span>
      </div>
      {!guild.archivedAt && (
        <div className={styles.verbs}>
          {enabled && (
            <Button small onClick={() => setDialog('off')}>
              {words.switchOff}
            </Button>
          )}
          {(!enabled || problem || rule.taken > 0) && (
            <Button small kind={enabled ? 'plain' : 'primary'} onClick={() => setDialog('on')}>
              {words.switchOn}
            </Button>
          )}
          {!enabled && <IconButton small icon="x" label={words.remove} onClick={() => setDialog('delete')} />}
        </div>
      )}
      <p className="muted small">
        <span className={problem ? 'tag t-warn' : enabled ? 'tag t-ok' : 'tag'}>
          {problem ? words.stopped : enabled ? words.on : words.off}
        </span>{' '}
        {useCounts(rule)}
      </p>
      {problem && <p className="warn small">{words.problems[problem]}</p>}
      {dialog === 'on' && <SwitchOn guild={guild} rule={rule} onClose={close} />}
      {dialog === 'off' && <SwitchOff guild={guild} rule={rule} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'delete'}
        onClose={close}
        title={words.removeQuestion({ role: discordRole.name })}
        consequence={words.removeConsequence}
        verb={words.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id: guild.id, ruleId: rule.id })}
      />
      <FailureNote error={remove.error} />
    </li>
  );
}

function useSourceName({ source }: DiscordRoleRuleView): string {
  const words = discordRolesWords.use();
  if (source.kind === 'members') return words.members;
  if (source.kind === 'role') return words.holders({ name: source.name ?? '' });
  const name = source.name ?? words.rank({ rank: source.upTo ?? 0 });
  return source.only ? words.onlyRank({ name }) : words.andAbove({ name });
}

function useCounts({ given, had, taken, absent, refused, refusedBecause }: DiscordRoleRuleView): string {
  const words = discordRolesWords.use();
  return [
    given > 0 && words.given({ count: given }),
    had > 0 && words.had({ count: had }),
    taken > 0 && words.taken({ count: taken }),
    absent > 0 && words.absent({ count: absent }),
    refused > 0 && words.refused({ count: refused, why: words.causes[refusedBecause ?? 'unknown'] }),
  ]
    .filter(Boolean)
    .join(' · ');
}
