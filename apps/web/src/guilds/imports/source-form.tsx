import { textOfFile } from '@guildhall/contracts/file-text.ts';
import type { ImportColumns, ImportSource, ImportView, StartImportInput } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { api, client } from '../../api/client.ts';
import { uploadFile } from '../../api/upload-file.ts';
import { agendaQuery } from '../../events/event/events.queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { Checkbox, Field, TextArea, TextField } from '../../ui/field.tsx';
import { Form, type FormOf, useForm } from '../../ui/form.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { type Option, Select } from '../../ui/select.tsx';
import { teamsQuery } from '../raiders/raiders.queries.ts';
import { ColumnsField } from './columns-field.tsx';
import styles from './imports.module.css';
import { invalidateImports, sourcesOf } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';
import { ServerEvents } from './server-events.tsx';
import { guessColumns, rememberColumns, type Table, tableOf } from './table.ts';

const SOURCES: Record<ImportSource, IconName> = {
  raid_helper: 'events',
  roster_notes: 'note',
  wowaudit: 'columns',
  thats_my_bis: 'gem',
  eqdkp: 'flag',
  table: 'heat',
  loot: 'gem',
  points: 'star',
  reserves: 'lock',
};
/** The most that the service takes as a text; more goes as a file. */
const MOST_AS_TEXT = 200_000;
const MOST = 5 * 1024 * 1024;
/** A link of Raid-Helper, or the id in it. */
const isLink = (text: string) => /^(https?:\/\/\S+|\d{17,20})$/.test(text.trim());

type Typed = {
  source: ImportSource;
  text: string;
  eventId: string;
  columns: Partial<ImportColumns>;
  hasHeadings: boolean;
  keepNotes: boolean;
  newEvents: boolean;
  markPresent: boolean;
  teamId: string;
  poolId: string;
};

const NOTHING: Typed = {
  source: 'raid_helper',
  text: '',
  eventId: '',
  columns: {},
  hasHeadings: true,
  keepNotes: false,
  newEvents: false,
  markPresent: false,
  teamId: '',
  poolId: '',
};

/** Choose a source, and paste, type or choose what it has. */
export function SourceForm({ guild, first }: { guild: OrganizationView; first?: ImportSource | undefined }) {
  const { source: words, columns: columnWords } = importsWords.use();
  const navigate = useNavigate();
  // A key belongs to no draft: the tab keeps nothing of it.
  const [key, setKey] = useState('');
  const [links, setLinks] = useState<readonly string[]>([]);
  const sources = sourcesOf(guild);
  const before = first && sources.includes(first) ? first : (sources[0] ?? NOTHING.source);
  const form = useForm<Typed, ImportView>({
    name: `import:${guild.id}`,
    before: { ...NOTHING, source: before },
    check({ source, text, columns, poolId, eventId }) {
      if (source === 'wowaudit' && key.trim()) return {};
      if (source === 'raid_helper' && links.length > 0) return {};
      if (!text.trim()) return { text: words.needed };
      if (source === 'points' && !poolId) return { poolId: words.poolNeeded };
      if (text.length > MOST) return { text: words.tooLong({ most: MOST }) };
      if (source === 'reserves' && !eventId) return { eventId: words.chooseEvent };
      return source === 'table' && columnsOf(tableOf(text), columns).name === undefined
        ? { other: columnWords.nameNeeded }
        : {};
    },
    send: (typed) => start(inputOf(guild.id, typed, { key: key.trim(), links })),
    problemsAt: () => ({}),
    async sent({ id }, { source, text, columns }) {
      setKey('');
      if (source === 'table') rememberColumns(tableOf(text), columns);
      void invalidateImports();
      await navigate({ to: '/g/$guild/bring-in/{-$run}', params: { guild: guildRef(guild), run: id } });
    },
  });
  const { source, text } = form.value;
  return (
    <section className={`card ${styles.source}`} aria-label={words.label}>
      <fieldset className={styles.sources}>
        <legend className="sr">{words.label}</legend>
        {sources.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="source"
              checked={name === source}
              onChange={() => form.change({ source: name })}
            />
            <span>
              <Icon name={SOURCES[name]} />
              <b>{words.names[name]}</b>
              <small className="muted">{words.hints[name]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <Form of={form} verb={words.read} className={styles.what} label={words.names[source]}>
        {source === 'wowaudit' && (
          <TextField
            label={words.key}
            hint={words.keyHint}
            type="password"
            autoComplete="off"
            value={key}
            maxLength={200}
            onChange={({ target }) => setKey(target.value)}
          />
        )}
        {!(source === 'wowaudit' && key) && !(source === 'raid_helper' && links.length > 0) && <Text form={form} />}
        {source === 'raid_helper' && <ServerEvents guild={guild} chosen={links} onChoose={setLinks} />}
        {source === 'table' && text.trim() && <Columns form={form} />}
        {source === 'raid_helper' && may(guild.abilityRules, 'manage', 'Event') && <NewEvents form={form} />}
        {((source === 'raid_helper' && links.length === 0 && !form.value.newEvents) || source === 'table') && (
          <EventOfAnswers guild={guild} form={form} />
        )}
        {source === 'wowaudit' && <TeamOfRanks guild={guild} form={form} />}
        {source === 'reserves' && <EventOfReserves guild={guild} form={form} />}
        {source === 'loot' && <TeamOfNights guild={guild} form={form} />}
        {source === 'points' && <PoolOfBalances guild={guild} form={form} />}
        {source === 'roster_notes' && <Checkbox {...form.tick('keepNotes')} label={words.keepNotes} />}
      </Form>
    </section>
  );
}

/** A long text goes as a file, and the rest in the address. */
function start({ id, text, ...input }: StartImportInput): Promise<ImportView> {
  if (text === undefined || text.length <= MOST_AS_TEXT) {
    return client.imports.start.mutate({ id, ...input, ...(text === undefined ? {} : { text }) });
  }
  const { columns, ...rest } = input;
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  if (columns) query.set('columns', JSON.stringify(columns));
  return uploadFile(`/api/v1/organizations/${id}/imports/file?${query}`, new Blob([text]), 'file');
}

type Beside = { key: string; links: readonly string[] };

function inputOf(id: string, typed: Typed, { key, links }: Beside): StartImportInput {
  const { source, text, eventId, columns, hasHeadings, keepNotes, teamId, poolId } = typed;
  const isLinked = source === 'raid_helper' && links.length > 0;
  const newEvents = source === 'raid_helper' && typed.newEvents;
  const brought = isLinked
    ? { links: [...links] }
    : source === 'wowaudit' && key
      ? { key }
      : source === 'raid_helper' && isLink(text)
        ? { link: text.trim() }
        : { text };
  const assigned = source === 'table' ? columnsOf(tableOf(text), columns) : undefined;
  return {
    id,
    source,
    ...brought,
    hasHeadings,
    keepNotes: source === 'roster_notes' && keepNotes,
    newEvents,
    markPresent: newEvents && typed.markPresent,
    ...(eventId &&
    (source === 'table' || source === 'reserves' || (source === 'raid_helper' && !isLinked && !newEvents))
      ? { eventId }
      : {}),
    ...((source === 'wowaudit' || source === 'loot') && teamId ? { teamId } : {}),
    ...(source === 'points' ? { poolId } : {}),
    // `check` lets no table without a column of names pass.
    ...(assigned ? { columns: { ...assigned, name: assigned.name ?? 0 } } : {}),
  };
}

/** As the officer has assigned them; before that, as the headings say. */
const columnsOf = (table: Table, columns: Partial<ImportColumns>): Partial<ImportColumns> =>
  Object.keys(columns).length > 0 ? columns : guessColumns(table);

type Of = { form: FormOf<Typed, ImportView> };

function Text({ form }: Of) {
  const { source: words } = importsWords.use();
  const [said, setSaid] = useState<string>();
  const { source } = form.value;
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    const { name } = file;
    const read = textOfFile(new Uint8Array(await file.arrayBuffer()));
    if (read.text === null) return setSaid((read.why === 'not_text' ? words.notText : words.otherEncoding)({ name }));
    const { text } = read;
    const isTooLong = text.length > MOST;
    setSaid(isTooLong ? words.tooLong({ most: MOST }) : words.fileRead({ name, size: text.length }));
    if (!isTooLong) form.change({ text, columns: {} });
  };
  const typed = form.text('text');
  return (
    <>
      <TextArea
        {...typed}
        label={words.text[source]}
        hint={words.textHint[source]}
        rows={source === 'raid_helper' ? 3 : 8}
        spellCheck={false}
        className={`input ${styles.raw}`}
        onChange={({ target }) => form.change({ text: target.value, columns: {} })}
      />
      <Field label={words.file} hint={said}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            className="input"
            accept=".csv,.tsv,.txt,.json,.xml,.lua,text/*,application/json,application/xml"
            onChange={(event) => void choose(event)}
          />
        )}
      </Field>
    </>
  );
}

function Columns({ form }: Of) {
  const { columns: words } = importsWords.use();
  const { text, columns, hasHeadings } = form.value;
  const table = tableOf(text);
  return (
    <>
      <ColumnsField
        table={table}
        hasHeadings={hasHeadings}
        columns={columnsOf(table, columns)}
        onChange={(next) => form.change({ columns: next })}
      />
      <Checkbox {...form.tick('hasHeadings')} label={words.headings} />
    </>
  );
}

function NewEvents({ form }: Of) {
  const { source: words } = importsWords.use();
  return (
    <>
      <Checkbox {...form.tick('newEvents')} label={words.newEvents} />
      {form.value.newEvents && (
        <Checkbox {...form.tick('markPresent')} label={words.markPresent} hint={words.markPresentHint} />
      )}
    </>
  );
}

/** Teams whose roster the viewer may change. */
function TeamOfRanks({ guild, form }: Of & { guild: OrganizationView }) {
  const { source: words } = importsWords.use();
  const teams = useQuery(teamsQuery(guild, false)).data?.teams.filter(({ mayManage }) => mayManage) ?? [];
  if (teams.length === 0) return null;
  return (
    <Select
      {...form.text('teamId')}
      label={words.team}
      hint={words.teamHint}
      options={[['', words.noTeam], ...teams.map(({ id, name }) => [id, name] as const)]}
    />
  );
}

function TeamOfNights({ guild, form }: Of & { guild: OrganizationView }) {
  const { source: words } = importsWords.use();
  const teams = useQuery(teamsQuery(guild, false)).data?.teams ?? [];
  if (teams.length === 0) return null;
  return (
    <Select
      {...form.text('teamId')}
      label={words.lootTeam}
      options={[['', words.byNight], ...teams.map(({ id, name }) => [id, name] as const)]}
    />
  );
}

/** A zero-sum pool takes no balances over. */
function PoolOfBalances({ guild, form }: Of & { guild: OrganizationView }) {
  const { source: words } = importsWords.use();
  const { data } = useQuery(api.points.pools.queryOptions({ id: guild.id }));
  const pools = (data?.pools ?? []).filter(({ kind }) => kind !== 'zero_sum');
  return (
    <Select
      {...form.text('poolId')}
      label={words.pool}
      hint={data && pools.length === 0 ? words.noPools : undefined}
      options={[['', '–'], ...pools.map(({ id, name }) => [id, name] as const)]}
    />
  );
}

/** The latest and the next events, as options. */
function useEvents({ id: guildId }: OrganizationView) {
  const format = useFormat();
  const past = useQuery(agendaQuery(guildId, 'past', 1)).data?.events ?? [];
  const next = useQuery(agendaQuery(guildId, 'upcoming', 1)).data?.events ?? [];
  return [...next.toReversed(), ...past].map(
    ({ id, title, startsAt }): Option => [
      id,
      `${format.dayAndTime(new Date(startsAt))} · ${title}`,
      { details: [startsAt.slice(0, 10)] },
    ],
  );
}

function EventOfReserves({ guild, form }: Of & { guild: OrganizationView }) {
  const { source: words } = importsWords.use();
  const events = useEvents(guild);
  return (
    <Select
      {...form.text('eventId')}
      label={words.reservesEvent}
      required
      options={[['', words.chooseEvent], ...events]}
    />
  );
}

function EventOfAnswers({ guild, form }: Of & { guild: OrganizationView }) {
  const { source: words } = importsWords.use();
  const events = useEvents(guild);
  if (form.value.source === 'table' && columnsOf(tableOf(form.value.text), form.value.columns).answer === undefined) {
    return null;
  }
  return <Select {...form.text('eventId')} label={words.event} options={[['', words.byTime], ...events]} />;
}
