import type { UpdateOrganizationInput } from '@guildhall/contracts/manage-organization.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { claimAlias, keepFormerAlias } from '../guilds/claim-alias.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { refuseArchived, refuseSynced } from '../rights/organization.access.ts';
import { Organization } from '../rights/organization.entity.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { saveTexts } from '../texts/save-texts.ts';
import { getOrganization } from './organization.queries.ts';

/** Changes name, type, alias and description; omitted fields stay. A game guild's name and type are the game's. */
export async function updateOrganization(
  ctx: AppContext,
  actor: Actor,
  { id, ...changes }: UpdateOrganizationInput,
): Promise<OrganizationView> {
  const organizationId = await ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const access = await lockedAccess(sql, actor, id);
    const { organizationId } = access;
    authorize(abilityFor(actor, access), 'update', 'Organization');
    refuseArchived(access);
    if (changes.name !== undefined || changes.type !== undefined || changes.alias === null) {
      refuseSynced(access, 'The name of a guild of the game comes from the game, and it must keep an alias.');
    }
    if (changes.alias) await claimAlias(sql, changes.alias, organizationId);
    const organization = await em.findOneOrFail(Organization, organizationId);
    const { name, type, alias } = organization;
    const before = { name, type, alias };
    organization.name = changes.name ?? name;
    organization.type = changes.type ?? type;
    if (changes.alias !== undefined) organization.alias = changes.alias;
    await em.flush();
    await saveTexts(tx, actor, organizationId, { description: changes.description });
    if (alias && organization.alias !== alias) await keepFormerAlias(sql, alias, organizationId);
    const details = Object.fromEntries(
      (['name', 'type', 'alias'] as const)
        .filter((key) => organization[key] !== before[key])
        .map((key) => [key, { before: before[key], after: organization[key] }]),
    );
    if (Object.keys(details).length > 0) {
      await writeAudit(tx, { organizationId, action: 'organization_updated', actorId: actor.userId, details });
    }
    return organizationId;
  });
  return getOrganization(ctx, actor, { id: organizationId });
}
