/** Fetches the characters of a person who comes from the game platform and has none yet, before anyone asks for it. */
import { query } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { beginCharacterSync } from './start-character-sync.ts';

/** A sync that failed is tried again with the next sign-in. */
const FETCHED = query({ id: 'uuid' })`
  select id from sync_session where kind = 'character' and subject_id = $1 and status = 'completed' limit 1`;

export async function syncAtSignIn(
  { config }: AppContext,
  tx: UnitOfWork,
  { userId, linked }: { userId: string; linked: boolean },
): Promise<void> {
  if (!config.syncAtSignIn) return;
  if (!linked && (await tx.sql.maybe(FETCHED, [userId]))) return;
  await beginCharacterSync(tx, userId, 'sign_in');
}
