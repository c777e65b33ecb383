/** Stores the outcome of fetching a section in one statement, so that each section stands or falls by itself. */
import type { Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import type { FetchedSection, Section } from './sections.ts';
import { nextWeeklyReset } from './weekly-reset.ts';

export type SectionOutcome =
  | { kind: 'fetched'; content: FetchedSection }
  | { kind: 'unchanged' | 'not_found' | 'failed' };

/** The latest answer of a section. A failed or missing one keeps its data and only changes its status. */
export const REPLACE_SECTION = `on conflict (character_id, section) do update set status = excluded.status,
    asked_at = excluded.asked_at, next_at = excluded.next_at, fetched_at = coalesce(excluded.fetched_at, s.fetched_at),
    last_modified = coalesce(excluded.last_modified, s.last_modified), data = coalesce(excluded.data, s.data),
    missing_since = case excluded.status when 'ok' then null when 'failed' then s.missing_since
      else coalesce(s.missing_since, excluded.missing_since) end`;

/**
 * An answer is valid for a day, or until the game's weekly reset; a failure is retried after an hour, or whenever
 * a caller asks. `outcomes` has id, section, status, "lastModified", reset and data.
 */
export const insertSections = (outcomes: string) => `
  insert into character_section as s (character_id, section, status, asked_at, fetched_at, last_modified, next_at, missing_since,
    data)
  select id, section, status, now(), case when status = 'ok' then now() end, "lastModified",
    case when status = 'failed' then now() + interval '1 hour' else least(now() + interval '24 hours', reset) end,
    case when status = 'not_found' then now() end, data
  from ${outcomes} ${REPLACE_SECTION}`;

/** Writes names only where they differ, and in the order of their keys, so that concurrent characters do not deadlock. */
export const naming = (names: string) => `seen as (
    select n.kind, n.key, n.names from jsonb_to_recordset(${names}::jsonb) as n(kind text, key text, names jsonb)
    left join game_name g on g.kind = n.kind and g.key = n.key
    where g.kind is null or g.names || n.names <> g.names order by n.kind, n.key
  ), named as (
    insert into game_name as g (kind, key, names) select kind, key, names from seen
    on conflict (kind, key) do update set names = g.names || excluded.names
  )`;

/**
 * The character is locked at full strength from the start: upgrading a weaker lock could deadlock with its erasure.
 */
const STORE = statement`
  with outcome as (
    select id, $2::text as section, $3::text as status, $4::text as "lastModified", $5::timestamptz as reset, $6::jsonb as data
    from character where id = $1 for no key update
  ), ${naming('$8')}, described as (
    update character c set avatar_url = d.avatar_url, role = d.role
    from (
      select coalesce($7::jsonb ->> 'avatarUrl', avatar_url) as avatar_url,
        case when spec_id is null and $7::jsonb ? 'role' then $7::jsonb ->> 'role' else role end as role
      from character where id = $1
    ) d
    where c.id = $1 and (c.avatar_url, c.role) is distinct from (d.avatar_url, d.role)
  )
  ${insertSections('outcome')}`;

export async function storeSection(
  sql: Sql,
  { id, region }: { id: string; region: Region },
  section: string,
  outcome: SectionOutcome,
): Promise<void> {
  const content = outcome.kind === 'fetched' ? outcome.content : null;
  await sql.run(STORE, [
    id,
    section,
    sectionStatusOf(outcome.kind),
    content?.lastModified ?? null,
    nextWeeklyReset(region, new Date()),
    content && JSON.stringify(content.data),
    JSON.stringify(content?.describes ?? {}),
    JSON.stringify(content?.names ?? []),
  ]);
}

export const sectionStatusOf = (kind: SectionOutcome['kind']) =>
  kind === 'fetched' || kind === 'unchanged' ? 'ok' : kind;

/** The data of a section no longer linked is kept until it expires, and fetched again should the link return. */
const NOT_LINKED = statement`
  insert into character_section as s (character_id, section, status, asked_at)
  select c.id, n.section, 'not_available', now() from character c cross join unnest($2::text[]) n(section)
  where c.id = $1 order by n.section for no key update of c
  on conflict (character_id, section) do update set next_at = null, missing_since = null,
    status = case when s.data is null then 'not_available' else s.status end
  where s.next_at is not null or s.data is null and s.status <> 'not_available'`;

/** For sections whose documents do not exist in the character's branch of the game. */
export async function storeUnlinkedSections(sql: Sql, characterId: string, sections: Section[]): Promise<void> {
  await sql.run(NOT_LINKED, [characterId, sections.map(({ name }) => name)]);
}
