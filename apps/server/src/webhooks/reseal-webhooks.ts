import { query } from '../core/db/statement.ts';
import type { Rotating } from '../identity/sessions/rotate-keys.ts';
import { sealContext } from './webhook.access.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

const ALL = query({ id: 'uuid', address: 'text', secret: 'text?', old: 'text?' })`
  select id, address_sealed as address, secret_sealed as secret, old_secret_sealed as old from webhook_endpoint`;
/** Part of `pnpm keys:rotate`. Counts and skips endpoints no known key can decrypt; their addresses have to be set again. */
export async function resealWebhooks({
  sql,
  transact,
  sealer,
}: Rotating): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 };
  for (const { id, address, secret, old } of await sql.many(ALL)) {
    const again = (sealed: string | null) =>
      sealed && sealer.seal(sealer.open(sealed, sealContext(id, 'secret')), sealContext(id, 'secret'));
    try {
      const addressSealed = sealer.seal(sealer.open(address, sealContext(id, 'address')), sealContext(id, 'address'));
      const fresh = { addressSealed, secretSealed: again(secret), oldSecretSealed: again(old) };
      // Only if it is unchanged: otherwise it is sealed with the current key already.
      const stored = { id, addressSealed: address, secretSealed: secret };
      await transact(({ em }) => em.nativeUpdate(WebhookEndpoint, stored, fresh));
      counts.resealed += 1;
    } catch {
      counts.unreadable += 1;
    }
  }
  return counts;
}
