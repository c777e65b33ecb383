import { TimeZone } from '@guildhall/contracts/profile.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { DEFAULT_SETTINGS } from '../../rights/effective-settings.ts';

const ZONE = query({ timeZone: 'text?' })`select settings ->> 'timeZone' as "timeZone" from organization where id = $1`;

export async function guildTimeZone(sql: Sql, organizationId: string): Promise<string> {
  const zone = await sql.maybe(ZONE, [organizationId]);
  return TimeZone.safeParse(zone?.timeZone).data ?? DEFAULT_SETTINGS.timeZone;
}
