/** Appoints administrators for the operator, through the configuration or a command. */

import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from './admin-log.ts';

const GRANT = statement`update person set is_admin = true where id = $1 and not is_admin`;

/** Needs a transaction. Does nothing for an existing administrator. */
async function grantAdmin(sql: Sql, personId: string, by: 'ADMIN_EMAILS' | 'admin:grant'): Promise<void> {
  const granted = await sql.run(GRANT, [personId]);
  if (granted > 0) await writeAdminLog(sql, null, { action: 'admin_granted', personId, details: { by } });
}

/** For a person who has just proved this address, in the same transaction. */
export async function grantByAddress({ config }: AppContext, sql: Sql, personId: string, email: string): Promise<void> {
  if (config.adminEmails.includes(email)) await grantAdmin(sql, personId, 'ADMIN_EMAILS');
}

const BY_EMAIL = query({ id: 'uuid', name: 'text' })`select id, display_name as name from person where email = $1`;

/** For the command. Returns the person, or null when nobody has this address. Needs a transaction. */
export async function appoint(sql: Sql, email: string | undefined): Promise<{ name: string } | null> {
  const user = await sql.maybe(BY_EMAIL, [email?.toLowerCase()]);
  if (user) await grantAdmin(sql, user.id, 'admin:grant');
  return user;
}
