import { TimeZone } from '@guildhall/contracts/profile.ts';
import type { Sql } from '../core/sql.ts';

const ZONE = `select settings ->> 'timeZone' as "timeZone" from organization where id = $1`;

/** Where the clocks of an organization are read, as its settings say; else UTC. */
export async function guildTimeZone(sql: Sql, organizationId: string): Promise<string> {
  const [row] = await sql<{ timeZone: string | null }>(ZONE, [organizationId]);
  return TimeZone.safeParse(row?.timeZone).data ?? 'UTC';
}
