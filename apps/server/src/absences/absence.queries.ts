import type { AbsenceView, GuildAbsencesInput } from '@guildhall/contracts/absence.ts';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../core/actor.ts';
import { readPage } from '../core/db/read-page.ts';
import { columns, object, query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { endOfDay, guildTimeZone, startOfDay } from '../events/event/event-times.ts';
import { authorizedAccess } from '../rights/organization.rules.ts';

/** Days arrive as text. */
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

/** A service reaches only the absences from its own organization, given as `organizationId`; null for the person. */
export const withinReach = (organizationId: string) =>
  `(${organizationId}::uuid is null or organization_id = ${organizationId})`;

const MINE = query(AbsenceRow)`
  select ${ABSENCE_COLUMNS} from absence a where a.user_id = $1 and ${withinReach('$2')} order by a.starts_at desc, a.id desc`;

/** Unpaged, because the number of absences a person may have is bounded. */
export async function listOwnAbsences({ sql }: AppContext, actor: Actor): Promise<AbsenceView[]> {
  return sql.many(MINE, [actor.userId, actor.service?.organizationId]);
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
export async function listGuildAbsences({ sql }: AppContext, actor: Actor, input: GuildAbsencesInput) {
  const { organizationId } = await authorizedAccess(sql, actor, input.id, 'read', 'OfficerData');
  const timeZone = await guildTimeZone(sql, organizationId);
  const from = startOfDay(input.from ?? Temporal.Now.plainDateISO(timeZone).toString(), timeZone);
  const to = input.to === undefined ? null : endOfDay(input.to, timeZone);
  const { rows, pagination } = await readPage(sql, PAGE, COUNT, [organizationId, from, to], input);
  const absences = rows.map(({ organizationId: _guild, ...row }) => row);
  return { absences, pagination };
}
