import type { CreateInviteInput, InviteInput, InviteView } from '@guildhall/contracts/invite.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { object, query, statement } from '../../core/db/statement.ts';
import { conflict, forbidden, notFound } from '../../core/errors.ts';
import { publicUrl } from '../../core/public-url.ts';
import { hashToken, randomToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import {
  abilityFor,
  authorize,
  authorizedAccess,
  lockedAccess,
  lockedAccessTo,
  type OrganizationAccess,
  type RightsHolder,
  refuseArchived,
  refuseSynced,
} from '../../membership/rights/organization.access.ts';
import { refuseRoleAbove, roleAuthorityIn } from '../../membership/rights/role-authority.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { findRole } from '../../membership/roles/roles.queries.ts';

const MAX_OPEN = 100;
const NO_INVITES = 'Every character in the guild makes its player a member here, so this guild has no invites.';

/** Deletes invites that ended long ago, and all but the latest hundred that ended; the audit log remembers them. */
const TIDY = statement`
  delete from invite i using (
    select id, least(expires_at, revoked_at) as ended_at, row_number() over (order by id desc) as place from invite
    where organization_id = $1 and least(expires_at, revoked_at) < now()) e
  where i.id = e.id and (e.place > ${MAX_OPEN} or e.ended_at < now() - interval '30 days')`;

const CREATE = query({ id: 'uuid' })`
  insert into invite (organization_id, code_hash, role_id, created_by_id, max_uses, expires_at)
  values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6)) returning id`;

/** Creates a link into a standalone organization. Reveals the code this once; only its hash is stored. */
export async function createInvite(ctx: AppContext, actor: Actor, input: CreateInviteInput) {
  const code = randomToken();
  const { maxUses = null, expiresInHours = 168, roleId = null } = input;
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccess(sql, actor, input.id);
    const { organizationId } = access;
    authorize(abilityFor(actor, access), 'create', 'Invite');
    refuseSynced(access, NO_INVITES);
    refuseArchived(access);
    if (roleId) await giftableRole(sql, actor, access, roleId);
    await sql.run(TIDY, [organizationId]);
    const open = await listOpen(sql, organizationId);
    if (open.length >= MAX_OPEN) throw conflict('too_many_invites', `${MAX_OPEN} invites are open. Revoke some first.`);

    const values = [organizationId, hashToken(code), roleId, actor.userId, maxUses, expiresInHours];
    const created = await sql.one(CREATE, values);
    const invite = (await listOpen(sql, organizationId)).find(({ id }) => id === created.id);
    if (!invite) throw new Error('The invite is not there');
    const details = { inviteId: invite.id, role: invite.role, maxUses, expiresAt: invite.expiresAt };
    await writeAudit(tx, organizationId, actor, 'invite_created', details);
    return { ...invite, code, url: publicUrl(ctx.config.baseUrl, `/invite/${code}`) };
  });
}

/**
 * A role that this person may attach to an invite, because they may give it to a member. Throws NOT_FOUND, CONFLICT for
 * the founder role, which must not circulate in a link, FORBIDDEN for a role above their own.
 */
export async function giftableRole(sql: Sql, person: RightsHolder, access: OrganizationAccess, id: string) {
  if (!abilityFor(person, access).can('manage', 'Role')) throw forbidden('You cannot assign roles. Omit roleId.');
  const role = await findRole(sql, access.organizationId, id);
  if (role.isFounder)
    throw conflict(
      'founder_role',
      'An invite cannot give the founder role. Give it to the person once they are a member.',
    );
  refuseRoleAbove(await roleAuthorityIn(sql, person, access), role);
  return role;
}

/** Unpaged, because creation bounds their number. */
const OPEN = query({
  id: 'uuid',
  maxUses: 'int?',
  uses: 'int',
  expiresAt: 'instant',
  createdAt: 'instant',
  role: object({ id: 'uuid', name: 'text' }).orNull,
  createdBy: object({ id: 'uuid', displayName: 'text' }).orNull,
})`
  select i.id, i.max_uses as "maxUses", i.uses, i.expires_at as "expiresAt", i.created_at as "createdAt",
    case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name) end as role,
    case when u.id is not null then jsonb_build_object('id', u.id, 'displayName', u.display_name) end as "createdBy"
  from invite i left join role r on r.id = i.role_id left join person u on u.id = i.created_by_id
  where i.organization_id = $1 and i.revoked_at is null and i.expires_at > now()
    and (i.max_uses is null or i.uses < i.max_uses)
  order by i.created_at desc, i.id desc`;

const listOpen = (sql: Sql, organizationId: string): Promise<InviteView[]> => sql.many(OPEN, [organizationId]);

/** Lists valid invites, latest first. For those who may invite. */
export async function listInvites({ sql }: AppContext, actor: Actor, ref: string): Promise<InviteView[]> {
  const access = await authorizedAccess(sql, actor, ref, 'read', 'Invite');
  refuseSynced(access, NO_INVITES);
  return listOpen(sql, access.organizationId);
}

const REVOKE = query({ changed: 'bool' })`
  with found as (select id, revoked_at from invite where id = $1 and organization_id = $2), revoked as (
    update invite i set revoked_at = now() from found f where i.id = f.id and f.revoked_at is null
  )
  select revoked_at is null as changed from found`;

/** Voids the invite from this commit on. Revoking it again changes nothing. */
export async function revokeInvite(ctx: AppContext, actor: Actor, { id, inviteId }: InviteInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { organizationId } = await lockedAccessTo(tx.sql, actor, id, 'delete', 'Invite');
    const invite = await tx.sql.maybe(REVOKE, [inviteId, organizationId]);
    if (!invite) throw notFound('invite_not_found', 'There is no such invite. Check its code, or ask for another one.');
    if (!invite.changed) return;
    await writeAudit(tx, organizationId, actor, 'invite_revoked', { inviteId });
  });
}
