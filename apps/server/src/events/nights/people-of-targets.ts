import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { RaiderColumn, raiderRef } from '../../membership/characters/raider-ref.ts';

const PEOPLE = query({
  target: 'text!',
  raider: RaiderColumn.orNull,
  userId: 'uuid?',
  name: 'text!',
})`
  select 'raider:' || r.id as target, ${raiderRef('$2')} as raider,
    r.user_id as "userId", coalesce(u.display_name, r.name) as name
  from raider r left join person u on u.id = r.user_id
  where r.id = any($1::uuid[]) and coalesce(u.display_name, r.name) is not null
  union all
  select 'member:' || u.id, null, u.id, u.display_name from person u where u.id = any($1::uuid[])
  union all
  select 'character:' || c.id, null, null, c.name from roster_entry c where c.id = any($1::uuid[])`;

/** Raiders, members and characters of the roster, by `raider:`, `member:` or `character:` and an id. */
export async function peopleOf(sql: Sql, targets: readonly string[], seesProof: boolean) {
  const rows =
    targets.length === 0
      ? []
      : await sql.many(PEOPLE, [targets.map((target) => target.slice(target.indexOf(':') + 1)), seesProof]);
  return new Map(rows.map((row) => [row.target, row]));
}
