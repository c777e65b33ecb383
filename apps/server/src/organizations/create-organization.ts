import type { CreateOrganizationInput } from '@guildhall/contracts/manage-organization.ts';
import { type OrganizationView, Permission } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { claimAlias } from '../guilds/claim-alias.ts';
import { keepPeople } from '../people/keep-people.ts';
import { User } from '../people/user.entity.ts';
import { Membership } from '../rights/membership.entity.ts';
import { Organization } from '../rights/organization.entity.ts';
import { Role } from '../rights/role.entity.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { saveTexts } from '../texts/save-texts.ts';
import { getOrganization } from './organization.queries.ts';
import { organizationTemplates } from './organization-templates.ts';

const GRANT = statement`insert into role_holder (organization_id, role_id, user_id) values ($1, $2, $3)`;

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
    const { em, sql } = tx;
    await keepPeople(sql, actor.userId);
    if (alias) await claimAlias(sql, alias, null);
    const settings = { ...template?.settings, ...input.settings };
    const organization = em.create(Organization, { name, type, alias, source: 'standalone', settings });
    const founder = em.create(Role, {
      organization,
      name: 'Guild Master',
      isFounder: true,
      permissions: [...Permission.options],
    });
    for (const role of template?.roles ?? []) em.create(Role, { organization, ...role });
    em.create(Membership, { organization, user: em.getReference(User, actor.userId) });
    await em.flush();
    await sql.run(GRANT, [organization.id, founder.id, actor.userId]);
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
