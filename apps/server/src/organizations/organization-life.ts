/** Organizations are created, archived, restored and deleted. */
import type { CreateOrganizationInput, DeleteOrganizationInput } from '@guildhall/contracts/manage-organization.ts';
import type { Actor } from '../core/actor.ts';
import { createCap } from '../core/db/cap.ts';
import { query, statement } from '../core/db/statement.ts';
import { badRequest } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { erasePictures, lockEventsOf } from '../events/planning/remove-events.ts';
import { claimAlias } from '../guilds/claim-alias.ts';
import { eraseImages } from '../images/image-files.ts';
import { lockPerson } from '../people/lock-person.ts';
import { addRoles, founderRole } from '../rights/default-roles.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { type OrganizationAccess, organizationAccess, refuseSynced } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { saveTexts } from '../texts/save-texts.ts';
import { getOrganization } from './organization.queries.ts';
import { organizationTemplates } from './organization-templates.ts';

const CREATE = query({ id: 'uuid' })`
  insert into organization (name, type, alias, source, settings) values ($1, $2, $3, 'standalone', $4) returning id`;
const JOIN = statement`insert into membership (organization_id, user_id) values ($1, $2)`;
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
    if (alias) await claimAlias(sql, alias, null);
    await lockPerson(sql, actor.userId);
    await refuseTooMany(sql, actor.userId);
    const settings = { ...template?.settings, ...input.settings };
    const { id: organizationId } = await sql.one(CREATE, [name, type, alias, JSON.stringify(settings)]);
    await addRoles(sql, organizationId, [founderRole, ...(template?.roles ?? [])]);
    await sql.run(JOIN, [organizationId, actor.userId]);
    await sql.run(FOUND, [organizationId, actor.userId]);
    await saveTexts(tx, actor, organizationId, { ...template?.texts, ...(description ? { description } : {}) });
    await writeAudit(tx, organizationId, actor, 'organization_created', { name, type, templateKey });
    return organizationId;
  });
  return getOrganization(ctx, actor, { id });
}

const ARCHIVE = statement`update organization set archived_at = now() where id = $1 and archived_at is null`;
const RESTORE = statement`update organization set archived_at = null where id = $1 and archived_at is not null`;

/** Archiving hides the organization from lists and outsiders and freezes it. Doing it again changes nothing. */
export async function setArchived(ctx: AppContext, actor: Actor, id: string, archived: boolean) {
  await ctx.transact(async (tx) => {
    const access = await lockedAccess(tx.sql, actor, id);
    authorize(abilityFor(actor, access), 'delete', 'Organization');
    const { organizationId } = access;
    const changed = await tx.sql.run(archived ? ARCHIVE : RESTORE, [organizationId]);
    if (changed === 0) return;
    const action = archived ? 'organization_archived' : 'organization_restored';
    await writeAudit(tx, organizationId, actor, action);
  });
  return getOrganization(ctx, actor, { id });
}

const NAME = query({ name: 'text' })`select name from organization where id = $1`;
const DELETE = statement`delete from organization where id = $1`;

/** Deletes an organization for good, with all that belongs to it. Throws BAD_REQUEST without its exact name. */
export async function deleteOrganization(ctx: AppContext, actor: Actor, input: DeleteOrganizationInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    // Checked again under the locks that must precede the organization's.
    const { organizationId } = mayDelete(actor, await organizationAccess(sql, actor, input.id));
    await lockEventsOf(tx, organizationId);
    mayDelete(actor, await lockedAccess(sql, actor, organizationId));
    const row = await sql.maybe(NAME, [organizationId]);
    if (row?.name !== input.name) {
      throw badRequest('name_mismatch', 'Type the name of the organization exactly as it is.');
    }
    await eraseImages(tx, 'logo', [organizationId]);
    await erasePictures(tx, organizationId);
    await sql.run(DELETE, [organizationId]);
    tx.changed({ type: 'organization.changed', organizationId, subjectId: organizationId, audience: 'members' });
  });
}

function mayDelete(actor: Actor, access: OrganizationAccess): OrganizationAccess {
  authorize(abilityFor(actor, access), 'delete', 'Organization');
  refuseSynced(access, 'An in-game guild cannot be deleted. Archive it instead.');
  return access;
}
