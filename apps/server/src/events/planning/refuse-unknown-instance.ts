import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import { badRequest } from '../../core/errors.ts';

const LISTED = statement`select from journal_instance where id = $1 and listed`;

/** Throws BAD_REQUEST for an instance that is not in the journal. */
export async function refuseUnknownInstance(sql: Sql, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined || (await sql.run(LISTED, [id])) > 0) return;
  throw badRequest('instance_not_found', 'The journal has no such instance.', {
    issues: [{ path: 'journalInstanceId', message: 'is not in the journal: choose one that it lists' }],
  });
}
