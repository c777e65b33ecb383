import { AdminAction, type AdminLogInput, type AdminLogView } from '@guildhall/contracts/admin.ts';
import type { Actor } from '../../core/actor.ts';
import { readPage } from '../../core/db/read-page.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, query, statement, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { Person, personOf } from './person-of.ts';

type Entry = { action: AdminAction; personId?: string; details?: Record<string, unknown> };

const WRITE = statement`insert into admin_entry (actor_id, action, person_id, details) values ($1, $2, $3, $4)`;

/** Call in the transaction of the logged action. A null actor is the operator, who needs no account. */
export async function writeAdminLog(sql: Sql, actor: Actor | null, entry: Entry): Promise<void> {
  const { action, personId, details = {} } = entry;
  await sql.run(WRITE, [actor?.userId ?? null, action, personId ?? null, JSON.stringify(details)]);
}

export const AdminLogEntry = columns({
  id: 'uuid',
  actor: Person.orNull,
  person: Person.orNull,
  details: json<Record<string, unknown>>(),
  at: 'instant',
});

/** The entries `e` of a log, with the people they name. */
export const adminLogEntries = (log: string) => `
  select e.id, e.action, e.details, e.at, ${personOf('a')} as actor, ${personOf('p')} as person
  from ${log} e left join person a on a.id = e.actor_id left join person p on p.id = e.person_id`;

const LOG = query({ ...AdminLogEntry, action: text(AdminAction.options) })`${adminLogEntries('admin_entry')}
  order by e.at desc, e.id desc limit $1 offset $2`;

const COUNT = query({ total: 'int' })`select count(*)::int as total from admin_entry`;

export async function listAdminLog({ sql }: AppContext, input: AdminLogInput): Promise<Omit<AdminLogView, 'names'>> {
  const { rows, pagination } = await readPage(sql, LOG, COUNT, [], input);
  return { entries: rows, pagination };
}
