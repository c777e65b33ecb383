import { TextType } from '@guildhall/contracts/text.ts';
import type { Actor, Reader } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { lockedAccess } from '../rights/lock-organization.ts';
import { organizationAccess, refuseArchived } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';

/** The texts open to everybody who may see the organization. */
const FOR_OUTSIDERS: TextType[] = ['description', 'recruitment'];

/** The organization, and the texts in it that the caller may read. Throws NOT_FOUND. */
export async function readableTexts(sql: Sql, actor: Reader, ref: string) {
  const access = await organizationAccess(sql, actor, ref);
  const isInsider = abilityFor(actor, access).can('read', 'Organization');
  return { organizationId: access.organizationId, types: isInsider ? TextType.options : FOR_OUTSIDERS };
}

/** The organization whose texts the caller may change, locked against others. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function writableTexts(sql: Sql, actor: Actor, ref: string): Promise<string> {
  const access = await lockedAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), 'manage', 'Content');
  refuseArchived(access);
  return access.organizationId;
}

/** The organization, for members, who may read the versions of its texts. Throws as above. */
export async function textHistory(sql: Sql, actor: Actor, ref: string): Promise<string> {
  const access = await organizationAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), 'read', 'Organization');
  return access.organizationId;
}
