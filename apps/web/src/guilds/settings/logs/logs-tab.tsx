import type { LogSourceView } from '@guildhall/contracts/night.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client, queryClient } from '../../../api/client.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { Form, useForm } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { Empty } from '../../../ui/states.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import styles from './logs.module.css';
import { logsWords } from './logs.words.ts';

const sourceQuery = (id: string) => api.nights.source.queryOptions({ id });
const teamsQuery = (id: string) => api.teams.list.queryOptions({ id });

type Source = NonNullable<LogSourceView['source']>;
type Values = Pick<Source, 'presentPercent' | 'partPercent' | 'lateMinutes' | 'confirmsItself'> & {
  link: string;
  /** The team of each raid team there. */
  tags: Record<string, string>;
};

const DEFAULTS = { presentPercent: 80, partPercent: 20, lateMinutes: 10, confirmsItself: false };
const NUMBERS = [
  { field: 'presentPercent', min: 1, max: 100 },
  { field: 'partPercent', min: 1, max: 100 },
  { field: 'lateMinutes', min: 1, max: 240 },
] as const;

/** Where the reports of the guild are, and how attendance is proposed from them. */
export function LogsTab({ guild }: { guild: OrganizationView }) {
  const words = logsWords.use();
  const { available, source } = useSuspenseQuery(sourceQuery(guild.id)).data;
  if (!available && source === null) {
    return (
      <Empty icon="note" title={words.unavailable}>
        {words.unavailableHint}
      </Empty>
    );
  }
  return (
    <div className={styles.form}>
      <p className="muted small">{words.lead}</p>
      {source && <Named source={source} />}
      {/* Another source has fields of its own. */}
      <SourceForm key={source?.guildId} guild={guild} source={source} />
      {source && <Stop guild={guild} />}
    </div>
  );
}

function Named({ source: { guildName, realm, url, readAt, problem } }: { source: Source }) {
  const words = logsWords.use();
  const format = useFormat();
  return (
    <div>
      <p>
        {words.named}{' '}
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {[guildName, realm].filter(Boolean).join(' · ')}
        </a>
      </p>
      <p className={problem ? 'row small warn' : 'row small muted'}>
        <Icon name={problem ? 'alert' : 'refresh'} size="s" />
        <span>
          {problem
            ? words.problems[problem]
            : readAt
              ? words.read({ ago: format.relative(new Date(readAt)) })
              : words.neverRead}
        </span>
      </p>
    </div>
  );
}

function SourceForm({ guild, source }: { guild: OrganizationView; source: Source | null }) {
  const words = logsWords.use();
  const { presentPercent, partPercent, lateMinutes, confirmsItself } = source ?? DEFAULTS;
  const teams = useQuery({ ...teamsQuery(guild.id), enabled: source !== null }).data?.teams ?? [];
  const form = useForm<Values, LogSourceView>({
    name: `log-source:${guild.id}`,
    before: {
      presentPercent,
      partPercent,
      lateMinutes,
      confirmsItself,
      link: source?.url ?? '',
      tags: Object.fromEntries((source?.tags ?? []).map(({ tagId, teamId }) => [tagId, teamId ?? ''])),
    },
    send: (_, { link, tags, ...changed }) =>
      client.nights.putSource.mutate({
        id: guild.id,
        ...changed,
        ...(link?.trim() ? { link: link.trim() } : {}),
        ...(tags
          ? { tags: Object.entries(tags).map(([tagId, teamId]) => ({ tagId: Number(tagId), teamId: teamId || null })) }
          : {}),
      }),
    sent(answer) {
      queryClient.setQueryData(sourceQuery(guild.id).queryKey, answer);
      toast({ text: words.saved });
    },
  });
  const fromGame = guild.source === 'synced';
  return (
    <Form
      of={form}
      className={styles.form}
      verb={source ? words.save : words.find}
      disabled={source !== null && !form.isChanged}
    >
      <TextField
        {...form.text('link')}
        label={words.link}
        hint={!source && fromGame ? words.linkHintGame : words.linkHint}
        required={source !== null || !fromGame}
        maxLength={300}
      />
      {source && source.tags.length > 0 && (
        <fieldset className={styles.group}>
          <legend>{words.teams}</legend>
          <p className="muted small">{words.teamsHint}</p>
          {source.tags.map(({ tagId, name }) => (
            <Select
              key={tagId}
              label={words.tag({ name })}
              value={form.value.tags[tagId] ?? ''}
              onChange={({ target }) => form.change({ tags: { ...form.value.tags, [tagId]: target.value } })}
              options={[['', words.noTeam], ...teams.map(({ id, name: team }) => [id, team] as const)]}
            />
          ))}
        </fieldset>
      )}
      <fieldset className={styles.group}>
        <legend>{words.measures}</legend>
        {NUMBERS.map(({ field, min, max }) => (
          <TextField
            key={field}
            {...form.number(field)}
            label={words[field]}
            hint={words.hints[field]}
            required
            min={min}
            max={max}
          />
        ))}
        <Checkbox {...form.tick('confirmsItself')} label={words.confirmsItself} hint={words.confirmsHint} />
      </fieldset>
    </Form>
  );
}

function Stop({ guild: { id } }: { guild: OrganizationView }) {
  const words = logsWords.use();
  const [asking, setAsking] = useState(false);
  const stop = useMutation({
    ...api.nights.removeSource.mutationOptions(),
    async onSuccess() {
      setAsking(false);
      toast({ text: words.stopped });
      await queryClient.invalidateQueries({ queryKey: api.nights.pathKey() });
    },
    onError: toastFailure,
  });
  return (
    <div>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words.stop}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.stopQuestion}
        consequence={words.stopConsequence}
        verb={words.stop}
        pending={stop.isPending}
        onConfirm={() => stop.mutate({ id })}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
