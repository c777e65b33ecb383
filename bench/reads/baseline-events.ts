/** `GET /organizations/{id}/events` of the baseline. */
import { eventListStatements } from '../../apps/server/src/events/planning/event-list.queries.ts';
import { ORGANIZATION_ACCESS } from '../../apps/server/src/rights/organization.access.ts';
import type { Query, SignedInUser } from './baseline-session.ts';

type AccessRow = { organizationId: string; isMember: boolean; isFounder: boolean; permissions: string[] };

type EventRow = {
  id: string;
  organizationId: string;
  title: string;
  description: string | null;
  type: string;
  scope: string;
  status: string;
  version: number;
  startsAt: Date;
  endsAt: Date;
  localStart: string;
  timeZone: string;
  signupClosesMinutes: number | null;
  instanceId: number | null;
  instanceCategory: string;
  instanceName: string;
  imageUrl: string | null;
  recurringSeriesId: string | null;
  anyRole: boolean;
  countsForAttendance: boolean;
  faces: unknown[];
  createdAt: Date;
  createdById: string | null;
  createdByName: string | null;
  signedUp: number;
  tentative: number;
  waitlist: number;
  declined: number;
  mineId: string | null;
  mineCharacterId: string | null;
  mineRoleKey: string | null;
  mineRoles: string[];
  mineStatus: string;
  minePosition: number | null;
  mineNote: string | null;
  mineAttendance: string | null;
  slots: { roleKey: string; max: number; signedUp: number; waitlist: number }[];
};

const ACCESS = `${ORGANIZATION_ACCESS} o.id = $1`;

export async function readEvents(
  query: Query,
  user: SignedInUser,
  organizationId: string,
  parameters: URLSearchParams,
): Promise<[number, unknown]> {
  const page = Number(parameters.get('page') ?? 1);
  const pageSize = Number(parameters.get('pageSize') ?? 50);
  if (!(page >= 1 && pageSize >= 1 && pageSize <= 200)) return [400, { code: 'BAD_REQUEST' }];
  const [access] = await query<AccessRow>('access', ACCESS, [organizationId, user.id]);
  if (!access) return [404, { code: 'NOT_FOUND' }];
  const manages = user.isAdmin || access.isFounder || access.permissions.includes('canManageEvents');
  if (!access.isMember && !manages) return [403, { code: 'FORBIDDEN' }];

  const viewer = { userId: user.id, botScope: null, isMember: access.isMember, managesEvents: manages };
  const statements = eventListStatements(user.id, new Map([[access.organizationId, viewer]]), {
    when: 'past',
    mine: false,
    page,
    pageSize,
  });
  const name = manages ? 'events-all' : 'events';
  const [events, [counted]] = await Promise.all([
    query<EventRow>(name, statements.page.text, statements.page.values),
    query<{ total: number }>(`${name}-count`, statements.count.text, statements.count.values),
  ]);
  const total = counted?.total ?? 0;
  return [
    200,
    {
      events: events.map((row) => event(row, user, manages)),
      holidays: [],
      pagination: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) },
    },
  ];
}

function event(row: EventRow, user: SignedInUser, manages: boolean) {
  const own = row.scope === 'group' && row.createdById === user.id;
  const rules = manages ? [{ action: 'manage', subject: 'Event' }] : [{ action: 'read', subject: 'Event' }];
  return {
    id: row.id,
    organizationId: row.organizationId,
    title: row.title,
    description: row.description,
    type: row.type,
    scope: row.scope,
    status: row.status,
    version: row.version,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    localStart: row.localStart,
    timeZone: row.timeZone,
    signupDeadline: row.signupClosesMinutes && new Date(row.startsAt.getTime() - row.signupClosesMinutes * 60_000),
    slots: row.slots.map(({ roleKey, max, signedUp, waitlist }) => ({ roleKey, max, signedUp, waitlist })),
    counts: { signedUp: row.signedUp, tentative: row.tentative, waitlist: row.waitlist, declined: row.declined },
    journalInstance: row.instanceId && { id: row.instanceId, name: row.instanceName, category: row.instanceCategory },
    imageUrl: row.imageUrl,
    recurringSeriesId: row.recurringSeriesId,
    createdBy: row.createdById && { id: row.createdById, displayName: row.createdByName },
    anyRole: row.anyRole,
    countsForAttendance: row.countsForAttendance,
    mine: row.mineId && {
      id: row.mineId,
      characterId: row.mineCharacterId,
      roleKey: row.mineRoleKey,
      roles: row.mineRoles,
      status: row.mineStatus,
      position: row.minePosition,
      note: row.mineNote,
      attendance: row.mineAttendance,
    },
    faces: row.faces,
    abilityRules: own && !manages ? [...rules, { action: ['update', 'delete'], subject: 'Event' }] : rules,
    createdAt: row.createdAt,
  };
}
