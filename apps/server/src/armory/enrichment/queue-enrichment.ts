/** Queues characters for enrichment so that one person's characters do not wait behind all of another's. */
import type { EnrichmentQueued } from '@guildhall/contracts/character-build.ts';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict, tooSoon } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { ownCharacter } from '../../membership/characters/own-character.ts';
import { enrichCharacterJob } from './enrichment.jobs.ts';

/** The highest job priority of each urgency: a person is looking at this character, or has requested all of theirs. */
export const ENRICHMENT_PRIORITY = { onDemand: 3_000_000, sync: 2_000_000 };

/** The number of places before a job would fall into the lower urgency. */
const PLACES = 999_999;

/**
 * The place of a person's next job: behind their own last one, or else level with the first waiting job of all.
 * From then on people take turns, and no one waits for all that others requested before.
 */
const NEXT_PLACE = query({ priority: 'int' })`
  select coalesce(min(priority) filter (where group_id = $1) - 1, max(priority), $2::int) as priority from pgboss.job
  where name = '${enrichCharacterJob.name}' and state < 'active' and not blocked and priority between $3 and $2`;

/** Queues a person's characters in the given order. Characters that are queued already keep their place. */
export async function queueEnrichment(
  tx: UnitOfWork,
  userId: string,
  requests: { characterId: string; profileAsked: boolean }[],
  urgency: keyof typeof ENRICHMENT_PRIORITY,
): Promise<void> {
  const first = ENRICHMENT_PRIORITY[urgency];
  const last = first - PLACES;
  const next = await tx.sql.one(NEXT_PLACE, [userId, first, last]);
  for (const [index, request] of requests.entries()) {
    const priority = Math.max(last, next.priority - index);
    const added = await tx.enqueue(enrichCharacterJob, request, { priority, group: { id: userId } });
    if (added === null) await tx.sql.run(HASTEN, [request.characterId, priority]);
  }
}

/** Moves a job that waits at a lower priority forward. Matches the queue's own index on the keys of unfinished jobs. */
const HASTEN = statement`
  update pgboss.job set priority = $2
  where name = '${enrichCharacterJob.name}' and coalesce(singleton_key, '') = $1 and policy = 'exclusive'
    and state <= 'active' and state <> 'active' and priority < $2`;

const COOLDOWN_SECONDS = 60;

const COOLDOWN = query({ seconds: 'int?' })`
  select ${COOLDOWN_SECONDS} - extract(epoch from now() - enriched_at)::int as seconds from character where id = $1`;

/** A person asks for a character of theirs. */
export async function requestEnrichment(
  ctx: AppContext,
  actor: Actor,
  { id: characterId }: { id: string },
): Promise<EnrichmentQueued> {
  return ctx.transact(async (tx) => {
    // Locked, so that of two simultaneous requests the second sees the first one's job.
    const character = await ownCharacter(tx, actor, characterId, 'character_refreshed');
    if (character.source !== 'synced') {
      throw conflict(
        'character_not_synced',
        'This character was made by hand, so the game platform has no data about it. Import it from the game platform instead.',
      );
    }
    if (character.archived) throw conflict('character_archived', 'This character is archived. Restore it first.');
    const cooldown = await tx.sql.maybe(COOLDOWN, [characterId]);
    if (cooldown?.seconds && cooldown.seconds > 0) {
      const message = 'This character was refreshed less than a minute ago. Wait as many seconds as Retry-After says.';
      throw tooSoon(message, cooldown.seconds);
    }
    const payload = { characterId, profileAsked: false };
    const priority = ENRICHMENT_PRIORITY.onDemand;
    const added = await tx.enqueue(enrichCharacterJob, payload, { priority, group: { id: actor.userId } });
    if (added === null && (await tx.sql.run(HASTEN, [characterId, priority])) === 0) {
      throw conflict('enrichment_in_progress', 'This character is already being refreshed. Wait for that to end.');
    }
    return { characterId, status: 'queued' };
  });
}
