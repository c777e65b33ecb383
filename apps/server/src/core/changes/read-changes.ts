import { ChangeType, type ChangeView } from '@guildhall/contracts/change.ts';
import type { Sql } from '../db/sql.ts';
import { columns, query, type RowOf, text } from '../db/statement.ts';
import type { Audience } from './change.entity.ts';
import { ADMINISTRATORS } from './write-changes.ts';

export const ChangeRow = columns({
  streamId: 'uuid',
  seq: 'float',
  type: text(ChangeType.options),
  subjectId: 'uuid',
  audience: text<Audience>(),
  personId: 'uuid?',
  at: 'instant',
});
export type ChangeRow = RowOf<typeof ChangeRow>;

/**
 * Identifies the numbering. After a restore or a failover the same numbers may be handed out again; the epoch differs
 * then, and older cursors are refused.
 */
export const EPOCH = `left(md5(concat_ws('.', (select system_identifier from pg_control_system()),
  (select timeline_id from pg_control_checkpoint()), 'change'::regclass::oid)), 8)`;

export const CHANGE_COLUMNS = `c.stream_id as "streamId", c.seq::float8 as seq, c.type, c.subject_id as "subjectId",
  c.audience, c.person_id as "personId", c.at`;

/** The last number read of each stream. */
export type Positions = Map<string, number>;

const POSITIONS = query({
  id: 'uuid',
  seq: 'float',
})`select id, last_seq::float8 as seq from change_stream where id = any($1)`;

/** The last number of each stream; 0 for one without changes. */
export async function currentPositions(sql: Sql, streams: string[]): Promise<Positions> {
  const rows = await sql.many(POSITIONS, [streams]);
  const known = new Map(rows.map(({ id, seq }) => [id, seq]));
  return new Map(streams.map((id) => [id, known.get(id) ?? 0]));
}

/** A reader that gets this many asks again. */
export const CHANGES_AT_ONCE = 2_000;

const BEHIND = query({ ...ChangeRow, epoch: 'text' })`
  select ${CHANGE_COLUMNS}, ${EPOCH} as epoch
  from unnest($1::uuid[], $2::float8[]) as f(id, seq)
  cross join lateral (select * from change c where c.stream_id = f.id and c.seq > f.seq order by c.seq limit $3) c
  order by c.stream_id, c.seq limit $3`;

/** The changes after these positions, in order. */
export const changesBehind = (sql: Sql, positions: Positions) =>
  sql.many(BEHIND, [[...positions.keys()], [...positions.values()], CHANGES_AT_ONCE]);

export const cursorOf = (epoch: string, seq: number) => `${epoch}.${seq}`;

export function presentChange(row: ChangeRow, epoch: string): ChangeView {
  const ofOrganization = row.streamId !== ADMINISTRATORS && row.streamId !== row.personId;
  return {
    type: row.type,
    organizationId: ofOrganization ? row.streamId : null,
    subjectId: row.subjectId,
    at: row.at,
    cursor: ofOrganization ? cursorOf(epoch, row.seq) : null,
  };
}
