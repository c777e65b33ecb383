import type { InviteAcceptedView, InvitePreview } from '@guildhall/contracts/invite.ts';
import { OrganizationType, type RoleView } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../core/actor.ts';
import { instantOf, type Sql } from '../core/db/sql.ts';
import { query, type RowOf, statement, text } from '../core/db/statement.ts';
import { AppError, conflict, notFound } from '../core/errors.ts';
import { hashToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { CURRENT_LOGO } from '../images/logo.ts';
import { lockOrganization } from '../rights/lock-organization.ts';
import { accessOfPerson } from '../rights/organization.access.ts';
import { abilityFor } from '../rights/organization.rules.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { giftableRole } from './giftable-role.ts';

const BY_CODE = query({
  organizationId: 'uuid',
})`select organization_id as "organizationId" from invite where code_hash = $1`;

const INVITE = query({
  id: 'uuid',
  creatorId: 'uuid?',
  creatorIsAdmin: 'bool?',
  archived: 'bool',
  revoked: 'bool',
  expired: 'bool',
  usedUp: 'bool',
  roleId: 'uuid?',
})`
  select i.id, u.id as "creatorId", u.is_admin as "creatorIsAdmin", o.archived_at is not null as archived,
    i.revoked_at is not null as revoked, i.expires_at <= now() as expired, coalesce(i.uses >= i.max_uses, false) as "usedUp",
    i.role_id as "roleId"
  from invite i join organization o on o.id = i.organization_id
  left join person u on u.id = i.created_by_id
  where i.code_hash = $1`;

type Invite = RowOf<typeof INVITE>;

const JOIN = statement`
  insert into membership (organization_id, user_id) values ($1, $2)
  on conflict (organization_id, user_id) where left_at is null do nothing`;
const USE = statement`update invite set uses = uses + 1 where id = $1`;
const GRANT = statement`
  insert into role_holder (organization_id, role_id, user_id) values ($1, $2, $3) on conflict do nothing`;

const SUMMARY = query({
  id: 'uuid',
  name: 'text',
  alias: 'text?',
  type: text(OrganizationType.options),
  currentLogoUrl: 'text?',
})`select o.id, o.name, o.alias, o.type, ${CURRENT_LOGO} as "currentLogoUrl" from organization o where o.id = $1`;

/**
 * Makes the caller a member. An invite is only as good as its creator's current rights. Its last use goes to one of
 * several competitors; for a member nothing changes. Throws NOT_FOUND, CONFLICT.
 */
export async function acceptInvite(ctx: AppContext, actor: Actor, code: string): Promise<InviteAcceptedView> {
  const codeHash = hashToken(code);
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const found = await sql.maybe(BY_CODE, [codeHash]);
    if (!found) throw noSuchInvite();
    const { organizationId } = found;
    await lockOrganization(sql, organizationId);
    const invite = await sql.maybe(INVITE, [codeHash]);
    // Only members know about archived organizations.
    if (!invite || invite.archived) throw noSuchInvite();
    const row = await sql.maybe(SUMMARY, [organizationId]);
    if (!row) throw noSuchInvite();
    const organization = { ...row, currentLogoUrl: ctx.pictureUrl(row.currentLogoUrl) };
    if (await isMember(sql, organizationId, actor.userId)) return { organization, joined: false };
    const role = await refuseWorthless(sql, organizationId, invite);

    await sql.run(JOIN, [organizationId, actor.userId]);
    await sql.run(USE, [invite.id]);
    if (role) await sql.run(GRANT, [organizationId, role.id, actor.userId]);
    const { id: inviteId } = invite;
    const person = { organizationId, actorId: actor.userId, personId: actor.userId };
    await writeAudit(
      tx,
      { ...person, action: 'member_joined', details: { inviteId } },
      ...(role
        ? [{ ...person, action: 'role_granted' as const, details: { inviteId, roleId: role.id, name: role.name } }]
        : []),
    );
    return { organization, joined: true };
  });
}

const PREVIEW = query({ organizationId: 'uuid', expiresAt: 'instant', inviterName: 'text?' })`
  select i.organization_id as "organizationId", i.expires_at as "expiresAt", u.display_name as "inviterName"
  from invite i left join person u on u.id = i.created_by_id where i.code_hash = $1`;

/** Shows where an invite leads; the code is enough authorization. Throws NOT_FOUND, CONFLICT. */
export async function previewInvite({ sql, pictureUrl }: AppContext, code: string): Promise<InvitePreview> {
  const codeHash = hashToken(code);
  const [invite, row] = await Promise.all([sql.maybe(INVITE, [codeHash]), sql.maybe(PREVIEW, [codeHash])]);
  if (!invite || !row || invite.archived) throw noSuchInvite();
  const role = await refuseWorthless(sql, row.organizationId, invite);
  const organization = await sql.maybe(SUMMARY, [row.organizationId]);
  if (!organization) throw noSuchInvite();
  return {
    organization: { ...organization, currentLogoUrl: pictureUrl(organization.currentLogoUrl) },
    role: role && { name: role.name },
    invitedBy: row.inviterName === null ? null : { displayName: row.inviterName },
    expiresAt: instantOf(row.expiresAt),
  };
}

const MEMBER = statement`select from membership where organization_id = $1 and user_id = $2 and left_at is null`;
const isMember = async (sql: Sql, organizationId: string, userId: string) =>
  (await sql.run(MEMBER, [organizationId, userId])) > 0;

/** Returns the role that comes with the invite. Throws CONFLICT when the invite is void. */
async function refuseWorthless(sql: Sql, organizationId: string, invite: Invite): Promise<RoleView | null> {
  if (invite.revoked) throw notValid('It has been revoked.');
  if (invite.expired) throw notValid('It has expired.');
  if (invite.usedUp) throw notValid('It has been used up.');
  const { creatorId, creatorIsAdmin, roleId } = invite;
  if (creatorId === null) throw notValid('Its creator is gone.');
  const creator = { userId: creatorId, isAdmin: creatorIsAdmin === true };
  const access = await accessOfPerson(sql, creatorId, organizationId);
  if (!access || !abilityFor(creator, access).can('create', 'Invite')) throw notAllowed();
  if (roleId === null) return null;
  return giftableRole(sql, creator, access, roleId).catch((error: unknown) => {
    throw error instanceof AppError ? notAllowed() : error;
  });
}

const notAllowed = () => notValid('Its creator may not invite any more.');
const noSuchInvite = () =>
  notFound('invite_not_found', 'There is no such invite. Check its code, or ask for another one.');
const notValid = (why: string) => conflict('invite_not_valid', `This invite is not valid. ${why} Ask for another one.`);
