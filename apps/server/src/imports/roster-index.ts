import { fold } from '@guildhall/guild-tools/fold.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { realmNames } from '../raiders/known-people.ts';

type Entry = { id: string; name: string; realm: string };
type Written = { name: string; realm: string | null };

const LIVING = query({ id: 'uuid', name: 'text', realm: 'text' })`
  select id, name, realm_slug as realm from roster_entry where organization_id = $1 and left_at is null order by id`;

export type RosterIndex = (written: Written) => Entry | null;

/** Finds the living character of a name; null where there is none, or several without a realm. */
export async function rosterIndex(sql: Sql, organizationId: string): Promise<RosterIndex> {
  const entries = Map.groupBy(await sql.many(LIVING, [organizationId]), ({ name }) => fold(name));
  const realmsOf = await realmNames(sql, organizationId);
  return ({ name, realm }) => {
    const same = entries.get(fold(name)) ?? [];
    const meant =
      realm === null ? same : same.filter((one) => realmsOf(one.realm).some((each) => fold(each) === fold(realm)));
    const [only, ...others] = meant;
    return only && others.length === 0 ? only : null;
  };
}
