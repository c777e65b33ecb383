import type { SlotInput } from '@guildhall/contracts/event.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';

const WANTED = `wanted as (
  select e.id as event_id, s."roleKey", s.max, s.position
  from unnest($1::uuid[]) e(id)
  cross join rows from (jsonb_to_recordset($2) as ("roleKey" text, max smallint)) with ordinality s("roleKey", max, position)
)`;

/** Slots with more people than places, or removed while people hold them. Without slots all fit. */
const TOO_SMALL = query({ roleKey: 'text?', signedUp: 'int', max: 'int?' })`
  with ${WANTED}
  select p.role_key as "roleKey", count(*) filter (where p.status = 'signed_up')::int as "signedUp", w.max
  from participation p left join wanted w on w.event_id = p.event_id and w."roleKey" = p.role_key
  where p.event_id = any($1) and p.status in ('signed_up', 'waitlist') and exists (select from wanted)
  group by p.event_id, p.role_key, w.max
  having w.max is null or count(*) filter (where p.status = 'signed_up') > w.max limit 1`;

const REPLACE = statement`
  with ${WANTED}, removed as (
    delete from event_slot s where s.event_id = any($1)
      and not exists (select from wanted w where w.event_id = s.event_id and w."roleKey" = s.role_key)
  )
  insert into event_slot as s (event_id, role_key, max, position, taken)
  select w.event_id, w."roleKey", w.max, w.position, (
    select count(*) from participation p where p.event_id = w.event_id and p.role_key = w."roleKey" and p.status = 'signed_up')
  from wanted w
  on conflict (event_id, role_key) do update set max = excluded.max, position = excluded.position
  where (s.max, s.position) is distinct from (excluded.max, excluded.position)`;

/**
 * Replaces the slots of these events. The caller holds their locks and calls `promoteFromWaitlist` afterwards. Throws CONFLICT when
 * there are more people than places: a person has to decide who must go.
 */
export async function writeSlots(sql: Sql, eventIds: string[], slots: SlotInput[]): Promise<void> {
  const values = [eventIds, JSON.stringify(slots)];
  const short = await sql.maybe(TOO_SMALL, values);
  if (short) {
    const { roleKey, signedUp, max } = short;
    const place = max === null ? `has people for ${roleKey ?? 'no role'}` : `has ${signedUp} people for ${roleKey}`;
    throw conflict('slots_below_signups', `The event ${place}. Move them to another role, or remove them, first.`);
  }
  await sql.run(REPLACE, values);
}
