/** How a caller relates to an organization, looked up in one statement by id or alias, and what they may do there. */
import { OrganizationSource, Permission } from '@guildhall/contracts/organization.ts';
import type { EffectiveSettings, OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import { zoneOrUtc } from '@guildhall/contracts/time-zone.ts';
import { z } from 'zod';
import { type Ability, type AbilityRules, type Action, buildAbility, type Subject } from '../../core/ability.ts';
import type { Actor, Reader } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, type RowOf, statement, text, texts } from '../../core/db/statement.ts';
import { badRequest, conflict, forbidden, notFound } from '../../core/errors.ts';
import { given } from '../../core/given.ts';
import { writeAdminLog } from '../../identity/people/admin-log.ts';

/** The person whose rights are looked up: the caller, or a person the caller refers to. */
export type RightsHolder = Pick<Reader, 'userId' | 'isAdmin' | 'service'>;

export const OrganizationAccess = columns({
  organizationId: 'uuid',
  source: text(OrganizationSource.options),
  archived: 'bool',
  membersOnly: 'bool',
  isMember: 'bool',
  isFounder: 'bool',
  permissions: texts(Permission.options),
  /** The teams that the caller leads. */
  leads: 'uuid[]',
});
export type OrganizationAccess = RowOf<typeof OrganizationAccess>;

/** Needs an organization `o` in scope: whether outsiders may see it, which is the default. */
export const IS_OPEN = `coalesce(o.settings ->> 'visibility', 'public') <> 'members'`;

/** `$2` is the person who asks. */
export const ORGANIZATION_ACCESS = `
  with held as (
    select r.organization_id, bool_or(r.is_founder) as founder, array_agg(distinct p) filter (where p is not null) as permissions
    from held_role r left join lateral unnest(r.permissions || r.added_permissions) p on true where r.user_id = $2 group by 1)
  select o.id as "organizationId", o.source, o.archived_at is not null as archived,
    not ${IS_OPEN} as "membersOnly",
    exists (select from current_member m where m.organization_id = o.id and m.user_id = $2) as "isMember",
    coalesce(held.founder, false) as "isFounder", coalesce(held.permissions, '{}') as permissions,
    array(select m.team_id from raider r join team_member m on m.raider_id = r.id and m.lead and m.until is null
      join team t on t.id = m.team_id and t.archived_at is null
      where r.organization_id = o.id and r.user_id = $2) as leads
  from organization o left join held on held.organization_id = o.id
  where `;

const BY_ID = query(OrganizationAccess)`${ORGANIZATION_ACCESS} o.id = $1`;
/** A former alias still leads there, until another organization takes it. */
const BY_ALIAS = query(OrganizationAccess)`${ORGANIZATION_ACCESS} o.id = coalesce(
  (select id from organization where alias = $1), (select organization_id from former_alias where alias = $1))`;
const MINE = query(OrganizationAccess)`${ORGANIZATION_ACCESS} o.id in (
  select m.organization_id from membership m where m.user_id = $1 and m.left_at is null)`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Anything else cannot exist; PostgreSQL would even reject some of it. */
const ALIAS = /^[a-z0-9-]+$/;

/**
 * Throws NOT_FOUND for a missing organization, and for an archived or members-only one the caller may not see: `missing` of what
 * belongs to it, because such a caller hears of that no more than of the organization.
 */
export async function organizationAccess(
  sql: Sql,
  actor: RightsHolder,
  ref: string,
  missing = noSuchOrganization,
): Promise<OrganizationAccess> {
  const name = ref.toLowerCase();
  const found = UUID.test(name) ? BY_ID : ALIAS.test(name) ? BY_ALIAS : undefined;
  const row = found && (await sql.maybe(found, [name, actor.userId]));
  const access = row && accessOf(row, actor);
  if (!access || isHidden(access, actor)) throw missing();
  return access;
}

/** A service that calls for itself is a member of its organization, with permissions of its own. */
export function accessOf(row: OrganizationAccess, { service }: RightsHolder): OrganizationAccess {
  if (!service?.permissions || row.organizationId !== service.organizationId) return row;
  return { ...row, isMember: true, permissions: service.permissions };
}

/** Whether the caller leads this team, which gives rights as long as they are a member. */
export const isLead = ({ isMember, leads }: OrganizationAccess, teamId: string): boolean =>
  isMember && leads.includes(teamId);

/** Whether the caller may not know of it. Beyond its own organization, a service finds none. */
export const isHidden = (access: OrganizationAccess, actor: RightsHolder) =>
  isClosed(access, actor) || (actor.service !== undefined && actor.service.organizationId !== access.organizationId);

const isClosed = ({ archived, membersOnly, isMember }: OrganizationAccess, actor: RightsHolder) =>
  (archived || membersOnly) && !actor.isAdmin && !isMember;

/** A person's relation to an organization, whether or not they may see it. */
export const accessOfPerson = (sql: Sql, userId: string, organizationId: string): Promise<OrganizationAccess | null> =>
  sql.maybe(BY_ID, [organizationId, userId]);

/** A person's relation to each organization they belong to. */
export function accessToMine(sql: Sql, userId: string): Promise<OrganizationAccess[]> {
  return sql.many(MINE, [userId, userId]);
}

/** Throws CONFLICT, because an archived organization cannot be changed. */
export function refuseArchived({ archived }: OrganizationAccess): void {
  if (archived) throw conflict('organization_archived', 'This organization is archived. Restore it first.');
}

/** Throws CONFLICT, because the game determines members and names of its guilds. */
export function refuseSynced({ source }: OrganizationAccess, message: string): void {
  if (source === 'synced') throw conflict('guild_is_synced', message);
}

export const noSuchOrganization = () => notFound('organization_not_found', 'There is no such organization.');

export type Right = [action: Action, subject: Exclude<Subject, 'all'>];

/** The actions that each permission allows within the organization. */
const GRANTS: Record<Permission, Right[]> = {
  canManageGuild: [
    ['update', 'Organization'],
    ['delete', 'Organization'],
  ],
  canManageRoles: [['manage', 'Role']],
  canManageEvents: [['manage', 'Event']],
  canManageContent: [['manage', 'Content']],
  canManageRoster: [['update', 'Roster']],
  canManageLoot: [['update', 'Loot']],
  canSyncRoster: [['sync', 'Roster']],
  canViewOfficerData: [['read', 'OfficerData']],
  canInviteMembers: [['manage', 'Invite']],
  canViewRoster: [['read', 'Roster']],
};

/** The rights of every member. The conditions apply to an event as clients see it. */
const ofMember = (userId: string | null): AbilityRules => [
  { action: 'read', subject: 'Organization' },
  { action: 'read', subject: 'Role' },
  { action: 'read', subject: 'Content' },
  { action: 'read', subject: 'Event' },
  { action: 'create', subject: 'Event', conditions: { scope: 'group' } },
  { action: 'update', subject: 'Event', conditions: { scope: 'group', 'createdBy.id': userId } },
  { action: 'delete', subject: 'Event', conditions: { scope: 'group', 'createdBy.id': userId } },
];

/** The caller's rules in this organization. Empty for an outsider; an administrator manages all. */
export function organizationRules(actor: RightsHolder, access: OrganizationAccess): AbilityRules {
  if (actor.isAdmin) return [{ action: 'manage', subject: 'all' }];
  if (!access.isMember) return [];
  const rules = ofMember(actor.userId);
  for (const permission of access.permissions) {
    for (const [action, subject] of GRANTS[permission]) rules.push({ action, subject });
  }
  return rules;
}

/**
 * The rules reported to the caller: a read-only token can only read, whoever owns it, and so can every member of an
 * archived organization. Restoring it or deleting it for good stays with those who may delete it.
 */
export function shownRules(
  actor: Partial<Pick<Actor, 'botScope'>>,
  rules: AbilityRules,
  archived = false,
): AbilityRules {
  const readsOnly = actor.botScope === 'read';
  if (!readsOnly && !archived) return rules;
  const restores: AbilityRules = [{ action: 'delete', subject: 'Organization' }];
  return rules.flatMap((rule) => {
    if (rule.action === 'manage') {
      const all = rule.subject === 'all' && !readsOnly;
      return [{ ...rule, action: 'read' as const }, ...(all ? restores : [])];
    }
    if (!readsOnly && rule.action === 'delete' && rule.subject === 'Organization') return [rule];
    return rule.action === 'read' ? [rule] : [];
  });
}

export function abilityFor(actor: RightsHolder, access: OrganizationAccess): Ability {
  return buildAbility(organizationRules(actor, access));
}

/** Throws FORBIDDEN, naming the missing permission, or membership for actions open to every member. */
export function authorize(ability: Ability, ...right: Right): void {
  if (ability.can(...right)) return;
  const permission = permissionFor(right);
  throw permission ? lacksPermission(permission) : forbidden('Only members of this organization can do this.');
}

/** The access of a caller who may do this. Throws NOT_FOUND, FORBIDDEN. */
export async function authorizedAccess(
  sql: Sql,
  actor: Actor,
  ref: string,
  ...right: Right
): Promise<OrganizationAccess> {
  const access = await organizationAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), ...right);
  return access;
}

export const lacksPermission = (permission: Permission) =>
  forbidden(`You need the permission ${permission} for this. An officer who manages the roles can give it to you.`);

function permissionFor([action, subject]: Right): Permission | undefined {
  const permissions = Object.keys(GRANTS) as Permission[];
  const isOfMembers = ofMember('').some(
    (rule) => rule.action === action && rule.subject === subject && !rule.conditions,
  );
  if (isOfMembers) return undefined;
  return permissions.find((permission) =>
    GRANTS[permission].some(([does, to]) => to === subject && (does === action || does === 'manage')),
  );
}

/**
 * The person who founded organization `o`, as long as they are a founder; then the one who has been it longest. Null for
 * guilds of the game, of which no person can found as many as they like.
 */
export const FOUNDER = `(
  select h.user_id from role_holder h join role r on r.id = h.role_id and r.is_founder
  where h.organization_id = o.id order by h.granted_at, h.user_id limit 1)`;

/** The ids in a job for an organization; jobs that the version before queued name no founder. */
export const jobOfOrganization = { organizationId: z.uuid(), founderId: z.uuid().nullable().default(null) };

/** All organizations of a founder share a queue as one. */
export const ownerOfJob = (job: { organizationId: string; founderId: string | null }) =>
  job.founderId ?? job.organizationId;

export const DEFAULT_SETTINGS = {
  visibility: 'public',
  timeZone: 'UTC',
  locale: 'en_US',
  recruiting: { open: false, roles: [], message: null },
  attendance: { lateWeight: 100, benchedWeight: 100, countDeclined: false, tooFewEvents: 4 },
  chat: { serverId: null, inviteChannelId: null, withoutAccount: 'roster' },
} as const satisfies { [Key in keyof EffectiveSettings]: unknown };

/** Chat servers and the attendance rules are for members only. */
export function effectiveSettings(settings: OrganizationSettings, insider: boolean): EffectiveSettings {
  const { recruiting, attendance, chat, ...general } = DEFAULT_SETTINGS;
  return {
    ...general,
    ...given(settings),
    timeZone: zoneOrUtc(settings.timeZone),
    recruiting: { ...recruiting, roles: [], ...given(settings.recruiting ?? {}) },
    attendance: insider ? { ...attendance, ...given(settings.attendance ?? {}) } : null,
    chat: insider ? { ...chat, ...given(settings.chat ?? {}) } : null,
  };
}

/**
 * The caller's access to a guild whose roster they may access for this action. Throws NOT_FOUND, FORBIDDEN, or BAD_REQUEST:
 * only guilds of the game have a roster.
 */
export async function rosterAccess(sql: Sql, actor: Actor, ref: string, action: Action): Promise<OrganizationAccess> {
  const access = await authorizedAccess(sql, actor, ref, action, 'Roster');
  if (access.source !== 'synced') {
    throw badRequest('not_a_synced_guild', 'This organization is not an in-game guild, so it has no roster.');
  }
  return access;
}

/** The id of such a guild. */
export async function guildRoster(sql: Sql, actor: Actor, ref: string, action: Action): Promise<string> {
  return (await rosterAccess(sql, actor, ref, action)).organizationId;
}

/** Does not block transactions that only refer to the organization. */
const LOCK = statement`select from organization where id = $1 for no key update`;

/**
 * Until the transaction ends no other one changes the organization, its members or its founders; every operation that
 * must not run concurrently takes this lock. Anything read earlier may be out of date. Throws NOT_FOUND when it is
 * gone.
 */
export async function lockOrganization(sql: Sql, organizationId: string): Promise<void> {
  if ((await sql.run(LOCK, [organizationId])) === 0) throw noSuchOrganization();
}

/** The caller's access under the organization's lock: it stays true until the transaction ends. Throws NOT_FOUND. */
export async function lockedAccess(sql: Sql, actor: Actor, ref: string): Promise<OrganizationAccess> {
  const { organizationId } = await organizationAccess(sql, actor, ref);
  await lockOrganization(sql, organizationId);
  const access = await organizationAccess(sql, actor, organizationId);
  await logManaged(sql, actor, access);
  return access;
}

/** The same for a caller who may do this, where nothing is archived. Throws FORBIDDEN and CONFLICT too. */
export async function lockedAccessTo(
  sql: Sql,
  actor: Actor,
  ref: string,
  ...right: Right
): Promise<OrganizationAccess> {
  const access = await lockedAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), ...right);
  refuseArchived(access);
  return access;
}

/** Logs that an administrator changes an organization of others. Call in that transaction, after its locks. */
export async function logManaged(sql: Sql, actor: Actor, access: OrganizationAccess): Promise<void> {
  const { organizationId, isFounder } = access;
  if (actor.isAdmin && !isFounder)
    await writeAdminLog(sql, actor, { action: 'organization_managed', details: { organizationId } });
}

/** The id of a guild whose roster the caller may change. Throws what `rosterAccess` throws, and CONFLICT. */
export async function changeableRoster(sql: Sql, actor: Actor, ref: string, action: Action): Promise<string> {
  const access = await rosterAccess(sql, actor, ref, action);
  refuseArchived(access);
  await logManaged(sql, actor, access);
  return access.organizationId;
}
