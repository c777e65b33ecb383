/** Appoints administrators for the operator, through the configuration or a command. */

import type { Sql } from '../core/db/sql.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from './admin-log.ts';

const GRANT = statement`update app_user set is_admin = true where id = $1 and not is_admin`;

/** Needs a transaction. Does nothing for an existing administrator. */
export async function grantAdmin(sql: Sql, personId: string, by: 'ADMIN_EMAILS' | 'admin:grant'): Promise<void> {
  const granted = await sql.run(GRANT, [personId]);
  if (granted > 0) await writeAdminLog(sql, null, { action: 'admin_granted', personId, details: { by } });
}

/** For a person who has just proved this address, in the same transaction. */
export async function grantByAddress({ config }: AppContext, sql: Sql, personId: string, email: string): Promise<void> {
  if (config.adminEmails.includes(email)) await grantAdmin(sql, personId, 'ADMIN_EMAILS');
}
