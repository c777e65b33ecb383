import type { MemberAttendance } from '@guildhall/contracts/attendance.ts';
import { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { MemberInput, MemberPageView } from '@guildhall/contracts/member.ts';
import { Reach } from '@guildhall/contracts/participation.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { columns, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { rosterViewer } from '../../guilds/roster/roster.queries.ts';
import { SHARES } from '../../membership/characters/sharing.ts';
import { abilityFor, authorizedAccess } from '../../membership/rights/organization.access.ts';
import { findMember, memberView } from '../../membership/roles/members.queries.ts';
import { referenceNames } from '../../reference/game-data/names.ts';
import { currentItemLevel } from '../../reference/game-data/newest-patch.ts';
import { ABSENCE_COLUMNS, AbsenceRow } from '../absences/change-absences.ts';
import { attendanceStats } from '../attendance/attendance-stats.queries.ts';
import { eventViewer } from '../event/event.access.ts';
import { REMINDER_REACH } from '../signups/unanswered.ts';

const Character = columns({
  id: 'uuid',
  entryId: 'uuid?',
  name: 'text',
  region: 'text',
  gameVersion: 'text',
  realmSlug: 'text',
  classId: 'int',
  level: 'int',
  itemLevel: 'int?',
  shared: 'bool',
  isMain: 'bool',
  verified: 'bool',
  rank: 'int?',
  rankName: 'text?',
  lastLoginAt: 'instant?',
});
const CHARACTER = `c.id, c.name, c.region, c.game_version as "gameVersion", c.realm_slug as "realmSlug",
  c.class_id as "classId", c.level, ${currentItemLevel('c', 'equipped_item_level')} as "itemLevel", ${SHARES('c.user_id')} as shared, c.is_main as "isMain",
  c.verified_at is not null as verified`;
/** `$3` whether the reader sees claims that are not proven. */
const OF_ROSTER = query(Character)`
  select ${CHARACTER}, e.id as "entryId", e.rank, r.name as "rankName", e.last_login_at as "lastLoginAt"
  from character c join roster_entry e on e.claimed_by_id = c.id and e.organization_id = $1 and e.left_at is null
  left join role r on r.organization_id = $1 and r.game_rank = e.rank
  where c.user_id = $2 and (c.verified_at is not null or $3)
  order by c.is_main desc, e.rank, ${byName('c.name')}, c.id`;
const OF_PERSON = query(Character)`
  select ${CHARACTER}, null::uuid as "entryId", null::int as rank, null as "rankName", null::timestamptz as "lastLoginAt"
  from character c where c.user_id = $2 and c.archived_at is null and (c.is_main or exists (
    select from participation p join event e on e.id = p.event_id
    where p.character_id = c.id and e.organization_id = $1))
  order by c.is_main desc, ${byName('c.name')}, c.id limit 50`;

const ANSWERS = query({
  eventId: 'uuid',
  title: 'text',
  startsAt: 'instant',
  status: text(ParticipationStatus.options).orNull,
  roleKey: text(EventRole.options).orNull,
})`
  select e.id as "eventId", e.title, e.starts_at as "startsAt", p.status, p.role_key as "roleKey"
  from event e left join participation p on p.event_id = e.id and p.user_id = $2
  where e.organization_id = $1 and e.status = 'published' and e.starts_at > now() order by e.starts_at, e.id limit 10`;

const ABSENCES = query(AbsenceRow)`
  select ${ABSENCE_COLUMNS} from absence a
  where a.user_id = $2 and (a.organization_id is null or a.organization_id = $1) and a.ends_at > now()
  order by a.starts_at, a.id`;

const REACHED = query({
  reach: text(Reach.options).orNull,
})`select ${REMINDER_REACH} as reach from person u where u.id = $1`;

const MOST_ROWS = 20;

/** One page about a member, with what the caller may know. For members. */
export async function readMember(ctx: AppContext, actor: Actor, input: MemberInput): Promise<MemberPageView> {
  const { sql } = ctx;
  const access = await authorizedAccess(sql, actor, input.id, 'read', 'Organization');
  const { organizationId, source } = access;
  const { userId, locale } = input;
  const member = await findMember(sql, organizationId, userId);
  const ability = abilityFor(actor, access);
  const isSelf = actor.userId === userId;
  const seesOfficerData = isSelf || ability.can('read', 'OfficerData');
  const seesUnproven = isSelf || rosterViewer(actor, access).seesUnproven;
  const of = [organizationId, userId];
  const [view, characters, names, answers, attendance, absences, reached] = await Promise.all([
    memberView(ctx, member, locale),
    source === 'synced' ? sql.many(OF_ROSTER, [...of, seesUnproven]) : sql.many(OF_PERSON, of),
    referenceNames(ctx, locale),
    sql.many(ANSWERS, of),
    seesOfficerData ? attendanceStats(ctx, actor, { id: organizationId, explain: userId, locale }) : null,
    seesOfficerData ? sql.many(ABSENCES, of) : null,
    isSelf || eventViewer(actor, access).managesEvents ? sql.maybe(REACHED, [userId]) : null,
  ]);
  const logins = characters.flatMap(({ lastLoginAt }) => lastLoginAt ?? []);
  const [stats] = attendance ?? [];
  return {
    ...view,
    characters: characters.map(({ classId, realmSlug, region, gameVersion, shared, itemLevel, ...character }) => ({
      ...character,
      itemLevel: isSelf || shared ? itemLevel : null,
      realm: names.realmName({ region, gameVersion }, realmSlug),
      class: { id: classId, name: names.className(classId) },
    })),
    lastPlayedAt: logins.toSorted().at(-1) ?? null,
    answers,
    attendance: stats ? latestOf(stats) : null,
    absences,
    reach: reached?.reach ?? null,
  };
}

const latestOf = (stats: MemberAttendance): MemberAttendance => ({
  ...stats,
  rows: stats.rows?.slice(0, MOST_ROWS),
});
