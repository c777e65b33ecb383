import type { UpdateOrganizationInput } from '@guildhall/contracts/manage-organization.ts';
import { OrganizationType, type OrganizationView } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../core/actor.ts';
import { columns, query, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { claimAlias, keepFormerAlias } from '../guilds/claim-alias.ts';
import { lockedAccessTo } from '../rights/lock-organization.ts';
import { refuseSynced } from '../rights/organization.access.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { saveTexts } from '../texts/save-texts.ts';
import { getOrganization } from './organization.queries.ts';

const Labels = columns({ name: 'text', type: text(OrganizationType.options), alias: 'text?' });
const LABELS = query(Labels)`select name, type, alias from organization where id = $1`;
const UPDATE = query(Labels)`
  update organization set name = coalesce($2, name), type = coalesce($3, type), alias = case when $4 then $5 else alias end
  where id = $1 returning name, type, alias`;

/** Changes name, type, alias and description; omitted fields stay. A game guild's name and type are the game's. */
export async function updateOrganization(
  ctx: AppContext,
  actor: Actor,
  { id, name, type, alias, description }: UpdateOrganizationInput,
): Promise<OrganizationView> {
  const organizationId = await ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await lockedAccessTo(sql, actor, id, 'update', 'Organization');
    const { organizationId } = access;
    if (name !== undefined || type !== undefined || alias === null) {
      refuseSynced(access, 'The name of a guild of the game comes from the game, and it must keep an alias.');
    }
    if (alias) await claimAlias(sql, alias, organizationId);
    const before = await sql.one(LABELS, [organizationId]);
    const after = await sql.one(UPDATE, [organizationId, name, type, alias !== undefined, alias]);
    await saveTexts(tx, actor, organizationId, { description });
    if (before.alias && after.alias !== before.alias) await keepFormerAlias(sql, before.alias, organizationId);
    const details = Object.fromEntries(
      (['name', 'type', 'alias'] as const)
        .filter((key) => after[key] !== before[key])
        .map((key) => [key, { before: before[key], after: after[key] }]),
    );
    if (Object.keys(details).length > 0) {
      await writeAudit(tx, { organizationId, action: 'organization_updated', actorId: actor.userId, details });
    }
    return organizationId;
  });
  return getOrganization(ctx, actor, { id: organizationId });
}
