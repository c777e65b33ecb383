import type { LogoView } from '@guildhall/contracts/guild.ts';
import type { Actor, Reader } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { CURRENT_LOGO } from '../images/current-logo.ts';
import { organizationAccess, refuseArchived } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';

const LOGO = query({ customLogoUrl: 'text?', syncedLogoUrl: 'text?', useCustomLogo: 'bool', currentLogoUrl: 'text?' })`
  select o.custom_logo_url as "customLogoUrl", o.synced_logo_url as "syncedLogoUrl", o.use_custom_logo as "useCustomLogo",
    ${CURRENT_LOGO} as "currentLogoUrl"
  from organization o where o.id = $1`;

/** Both logos of an organization and the visible one. Callers check access. */
export async function findLogo(
  { sql, pictureUrl }: Pick<AppContext, 'sql' | 'pictureUrl'>,
  organizationId: string,
): Promise<LogoView> {
  const row = await sql.maybe(LOGO, [organizationId]);
  if (!row) throw notFound('organization_not_found', 'There is no such organization.');
  return {
    ...row,
    customLogoUrl: pictureUrl(row.customLogoUrl),
    syncedLogoUrl: pictureUrl(row.syncedLogoUrl),
    currentLogoUrl: pictureUrl(row.currentLogoUrl),
  };
}

/** For everybody who may see the organization. Throws NOT_FOUND. */
export async function getLogo(ctx: AppContext, actor: Reader, ref: string): Promise<LogoView> {
  const { organizationId } = await organizationAccess(ctx.sql, actor, ref);
  return findLogo(ctx, organizationId);
}

/** The organization whose logo the caller may change. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function changeableLogo(sql: Sql, actor: Actor, ref: string): Promise<string> {
  const access = await organizationAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), 'update', 'Organization');
  refuseArchived(access);
  return access.organizationId;
}
