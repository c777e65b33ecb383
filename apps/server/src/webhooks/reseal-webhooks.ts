import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import type { Sealer } from '../core/secrets.ts';
import { sealContext } from './webhook-secret.ts';

const ALL = query({ id: 'uuid', address: 'text', secret: 'text?', old: 'text?' })`
  select id, address_sealed as address, secret_sealed as secret, old_secret_sealed as old from webhook_endpoint`;
/** Only if nobody has changed it meanwhile: then it is sealed with the current key already. */
const STORE = statement`
  update webhook_endpoint set address_sealed = $2, secret_sealed = $3, old_secret_sealed = $4
  where id = $1 and address_sealed = $5 and secret_sealed is not distinct from $6`;

/** Part of `pnpm keys:rotate`. Counts and skips what no known key opens; its address has to be set again. */
export async function resealWebhooks(sql: Sql, sealer: Sealer): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 };
  for (const { id, address, secret, old } of await sql.many(ALL)) {
    const again = (sealed: string | null, field: 'address' | 'secret') =>
      sealed && sealer.seal(sealer.open(sealed, sealContext(id, field)), sealContext(id, field));
    try {
      const fresh = [again(address, 'address'), again(secret, 'secret'), again(old, 'secret')];
      await sql.run(STORE, [id, ...fresh, address, secret]);
      counts.resealed += 1;
    } catch {
      counts.unreadable += 1;
    }
  }
  return counts;
}
