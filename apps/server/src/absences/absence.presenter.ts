import type { AbsenceView } from '@guildhall/contracts/absence.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, type RowOf } from '../core/db/statement.ts';

/** Named as in the table; days arrive as text. */
export const ABSENCE_COLUMNS = `a.id, to_char(a.from_day, 'YYYY-MM-DD') as "from", to_char(a.to_day, 'YYYY-MM-DD') as "to",
  a.time_zone as "timeZone", a.starts_at as "startsAt", a.ends_at as "endsAt", a.organization_id as "organizationId",
  a.note, a.created_at as "createdAt"`;

export const AbsenceRow = columns({
  id: 'uuid',
  from: 'text',
  to: 'text',
  timeZone: 'text',
  startsAt: 'instant',
  endsAt: 'instant',
  organizationId: 'uuid?',
  note: 'text?',
  createdAt: 'instant',
});
type AbsenceRow = RowOf<typeof AbsenceRow>;

export function presentAbsence(row: AbsenceRow): AbsenceView {
  return {
    id: row.id,
    from: row.from,
    to: row.to,
    timeZone: row.timeZone,
    startsAt: instantOf(row.startsAt),
    endsAt: instantOf(row.endsAt),
    organizationId: row.organizationId,
    note: row.note,
    createdAt: instantOf(row.createdAt),
  };
}
