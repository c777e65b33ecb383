import type { EventLogKind } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';

type Entry = {
  eventId: string;
  kind: EventLogKind;
  /** Null for the service itself. */
  actorId: string | null;
  /** The service through which the actor acted. */
  serviceId?: string | null | undefined;
  personId?: string | null;
  via?: Actor['via'];
  /** Values before and after. Nothing that names a person. */
  changes?: Record<string, unknown>;
  why?: string | null | undefined;
};

const WRITE = statement`
  insert into event_log_entry (event_id, kind, actor_id, service_id, person_id, via, changes, why, at)
  select event_id, kind, actor_id, service_id, person_id, via, changes, why, clock_timestamp() from jsonb_to_recordset($1)
    as e(event_id uuid, kind text, actor_id uuid, service_id uuid, person_id uuid, via text, changes jsonb, why text)`;

/** Call in the transaction of the logged change, so that neither exists without the other. */
export async function writeEventLog(sql: Sql, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(
    ({ eventId, kind, actorId, serviceId = null, personId = null, via = null, changes = {}, why = null }) => ({
      event_id: eventId,
      kind,
      actor_id: actorId,
      service_id: serviceId,
      person_id: personId,
      via,
      changes,
      why,
    }),
  );
  await sql.run(WRITE, [JSON.stringify(rows)]);
}
