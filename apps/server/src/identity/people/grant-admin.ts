/** Appoints administrators for the operator, through the configuration or a command. */

import { deliverable } from '@guildhall/contracts/auth.ts';
import { query } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import type { AppContext } from '../../core/services/context.ts';
import { writeAdminLog } from './admin-log.ts';
import { loadPerson } from './lock-person.ts';

/** Does nothing for an existing administrator. */
async function grantAdmin(tx: Rows, personId: string, by: 'ADMIN_EMAILS' | 'admin:grant'): Promise<void> {
  const person = await loadPerson(tx, personId);
  if (person.isAdmin) return;
  person.isAdmin = true;
  await writeAdminLog(tx.sql, null, { action: 'admin_granted', personId, details: { by } });
}

/** For a person who has just proved this address, in the same transaction. */
export async function grantByAddress({ config }: AppContext, tx: Rows, personId: string, email: string): Promise<void> {
  if (config.adminEmails.includes(email)) await grantAdmin(tx, personId, 'ADMIN_EMAILS');
}

const BY_EMAIL = query({ id: 'uuid', name: 'text' })`select id, display_name as name from person where email = $1`;

/** For the command. Returns the person, or null when no person has this address. */
export async function appointAdministrator(tx: Rows, email: string | undefined): Promise<{ name: string } | null> {
  const user = await tx.sql.maybe(BY_EMAIL, [email && (deliverable(email) ?? email.toLowerCase())]);
  if (user) await grantAdmin(tx, user.id, 'admin:grant');
  return user;
}
