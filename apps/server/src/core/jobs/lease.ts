/**
 * Leases: one holder at a time over all processes, until it releases, or the time is over because it died. The columns
 * stand in the table of what is leased, so that the holder writes what it found as it releases.
 */
import type { Sql } from '../db/sql.ts';
import { query, statement } from '../db/statement.ts';

type Columns = {
  table: string;
  /** The columns of a unique index. */
  key: readonly string[];
  until: string;
  seconds: number;
  /** The column that names a holder who may come back. Others show when their lease ends, which names it too. */
  holder?: string;
  /** Demanded of the row `l` besides; its values follow the key and the holder. */
  where?: string;
};

type Values = readonly unknown[];

export function createLease({ table, key, until, seconds, holder, where = 'true' }: Columns) {
  const place = (index: number) => `$${index + 1}`;
  const isKey = key.map((column, index) => `l.${column} = ${place(index)}`).join(' and ');
  const shown = place(key.length);
  const end = `${until} = now() + ${seconds} * interval '1 second'`;
  const isHeld = `${isKey} and l.${holder ? `${holder} = ${shown}` : `${until} = ${shown}::timestamptz`}`;

  const ACQUIRE = query({ token: 'text' })`
    update ${table} l set ${end}${holder ? `, ${holder} = ${shown}` : ''}
    where ${isKey} and (coalesce(l.${until} <= now(), true)${holder ? ` or l.${holder} = ${shown}` : ''}) and (${where})
    returning l.${holder ?? until}::text as token`;
  const MAKE = statement`
    insert into ${table} (${key.join(', ')}) values (${key.map((_, index) => place(index)).join(', ')})
    on conflict do nothing`;
  const RENEW = query({ token: 'text' })`
    update ${table} l set ${end} where ${isHeld} returning l.${holder ?? until}::text as token`;

  /** Also writes what is to be set as the lease ends; its values follow those of key and token. */
  const releasing = (sets = '') => {
    const RELEASE = statement`
      update ${table} l set ${until} = null${holder ? `, ${holder} = null` : ''}${sets && `, ${sets}`} where ${isHeld}`;
    return async (sql: Sql, of: Values, token: string, values: Values = []): Promise<boolean> =>
      (await sql.run(RELEASE, [...of, token, ...values])) > 0;
  };

  return {
    /** Returns what the holder shows later; null while another holds it. Makes the row unless it `exists`. */
    async acquire(sql: Sql, of: Values, values: Values = [], { exists = false } = {}): Promise<string | null> {
      const lease = await sql.maybe(ACQUIRE, [...of, ...values]);
      if (lease || exists || (await sql.run(MAKE, of)) === 0) return lease?.token ?? null;
      return (await sql.maybe(ACQUIRE, [...of, ...values]))?.token ?? null;
    },
    /** Returns what the holder shows from now on; null when the time was over and another has it. */
    renew: async (sql: Sql, of: Values, token: string): Promise<string | null> =>
      (await sql.maybe(RENEW, [...of, token]))?.token ?? null,
    /** False when the time was over and another has it. */
    release: releasing(),
    releasing,
  };
}
