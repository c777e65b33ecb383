import type { InviteAcceptedView, InvitePreview } from '@guildhall/contracts/invite.ts';
import type { RoleView } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { object, query, type RowOf, statement } from '../../core/db/statement.ts';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import { hashToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { abilityFor, accessOfPerson, lockOrganization } from '../../membership/rights/organization.access.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { CURRENT_LOGO } from '../../pictures/images/logo.ts';
import { Invite } from './invite.entity.ts';
import { giftableRole } from './manage-invites.ts';
import { SummaryRow } from './organization.queries.ts';

const INVITE = query({
  id: 'uuid',
  organization: object(SummaryRow),
  creator: object({ userId: 'uuid', displayName: 'text', isAdmin: 'bool' }).orNull,
  archived: 'bool',
  revoked: 'bool',
  expired: 'bool',
  usedUp: 'bool',
  expiresAt: 'instant',
  roleId: 'uuid?',
})`
  select i.id, o.archived_at is not null as archived, i.revoked_at is not null as revoked,
    i.expires_at <= now() as expired, coalesce(i.uses >= i.max_uses, false) as "usedUp", i.expires_at as "expiresAt",
    i.role_id as "roleId", jsonb_build_object('id', o.id, 'name', o.name, 'alias', o.alias, 'type', o.type,
      'currentLogoUrl', ${CURRENT_LOGO}) as organization,
    case when u.id is not null then
      jsonb_build_object('userId', u.id, 'displayName', u.display_name, 'isAdmin', u.is_admin) end as creator
  from invite i join organization o on o.id = i.organization_id
  left join person u on u.id = i.created_by_id
  where i.code_hash = $1`;

type FoundInvite = RowOf<typeof INVITE>;

const MEMBER = statement`select from membership where organization_id = $1 and user_id = $2 and left_at is null`;
const JOIN = statement`
  insert into membership (organization_id, user_id) values ($1, $2)
  on conflict (organization_id, user_id) where left_at is null do nothing`;
const GRANT = statement`
  insert into role_holder (organization_id, role_id, user_id) values ($1, $2, $3) on conflict do nothing`;

/**
 * Makes the caller a member. An invite is only as good as its creator's current rights. Its last use goes to one of
 * several competitors; for a member nothing changes. Throws NOT_FOUND, CONFLICT.
 */
export async function acceptInvite(ctx: AppContext, actor: Actor, code: string): Promise<InviteAcceptedView> {
  const codeHash = hashToken(code);
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const found = await sql.maybe(INVITE, [codeHash]);
    if (!found) throw noSuchInvite();
    const organizationId = found.organization.id;
    await lockOrganization(sql, organizationId);
    const invite = await sql.maybe(INVITE, [codeHash]);
    // Only members know about archived organizations.
    if (!invite || invite.archived) throw noSuchInvite();
    const organization = presentOrganization(ctx, invite);
    if ((await sql.run(MEMBER, [organizationId, actor.userId])) > 0) return { organization, joined: false };
    const role = await refuseWorthless(sql, invite);

    await sql.run(JOIN, [organizationId, actor.userId]);
    const used = await tx.em.findOneOrFail(Invite, invite.id, { fields: ['uses'] });
    used.uses += 1;
    if (role) await sql.run(GRANT, [organizationId, role.id, actor.userId]);
    const { id: inviteId } = invite;
    await writeAudit(tx, organizationId, actor, 'member_joined', { inviteId }, actor.userId);
    if (role) {
      const details = { inviteId, roleId: role.id, name: role.name };
      await writeAudit(tx, organizationId, actor, 'role_granted', details, actor.userId);
    }
    return { organization, joined: true };
  });
}

/** Shows where an invite leads; the code is enough authorization. Throws NOT_FOUND, CONFLICT. */
export async function previewInvite(ctx: AppContext, code: string): Promise<InvitePreview> {
  const invite = await ctx.sql.maybe(INVITE, [hashToken(code)]);
  if (!invite || invite.archived) throw noSuchInvite();
  const role = await refuseWorthless(ctx.sql, invite);
  const { creator, expiresAt } = invite;
  return {
    organization: presentOrganization(ctx, invite),
    role: role && { name: role.name },
    invitedBy: creator && { displayName: creator.displayName },
    expiresAt,
  };
}

const presentOrganization = ({ pictureUrl }: AppContext, { organization }: FoundInvite) => ({
  ...organization,
  currentLogoUrl: pictureUrl(organization.currentLogoUrl),
});

/** Returns the role that comes with the invite. Throws CONFLICT when the invite is void. */
async function refuseWorthless(sql: Sql, invite: FoundInvite): Promise<RoleView | null> {
  if (invite.revoked) throw notValid('It has been revoked.');
  if (invite.expired) throw notValid('It has expired.');
  if (invite.usedUp) throw notValid('It has been used up.');
  const { creator, roleId } = invite;
  if (!creator) throw notValid('Its creator is gone.');
  const access = await accessOfPerson(sql, creator.userId, invite.organization.id);
  if (!access || !abilityFor(creator, access).can('create', 'Invite')) throw notAllowed();
  if (roleId === null) return null;
  return giftableRole(sql, creator, access, roleId).catch((error: unknown) => {
    throw error instanceof AppError ? notAllowed() : error;
  });
}

const notAllowed = () => notValid('Its creator may no longer invite.');
const noSuchInvite = () =>
  notFound('invite_not_found', 'There is no such invite. Check its code, or ask for another one.');
const notValid = (why: string) => conflict('invite_not_valid', `This invite is not valid. ${why} Ask for another one.`);
