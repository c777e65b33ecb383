import type { DeleteOrganizationInput } from '@guildhall/contracts/manage-organization.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { erasePictures } from '../events/remove-events.ts';
import { eraseImages } from '../images/erase-images.ts';
import { lockedAccess } from './lock-organization.ts';
import { refuseSynced } from './organization.access.ts';
import { abilityFor, authorize } from './organization.rules.ts';

const NAME = 'select name from organization where id = $1';
const DELETE = 'delete from organization where id = $1';

/** For good, with everything that belongs to it. Throws BAD_REQUEST unless its name was typed as it is. */
export async function deleteOrganization(ctx: AppContext, actor: Actor, input: DeleteOrganizationInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccess(sql, actor, input.id);
    const { organizationId } = access;
    authorize(abilityFor(actor, access), 'delete', 'Organization');
    refuseSynced(access, 'A guild of the game cannot be deleted. Archive it.');
    const [row] = await sql<{ name: string }>(NAME, [organizationId]);
    if (row?.name !== input.name) {
      throw new AppError('BAD_REQUEST', 'name_mismatch', 'Type the name of the organization exactly as it is.');
    }
    await eraseImages(tx, { purpose: 'logo', subjectId: organizationId });
    await erasePictures(tx, organizationId);
    await sql(DELETE, [organizationId]);
  });
}
