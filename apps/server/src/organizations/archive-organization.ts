import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { getOrganization } from './organization.queries.ts';

const ARCHIVE = statement`update organization set archived_at = now() where id = $1 and archived_at is null`;
const RESTORE = statement`update organization set archived_at = null where id = $1 and archived_at is not null`;

/** Hides the organization from lists and outsiders and freezes it. Archiving it again changes nothing. */
export function archiveOrganization(ctx: AppContext, actor: Actor, ref: string): Promise<OrganizationView> {
  return setArchived(ctx, actor, ref, true);
}

export function restoreOrganization(ctx: AppContext, actor: Actor, ref: string): Promise<OrganizationView> {
  return setArchived(ctx, actor, ref, false);
}

async function setArchived(ctx: AppContext, actor: Actor, ref: string, archived: boolean): Promise<OrganizationView> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccess(sql, actor, ref);
    authorize(abilityFor(actor, access), 'delete', 'Organization');
    const { organizationId } = access;
    const changed = await sql.run(archived ? ARCHIVE : RESTORE, [organizationId]);
    if (changed === 0) return;
    const action = archived ? 'organization_archived' : 'organization_restored';
    await writeAudit(tx, { organizationId, action, actorId: actor.userId });
  });
  return getOrganization(ctx, actor, { id: ref });
}
