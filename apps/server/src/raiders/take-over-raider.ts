import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { lockClaims } from '../membership/characters/claims.ts';
import { lockRaiders, mergeRaiders } from '../membership/characters/move-raiders.ts';
import { publishAnswersOf } from '../membership/characters/publish-answers.ts';
import { findRaider, publishRaidersChanged, raiderOf } from './raider.access.ts';

/**
 * A member whose linked Discord account answered without an account before: the key proves whose the answers are. The name of
 * the character stays unproven. One that an officer archived stays as it is.
 */
export async function takeOverRaider(
  tx: UnitOfWork,
  organizationId: string,
  { raiderId, key, userId }: { raiderId: string; key: string; userId: string },
): Promise<void> {
  const { sql } = tx;
  await lockClaims(sql);
  const ownId = await raiderOf(sql, organizationId, userId);
  await lockRaiders(sql, [raiderId, ownId]);
  const raider = await findRaider(tx, organizationId, raiderId);
  if (raider.discordKey !== key || raider.archivedAt) return;
  const own = await findRaider(tx, organizationId, ownId);
  await mergeRaiders(tx, raider, own, { by: null, cause: 'chat_account' });
  publishRaidersChanged(tx, organizationId);
  await publishAnswersOf(tx, [own.id]);
}
