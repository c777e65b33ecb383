/** Organizations are created, archived, restored and deleted. */
import type { CreateOrganizationInput, DeleteOrganizationInput } from '@guildhall/contracts/manage-organization.ts';
import type { Actor } from '../../core/actor.ts';
import { createCap } from '../../core/db/cap.ts';
import { now } from '../../core/db/columns.ts';
import { query, statement } from '../../core/db/statement.ts';
import { badRequest } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockPerson } from '../../identity/people/lock-person.ts';
import { addRoles, founderRole } from '../../membership/rights/default-roles.ts';
import { Membership } from '../../membership/rights/membership.entity.ts';
import {
  abilityFor,
  authorize,
  lockedAccess,
  type OrganizationAccess,
  organizationAccess,
  refuseSynced,
} from '../../membership/rights/organization.access.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { eraseImages } from '../../pictures/images/image-files.ts';
import { claimAlias } from '../guild-sync/claim-alias.ts';
import { saveTexts } from '../texts/save-texts.ts';
import { getOrganization } from './organization.queries.ts';
import { organizationTemplates } from './organization-templates.ts';

const FOUND = statement`
  insert into role_holder (organization_id, role_id, user_id)
  select organization_id, id, $2 from role where organization_id = $1 and is_founder`;

const refuseTooMany = createCap({
  of: `role_holder h join role r on r.id = h.role_id and r.is_founder
    join organization o on o.id = h.organization_id and o.source = 'standalone' where h.user_id = $1`,
  most: 50,
  reason: 'too_many_organizations',
  message: 'You are a founder of 50 organizations. Delete one first, or give up its founder role.',
});

/** Creates a standalone organization from a template; the caller founds it. Throws CONFLICT for an alias in use. */
export async function createOrganization(ctx: AppContext, actor: Actor, input: CreateOrganizationInput) {
  await ctx.limits.take('organization', actor.userId);
  const { name, type, alias = null, description, templateKey } = input;
  const template = organizationTemplates.find(({ key }) => key === templateKey);
  const id = await ctx.transact(async (tx) => {
    const { sql } = tx;
    if (alias) await claimAlias(tx, alias, null);
    await lockPerson(sql, actor.userId);
    await refuseTooMany(sql, actor.userId);
    const settings = { ...template?.settings, ...input.settings };
    const organization = tx.em.create(Organization, { name, type, alias, source: 'standalone', settings });
    const { id: organizationId } = organization;
    await addRoles(sql, organizationId, [founderRole, ...(template?.roles ?? [])]);
    tx.em.create(Membership, { organization, user: actor.userId });
    await sql.run(FOUND, [organizationId, actor.userId]);
    await saveTexts(tx, actor, organizationId, { ...template?.texts, ...(description ? { description } : {}) });
    await writeAudit(tx, organizationId, actor, 'organization_created', { name, type, templateKey });
    return organizationId;
  });
  return getOrganization(ctx, actor, { id });
}

/** Archiving hides the organization from lists and outsiders and freezes it. Doing it again changes nothing. */
export async function setOrganizationArchived(ctx: AppContext, actor: Actor, id: string, archived: boolean) {
  await ctx.transact(async (tx) => {
    const access = await lockedAccess(tx.sql, actor, id);
    authorize(abilityFor(actor, access), 'delete', 'Organization');
    const { organizationId } = access;
    const organization = await tx.em.findOneOrFail(Organization, organizationId);
    if ((organization.archivedAt !== null) === archived) return;
    organization.archivedAt = archived ? now() : null;
    const action = archived ? 'organization_archived' : 'organization_restored';
    await writeAudit(tx, organizationId, actor, action);
  });
  return getOrganization(ctx, actor, { id });
}

/** Locks events before their organization, as changes of an event do. */
const LOCK_EVENTS = statement`select from event where organization_id = $1 order by id for update`;
const EVENTS = query({ id: 'uuid' })`select id from event where organization_id = $1`;

/** Deletes an organization for good, with all that belongs to it. Throws BAD_REQUEST without its exact name. */
export async function deleteOrganization(ctx: AppContext, actor: Actor, input: DeleteOrganizationInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { em, sql } = tx;
    // Checked again under the locks that must precede the organization's.
    const { organizationId } = mayDelete(actor, await organizationAccess(sql, actor, input.id));
    await sql.run(LOCK_EVENTS, [organizationId]);
    mayDelete(actor, await lockedAccess(sql, actor, organizationId));
    const organization = await em.findOneOrFail(Organization, organizationId);
    if (organization.name !== input.name) {
      throw badRequest('name_mismatch', 'Type the name of the organization exactly as it is.');
    }
    await eraseImages(tx, 'logo', [organizationId]);
    const events = await sql.many(EVENTS, [organizationId]);
    await eraseImages(
      tx,
      'event',
      events.map(({ id }) => id),
    );
    em.remove(organization);
    tx.changed({ type: 'organization.changed', organizationId, subjectId: organizationId, audience: 'members' });
  });
}

function mayDelete(actor: Actor, access: OrganizationAccess): OrganizationAccess {
  authorize(abilityFor(actor, access), 'delete', 'Organization');
  refuseSynced(access, 'An in-game guild cannot be deleted. Archive it instead.');
  return access;
}
