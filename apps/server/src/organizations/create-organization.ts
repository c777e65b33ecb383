import type { CreateOrganizationInput } from '@guildhall/contracts/manage-organization.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { claimAlias } from '../guilds/claim-alias.ts';
import { addRoles, founderRole } from '../rights/default-roles.ts';
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

/** Creates a standalone organization from a template; the caller founds it. Throws CONFLICT for an alias in use. */
export async function createOrganization(
  ctx: AppContext,
  actor: Actor,
  input: CreateOrganizationInput,
): Promise<OrganizationView> {
  await ctx.limits.take('organization', actor.userId);
  const { name, type, alias = null, templateKey } = input;
  const template = organizationTemplates.find(({ key }) => key === templateKey);
  const id = await ctx.transact(async (tx) => {
    const { sql } = tx;
    if (alias) await claimAlias(sql, alias, null);
    const settings = { ...template?.settings, ...input.settings };
    const organization = await sql.one(CREATE, [name, type, alias, JSON.stringify(settings)]);
    await addRoles(sql, organization.id, [founderRole, ...(template?.roles ?? [])]);
    await sql.run(JOIN, [organization.id, actor.userId]);
    await sql.run(FOUND, [organization.id, actor.userId]);
    await saveTexts(tx, actor, organization.id, {
      ...template?.texts,
      ...(input.description ? { description: input.description } : {}),
    });
    await writeAudit(tx, {
      organizationId: organization.id,
      action: 'organization_created',
      actorId: actor.userId,
      details: { name, type, ...(templateKey ? { templateKey } : {}) },
    });
    return organization.id;
  });
  return getOrganization(ctx, actor, { id });
}
