import type { AbsenceView, GuildAbsencesInput, GuildAbsencesView } from '@guildhall/contracts/absence.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../core/actor.ts';
import { object, query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { rangeOf } from '../events/event/event-times.ts';
import { guildTimeZone } from '../events/event/guild-time-zone.ts';
import { organizationAccess } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { ABSENCE_COLUMNS, AbsenceRow, presentAbsence } from './absence.presenter.ts';

const MINE = query(
  AbsenceRow,
)`select ${ABSENCE_COLUMNS} from absence a where a.user_id = $1 order by a.starts_at desc, a.id desc`;

/** Unpaged, because the number of absences a person may have is bounded. */
export async function listOwnAbsences({ sql }: AppContext, actor: Actor): Promise<AbsenceView[]> {
  return (await sql.many(MINE, [actor.userId])).map(presentAbsence);
}

/** Leaves out absences that ended before the person joined: the guild has no business with them. */
const OF_GUILD = `
  from membership m join absence a on a.user_id = m.user_id join person u on u.id = m.user_id
  where m.organization_id = $1 and m.left_at is null and (a.organization_id is null or a.organization_id = $1)
    and a.ends_at > m.joined_at and a.ends_at > $2 and ($3::timestamptz is null or a.starts_at < $3)`;
const PAGE = query({
  ...AbsenceRow,
  user: object({ id: 'uuid', displayName: 'text' }),
})`
  select ${ABSENCE_COLUMNS}, jsonb_build_object('id', u.id, 'displayName', u.display_name) as "user" ${OF_GUILD}
  order by a.starts_at, a.id limit $4 offset $5`;
const COUNT = query({ total: 'int' })`select count(*)::int as total ${OF_GUILD}`;

/** Lists the guild's absences. For officers. */
export async function listGuildAbsences(
  { sql }: AppContext,
  actor: Actor,
  input: GuildAbsencesInput,
): Promise<GuildAbsencesView> {
  const access = await organizationAccess(sql, actor, input.id);
  authorize(abilityFor(actor, access), 'read', 'OfficerData');
  const { organizationId } = access;
  const { page, pageSize } = input;
  const range = daysOf(input, await guildTimeZone(sql, organizationId));
  const [rows, counted] = await Promise.all([
    sql.many(PAGE, [organizationId, ...range, pageSize, (page - 1) * pageSize]),
    sql.one(COUNT, [organizationId, ...range]),
  ]);
  const absences = rows.map((row) => {
    const { organizationId: _guild, ...shown } = presentAbsence(row);
    return { ...shown, user: row.user };
  });
  return { absences, pagination: paginationOf(page, pageSize, counted.total) };
}

function daysOf({ from, to }: GuildAbsencesInput, timeZone: string): [Date, Date | null] {
  const first = from ?? Temporal.Now.plainDateISO(timeZone).toString();
  const { from: start } = rangeOf(first, first, timeZone);
  return [start, to === undefined ? null : rangeOf(to, to, timeZone).to];
}
