/** The second part of a character sync: each character's own profile. */
import type { Call } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { Region } from '@guildhall/contracts/primitives.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { createOutageWatch } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { advanceSyncSession, type SyncFence } from '../../core/syncs/sync-session.ts';
import { followOwners, lockClaims } from '../../membership/characters/claims.ts';
import { ENRICHED_CHARACTERS, EnrichedCharacter } from './refresh-sections.ts';
import { type ProfileOutcome, storeProfiles } from './store-profiles.ts';

const BATCH = 10;

const PROVEN = 'c.user_id = $1 and c.region = any($2) and c.verified_at is not null';

const COUNT = query({ total: 'int' })`select count(*)::int as total from character c where ${PROVEN}`;

export async function countProfiles(sql: Sql, userId: string, regions: Region[]): Promise<number> {
  return (await sql.one(COUNT, [userId, regions])).total;
}

const NEXT = query(
  EnrichedCharacter,
)`${ENRICHED_CHARACTERS} where ${PROVEN} and c.id > $3 order by c.id limit ${BATCH}`;

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Those that were archived for being missing. Characters that their owner archived stay archived. */
const BRING_BACK = query({ ids: 'uuid[]' })`
  with found as (
    update character set archived_at = null, lost_at = null
    where id = any($1) and lost_at is not null and verified_at is not null and displaced_at is null
    returning id
  )
  select array(select id from found) as ids`;

type Run = { fence: SyncFence; userId: string; regions: Region[]; signal: AbortSignal };

/** Continues after the character `cursor`; null for the first. Throws the platform's error in an outage. */
export async function refreshProfiles(ctx: AppContext, run: Run, cursor: string | null): Promise<void> {
  const { fence, userId, regions, signal } = run;
  const outage = createOutageWatch();
  let position = cursor || FIRST;
  for (;;) {
    const candidates = await ctx.sql.many(NEXT, [userId, regions, position]);
    const last = candidates.at(-1);
    if (!last) return;
    const outcomes = await mapConcurrently(candidates, BATCH, async (candidate) => {
      const { region, gameVersion } = candidate;
      const outcome = await fetchProfile(ctx, { region, gameVersion, priority: 'interactive', signal }, candidate);
      if (outcome.kind === 'failed') outage.failed(outcome.error);
      else outage.answered();
      return outcome;
    });
    position = last.id;
    await ctx.transact(async (tx) => {
      await lockClaims(tx.sql);
      await storeProfiles(ctx, tx, outcomes);
      const shown = outcomes.filter(({ kind }) => kind === 'fetched' || kind === 'unchanged');
      const found = await tx.sql.one(BRING_BACK, [shown.map(({ candidate }) => candidate.id)]);
      await followOwners(tx, found.ids);
      const count = (kind: ProfileOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
      const step = { done: outcomes.length, updated: count('fetched'), failed: count('failed'), cursor: position };
      const session = await advanceSyncSession(tx.sql, fence, step);
      tx.afterCommit(() => ctx.realtime.publishSync(session));
    });
  }
}

/** Conditional on the last answer. Throws only when a whole run must end: the platform asks to slow down. */
export async function fetchProfile(ctx: AppContext, call: Call, candidate: EnrichedCharacter): Promise<ProfileOutcome> {
  try {
    const conditional = { ...call, ifModifiedSince: candidate.lastModified };
    const answer = await ctx.battlenet.characterProfile(conditional, candidate);
    const { data } = answer;
    // A released name may belong to another player by now: only the id identifies a character.
    if (data.id !== candidate.characterId || data.realm.id !== candidate.realmId)
      return { kind: 'not_found', candidate };
    return { kind: 'fetched', candidate, profile: data, lastModified: answer.lastModified };
  } catch (error) {
    if (!(error instanceof BattlenetError) || error.kind === 'rate_limited') throw error;
    if (error.kind === 'not_modified') return { kind: 'unchanged', candidate };
    // Not 403: that concerns our client id more often than a character, and misses eventually archive one.
    if (error.kind === 'not_found') return { kind: 'not_found', candidate };
    return { kind: 'failed', candidate, error };
  }
}
