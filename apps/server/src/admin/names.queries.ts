import { type AdminLogInput, type AdminLogView, NamedThing } from '@guildhall/contracts/admin.ts';
import { byName } from '../core/db/by-name.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { listAdminLog } from '../identity/people/admin-log.ts';

const NAMES = query({ id: 'uuid!', kind: text(NamedThing.shape.kind.options).known, name: 'text' })`
  select i.id, n.kind, n.name from unnest($1::uuid[]) as i(id) cross join lateral (
    select 'organization' as kind, o.name from organization o where o.id = i.id
    union all select 'person', u.display_name from person u where u.id = i.id
    union all select 'event', e.title from event e where e.id = i.id
    union all select 'character', c.name from character c where c.id = i.id
  ) n order by n.kind, ${byName('n.name')}, i.id`;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The names behind the ids in these records. Ids of syncs, mails and the like have none. */
export async function namesIn(sql: Sql, records: Record<string, unknown>[]): Promise<NamedThing[]> {
  const ids = records.flatMap((record) => Object.values(record).flat()).filter((value) => ID.test(String(value)));
  return ids.length === 0 ? [] : sql.many(NAMES, [[...new Set(ids)]]);
}

export async function listNamedLog(ctx: AppContext, input: AdminLogInput): Promise<AdminLogView> {
  const log = await listAdminLog(ctx, input);
  const details = log.entries.map((entry) => entry.details);
  return { ...log, names: await namesIn(ctx.sql, details) };
}
