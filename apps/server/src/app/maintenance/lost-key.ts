import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import type { Sealer } from '../../core/secrets.ts';

const SEALED = query({ key: 'text', accounts: 'int!', webhooks: 'int!' })`
  select key, sum(accounts)::int as accounts, sum(webhooks)::int as webhooks from (
    select split_part(access_token_sealed, '.', 1) as key, 1 as accounts, 0 as webhooks from account
    where access_token_sealed is not null
    union all
    select split_part(address_sealed, '.', 1), 0, 1 from webhook_endpoint) s
  group by key order by key`;

/** A sentence about everything that was sealed with a key that is gone, and how to have it again; null if nothing was. */
export async function describeLostKey({ sql, sealer }: { sql: Sql; sealer: Sealer }): Promise<string | null> {
  const lost = (await sql.many(SEALED)).filter(({ key }) => !sealer.knows(key));
  if (lost.length === 0) return null;
  const sum = (field: 'accounts' | 'webhooks') => lost.reduce((total, row) => total + row[field], 0);
  return (
    `A key that sealed parts of this database is missing: ${sum('accounts')} linked accounts have to sign in with their platform again, ` +
    `and ${sum('webhooks')} webhooks need their address and secret again. ` +
    'To have them back, put the secrets.json of then into DATA_DIR, or its key into ENCRYPTION_KEYS_OLD.'
  );
}
