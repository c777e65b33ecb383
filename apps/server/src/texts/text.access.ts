import { TextType } from '@guildhall/contracts/text.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/sql.ts';
import { organizationAccess } from '../organizations/organization.access.ts';
import { abilityFor, authorize } from '../organizations/organization.rules.ts';
import { isOpen } from '../organizations/visibility.ts';

/** What an organization tells everybody, as long as it shows itself to everybody. */
const FOR_OUTSIDERS: TextType[] = ['description', 'recruitment'];

/** The organization, and which of its texts the caller may read. Throws NOT_FOUND. */
export async function readableTexts(sql: Sql, actor: Actor, ref: string) {
  const access = await organizationAccess(sql, actor, ref);
  const { organizationId } = access;
  if (abilityFor(actor, access).can('read', 'Organization')) return { organizationId, types: TextType.options };
  return { organizationId, types: (await isOpen(sql, organizationId)) ? FOR_OUTSIDERS : [] };
}

/** The organization whose texts the caller may change. Throws NOT_FOUND, FORBIDDEN. */
export async function writableTexts(sql: Sql, actor: Actor, ref: string): Promise<string> {
  const access = await organizationAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), 'manage', 'Content');
  return access.organizationId;
}

/** The organization whose texts the caller may follow through their versions: its members may. Throws as above. */
export async function textHistory(sql: Sql, actor: Actor, ref: string): Promise<string> {
  const access = await organizationAccess(sql, actor, ref);
  authorize(abilityFor(actor, access), 'read', 'Organization');
  return access.organizationId;
}
