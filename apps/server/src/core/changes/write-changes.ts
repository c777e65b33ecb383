/** The outbox: changes for sockets and the change feed, written in the transaction that makes them. */
import type { ChangeType } from '@guildhall/contracts/change.ts';
import type { Sql } from '../db/sql.ts';
import { statement } from '../db/statement.ts';
import type { Audience } from './change.entity.ts';

type OfOrganization = {
  organizationId: string;
  audience: Exclude<Audience, 'administrators'>;
  /** A person who is told as well, member or not. */
  personId?: string | null;
};
type OfPerson = { audience: 'person'; personId: string };
type OfAdministrators = { audience: 'administrators' };

export type NewChange = { type: ChangeType; subjectId: string } & (OfOrganization | OfPerson | OfAdministrators);

export const ADMINISTRATORS = '00000000-0000-0000-0000-000000000000';

/**
 * The lock on the stream's row lasts from numbering to commit, so numbers become visible in their order, without gaps. A
 * sequence would hand out numbers earlier, and a reader could see 17 before 16. Streams are locked in the order of their
 * ids. A person whom this transaction erases is not named.
 */
const WRITE = statement`
  with told as (
    select t.*, row_number() over (partition by t."streamId" order by t.place) as nth
    from jsonb_to_recordset($1::jsonb)
      as t(place int, "streamId" uuid, type text, "subjectId" uuid, audience text, "personId" uuid)
  ), moved as (
    insert into change_stream as s (id, last_seq)
    select "streamId", count(*) from told group by "streamId" order by "streamId"
    on conflict (id) do update set last_seq = s.last_seq + excluded.last_seq
    returning new.id, coalesce(old.last_seq, 0) as before
  )
  insert into change (stream_id, seq, type, subject_id, audience, person_id, at)
  select m.id, m.before + t.nth, t.type,
    case when t."subjectId" = t."personId" and u.id is null then m.id else t."subjectId" end, t.audience, u.id,
    clock_timestamp()
  from told t join moved m on m.id = t."streamId" left join app_user u on u.id = t."personId"`;

/** Call it as the last statement, because it locks the streams until the commit. Returns the streams. */
export async function writeChanges(sql: Sql, changes: NewChange[]): Promise<string[]> {
  const rows = new Map(
    changes.map((change) => {
      const row = { streamId: streamOf(change), personId: null, ...change };
      return [[row.streamId, row.type, row.subjectId, row.audience, row.personId].join(), row];
    }),
  );
  if (rows.size === 0) return [];
  await sql.run(WRITE, [JSON.stringify([...rows.values()].map((row, place) => ({ ...row, place })))]);
  return [...new Set([...rows.values()].map(({ streamId }) => streamId))];
}

function streamOf(change: NewChange): string {
  if ('organizationId' in change) return change.organizationId;
  return change.audience === 'administrators' ? ADMINISTRATORS : change.personId;
}
