import { EventRole } from '@guildhall/contracts/event.ts';
import {
  type ImportInput,
  ImportMatchedBy,
  ImportRowReason,
  ImportRowStatus,
  type ImportRowsInput,
  type ImportRowsView,
  type ImportRowView,
  ImportSource,
  ImportState,
  type ImportsInput,
  type ImportsView,
  type ImportView,
} from '@guildhall/contracts/import.ts';
import type { Actor } from '../core/actor.ts';
import { readPage } from '../core/db/read-page.ts';
import type { Sql } from '../core/db/sql.ts';
import { columns, json, jsonInstant, object, query, type RowOf, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { Person, personOf } from '../identity/people/person-of.ts';
import { abilityFor, authorize } from '../membership/rights/organization.access.ts';
import { importAccess, noImport, rightOver } from './import.access.ts';
import type { Proposed, RawRow } from './import-run.entity.ts';

const Run = columns({
  id: 'uuid',
  source: text(ImportSource.options),
  state: text(ImportState.options),
  written: 'int',
  kept: 'int',
  createdAt: 'instant',
  appliedAt: 'instant?',
  undoneAt: 'instant?',
  startedBy: Person.orNull,
  counts: object({ matched: 'int', ambiguous: 'int', unmatched: 'int', skipped: 'int' }),
  names: object({ ambiguous: 'int', unmatched: 'int' }),
  earlier: object({ id: 'uuid', appliedAt: 'instant' }).orNull,
  events: object({ asked: 'int', read: 'int', missing: 'int' }).orNull,
  evenings: object({ found: 'int', missing: 'int' }),
  newEvents: 'int',
  eventId: 'uuid?',
  poolId: 'uuid?',
});

/** Needs a row `w` in scope: whom it names, which is the main of a family. */
export const NAMED = `coalesce(w.discord_key, folded_name(coalesce(w.raw #>> '{main,name}', w.raw ->> 'name')) || '-' || folded_name(coalesce(
  case when w.raw #>> '{main,name}' is null then w.raw ->> 'realm' else w.raw #>> '{main,realm}' end, '')))`;
/** The event that a row `w` is about. */
const ANSWERED = `coalesce(w.event_id, (w.wrote -> 'participation' ->> 'eventId')::uuid)`;
const count = (status: string) => `(count(*) filter (where w.status = '${status}'))::int`;
const names = (status: string) => `count(distinct ${NAMED}) filter (where w.status = '${status}')`;
const VIEW = `
  select r.id, r.source, r.state, r.written, r.kept, r.created_at as "createdAt", r.applied_at as "appliedAt",
    r.undone_at as "undoneAt", ${personOf('u')} as "startedBy",
    (select jsonb_build_object('matched', ${count('matched')}, 'ambiguous', ${count('ambiguous')},
      'unmatched', ${count('unmatched')}, 'skipped', ${count('skipped')}) from import_row w where w.run_id = r.id) as counts,
    (select jsonb_build_object('ambiguous', ${names('ambiguous')}, 'unmatched', ${names('unmatched')})
      from import_row w where w.run_id = r.id and w.status in ('ambiguous', 'unmatched') and r.state <> 'reading') as names,
    (select jsonb_build_object('id', e.id, 'appliedAt', ${jsonInstant('e.applied_at')}) from import_run e
      where e.organization_id = r.organization_id and e.hash = r.hash and e.id <> r.id and e.state = 'applied'
        and e.created_at <= r.created_at order by e.applied_at desc limit 1) as earlier,
    case when r.options ? 'events' then jsonb_build_object('asked', jsonb_array_length(r.options -> 'events'),
      'read', case r.state when 'reading' then r.cursor else jsonb_array_length(r.options -> 'events') end,
      'missing', coalesce((r.options ->> 'missing')::int, 0)) end as events,
    (select jsonb_build_object('found', count(distinct w.event_id), 'missing',
        count(distinct (w.raw -> 'night')) filter (where w.status = 'skipped' and w.reason = 'no_event'))
      from import_row w where w.run_id = r.id and r.state <> 'reading') as evenings,
    case when (r.options ->> 'newEvents')::boolean then (
      select case when r.state = 'preview'
          then count(distinct (w.raw -> 'night' ->> 'startsAt', w.raw -> 'night' ->> 'title'))
            filter (where w.status = 'matched' and w.event_id is null)
          else count(w.wrote -> 'event') end
      from import_row w where w.run_id = r.id)::int else 0 end as "newEvents",
    (select e.id from event e where e.id = coalesce((r.options ->> 'eventId')::uuid, (
      select (array_agg(distinct ${ANSWERED}))[1] from import_row w where w.run_id = r.id having count(distinct ${ANSWERED}) = 1
    ))) as "eventId", (r.options ->> 'poolId')::uuid as "poolId"
  from import_run r left join person u on u.id = r.created_by_id `;
const ONE = query(Run)`${VIEW} where r.organization_id = $1 and r.id = $2`;
const LIST = query(
  Run,
)`${VIEW} where r.organization_id = $1 and r.source = any($2::text[]) order by r.created_at desc, r.id desc limit $3 offset $4`;
const TOTAL = query({ total: 'int' })`
  select count(*)::int as total from import_run where organization_id = $1 and source = any($2::text[])`;

export const readRun = (sql: Sql, organizationId: string, id: string): Promise<ImportView | null> =>
  sql.maybe(ONE, [organizationId, id]);

export async function getImport({ sql }: AppContext, actor: Actor, { id, importId }: ImportInput): Promise<ImportView> {
  const organizationId = await visibleImport(sql, actor, { id, importId });
  const run = await readRun(sql, organizationId, importId);
  if (!run) throw noImport();
  return run;
}

const SOURCE = query({ source: text(ImportSource.options) })`
  select source from import_run where organization_id = $1 and id = $2`;

/** The organization of a run that the caller may see. Throws NOT_FOUND and FORBIDDEN. */
async function visibleImport(sql: Sql, actor: Actor, { id, importId }: ImportInput): Promise<string> {
  const access = await importAccess(sql, actor, id);
  const run = await sql.maybe(SOURCE, [access.organizationId, importId]);
  if (!run) throw noImport();
  authorize(abilityFor(actor, access), ...rightOver(run.source));
  return access.organizationId;
}

export async function listImports({ sql }: AppContext, actor: Actor, input: ImportsInput): Promise<ImportsView> {
  const { organizationId, sources } = await importAccess(sql, actor, input.id);
  const { rows, pagination } = await readPage(sql, LIST, TOTAL, [organizationId, sources], input);
  return { imports: rows, pagination };
}

const Row = columns({
  id: 'uuid',
  line: 'int',
  status: text(ImportRowStatus.options),
  decided: 'bool',
  reason: text(ImportRowReason.options).orNull,
  raw: json<RawRow>(),
  target: 'text?',
  matchedBy: text(ImportMatchedBy.options).orNull,
  proposals: json<Proposed[]>(),
  eventId: 'uuid?',
  role: text(EventRole.options).orNull,
  written: 'bool',
  lines: 'int',
  nights: object({ first: 'instant', last: 'instant' }).orNull,
});
type Row = RowOf<typeof Row>;

const STARTS = `w.raw -> 'night' ->> 'startsAt'`;
const rowsWith = (lines: string, first: string, last: string) => `
  select w.id, w.number, w.line, w.status, w.decided, w.reason, w.raw, w.target, w.match_rule as "matchedBy", w.proposals,
    ${ANSWERED} as "eventId", w.role, w.wrote is not null as written,
    ${lines} as lines, case when ${first} is not null then jsonb_build_object('first', ${first}, 'last', ${last}) end as nights`;
const OF_RUN = `from import_row w where w.run_id = $1 and ($2::text is null or w.status = $2)`;
const SHOWN = `select r.id, r.line, r.status, r.decided, r.reason, r.raw, r.target, r."matchedBy", r.proposals, r."eventId", r.role,
  r.written, r.lines, r.nights`;
const ROWS = query(Row)`
  ${SHOWN} from (${rowsWith('1', STARTS, STARTS)} ${OF_RUN}) r order by r.number limit $3 offset $4`;
const ROWS_TOTAL = query({ total: 'int' })`select count(*)::int as total ${OF_RUN}`;
const BY_NAME = query(Row)`
  ${SHOWN} from (
    ${rowsWith('(count(*) over named)::int', `(min(${STARTS}) over named)`, `(max(${STARTS}) over named)`)},
      row_number() over (partition by w.status, ${NAMED} order by w.number) as nth
    ${OF_RUN} window named as (partition by w.status, ${NAMED})) r
  where r.nth = 1 order by r.number limit $3 offset $4`;
const NAMES_TOTAL = query({ total: 'int' })`select count(distinct (w.status, ${NAMED}))::int as total ${OF_RUN}`;

export async function listImportRows(
  { sql }: AppContext,
  actor: Actor,
  input: ImportRowsInput,
): Promise<ImportRowsView> {
  await visibleImport(sql, actor, input);
  const [page, total] = input.byName ? ([BY_NAME, NAMES_TOTAL] as const) : ([ROWS, ROWS_TOTAL] as const);
  const { rows, pagination } = await readPage(sql, page, total, [input.importId, input.status ?? null], input);
  const names = await namesOf(
    sql,
    rows.flatMap(({ target, proposals }) => [target ?? [], proposals.map((one) => one.target)].flat()),
  );
  return { rows: rows.map((row) => presentRow(row, names)), pagination };
}

function presentRow(
  { raw, target, matchedBy, proposals, eventId, ...row }: Row,
  named: Map<string, Named>,
): ImportRowView {
  const person = (one: Proposed) => {
    const { name = null, classId = null } = named.get(one.target) ?? {};
    return { ...one, name, classId };
  };
  const { role, ...shown } = row;
  return {
    ...shown,
    reason: row.reason === 'impossible_time' && raw.kind === 'award' ? (raw.whyNoTime ?? row.reason) : row.reason,
    name: raw.name,
    realm: raw.realm,
    main: raw.kind === 'character' ? (raw.main?.name ?? null) : null,
    note: raw.note,
    answer: raw.kind === 'answer' ? answerOf(raw, eventId, role) : null,
    award: raw.kind === 'award' ? awardOf(raw) : null,
    balance: raw.kind === 'balance' ? { points: raw.points, gp: raw.gp, at: raw.at } : null,
    reserve: raw.kind === 'reserve' ? reserveOf(raw) : null,
    person: target === null ? null : person({ target, by: matchedBy ?? 'decision' }),
    guest: row.status === 'matched' && target === null && raw.name !== '',
    proposals: proposals.map(person),
  };
}

const answerOf = (
  { night: { title, startsAt }, status, column }: Extract<RawRow, { kind: 'answer' }>,
  eventId: string | null,
  role: Row['role'],
) => ({ eventId, evening: { title, startsAt }, status, role, column: role === null ? column : null });

const awardOf = ({ itemId, itemName, track, receivedAt, dayOnly, response }: Extract<RawRow, { kind: 'award' }>) => ({
  ...{ itemId, itemName, track, receivedAt, dayOnly, response },
});

const reserveOf = ({ itemId, itemName, count, plus, reservedAt }: Extract<RawRow, { kind: 'reserve' }>) => ({
  ...{ itemId, itemName, count, plus, reservedAt },
});

const classOf = (raider: string) => `(select f.class_id from raider_family f
  where f.raider_id = ${raider} and f.class_id is not null order by f.is_main desc, f.level desc nulls last limit 1)`;
const Named = columns({ target: 'text!', name: 'text!', classId: 'int?' });
type Named = RowOf<typeof Named>;
const NAMES_OF = query(Named)`
  select 'raider:' || r.id as target, coalesce(u.display_name, r.name) as name, ${classOf('r.id')} as "classId"
  from raider r left join person u on u.id = r.user_id
  where r.id = any($1::uuid[]) and coalesce(u.display_name, r.name) is not null
  union all
  select 'member:' || u.id, u.display_name, null from person u where u.id = any($2::uuid[])
  union all
  select 'character:' || e.id, e.name, e.class_id from roster_entry e where e.id = any($3::uuid[])`;

async function namesOf(sql: Sql, targets: string[]): Promise<Map<string, Named>> {
  const ids = (kind: string) =>
    targets.flatMap((one) => (one.startsWith(`${kind}:`) ? one.slice(kind.length + 1) : []));
  const rows = targets.length === 0 ? [] : await sql.many(NAMES_OF, [ids('raider'), ids('member'), ids('character')]);
  return new Map(rows.map((row) => [row.target, row]));
}
