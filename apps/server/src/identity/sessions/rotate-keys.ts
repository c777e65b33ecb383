/** `pnpm keys:rotate`: reseals every stored platform token with the current key so that an old key can be retired. */

import { query } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import type { AppContext } from '../../core/services/context.ts';
import { Account } from '../people/account.entity.ts';
import { resealTokens } from './platform-token.ts';

const BATCH = 500;

const NEXT = query({ id: 'uuid', userId: 'uuid', access: 'text?', expiry: 'text?', refresh: 'text?' })`
  select id, user_id as "userId", access_token_sealed as access, access_token_expiry_sealed as expiry,
    refresh_token_sealed as refresh
  from account where id > $1 and coalesce(access_token_sealed, access_token_expiry_sealed, refresh_token_sealed) is not null
  order by id limit ${BATCH}`;

/** Parts of the service, or of a command. */
export type Rotating = Pick<AppContext, 'sql' | 'sealer'> & { transact<T>(work: (tx: Rows) => Promise<T>): Promise<T> };

type Rotated = { resealed: number; unreadable: number };

const columnsOf = ({ access, expiry, refresh }: ReturnType<typeof resealTokens>) => ({
  accessTokenSealed: access,
  accessTokenExpirySealed: expiry,
  refreshTokenSealed: refresh,
});

/** May run again at any time. Counts and skips tokens that no known key opens; their owners sign in again. */
export async function rotateKeys({ sql, transact, sealer }: Rotating): Promise<Rotated> {
  const rotated: Rotated = { resealed: 0, unreadable: 0 };
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await sql.many(NEXT, [after]);
    for (const { id, userId, ...sealed } of rows) {
      after = id;
      try {
        const fresh = resealTokens(sealer, userId, sealed);
        // Only if it is unchanged: a sign-in in the meantime brought a newer one.
        await transact(({ em }) => em.nativeUpdate(Account, { id, ...columnsOf(sealed) }, columnsOf(fresh)));
        rotated.resealed += 1;
      } catch {
        rotated.unreadable += 1;
      }
    }
    if (rows.length < BATCH) return rotated;
  }
}
