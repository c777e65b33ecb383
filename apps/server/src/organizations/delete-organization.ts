import type { DeleteOrganizationInput } from '@guildhall/contracts/manage-organization.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { badRequest } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { erasePictures, lockEventsOf } from '../events/planning/remove-events.ts';
import { eraseImages } from '../images/image-files.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { type OrganizationAccess, organizationAccess, refuseSynced } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';

const NAME = query({ name: 'text' })`select name from organization where id = $1`;
const DELETE = statement`delete from organization where id = $1`;

/** Deletes an organization for good, with all that belongs to it. Throws BAD_REQUEST without its exact name. */
export async function deleteOrganization(ctx: AppContext, actor: Actor, input: DeleteOrganizationInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    // Checked again under the locks that must precede the organization's.
    const { organizationId } = mayDelete(actor, await organizationAccess(sql, actor, input.id));
    const logo = { purpose: 'logo', subjectId: organizationId } as const;
    await lockEventsOf(tx, organizationId);
    mayDelete(actor, await lockedAccess(sql, actor, organizationId));
    const row = await sql.maybe(NAME, [organizationId]);
    if (row?.name !== input.name) {
      throw badRequest('name_mismatch', 'Type the name of the organization exactly as it is.');
    }
    await eraseImages(tx, logo);
    await erasePictures(tx, organizationId);
    await sql.run(DELETE, [organizationId]);
    tx.changed({ type: 'organization.changed', organizationId, subjectId: organizationId, audience: 'members' });
  });
}

function mayDelete(actor: Actor, access: OrganizationAccess): OrganizationAccess {
  authorize(abilityFor(actor, access), 'delete', 'Organization');
  refuseSynced(access, 'A guild of the game cannot be deleted. Archive it instead.');
  return access;
}
