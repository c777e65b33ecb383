import type { EnrichmentQueued } from '@guildhall/contracts/character-build.ts';
import { ownCharacter } from '../characters/own-character.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import { AppError, conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { enrichCharacterJob } from './enrichment.jobs.ts';
import { hasten, URGENCY } from './queue-enrichment.ts';

const COOLDOWN_SECONDS = 60;

const COOLDOWN = query({ seconds: 'int?' })`
  select ${COOLDOWN_SECONDS} - extract(epoch from now() - enriched_at)::int as seconds from character where id = $1`;

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
      throw new AppError(
        'TOO_MANY_REQUESTS',
        'sync_cooldown',
        'This character was refreshed less than a minute ago. Wait as many seconds as Retry-After says.',
        {
          retryAfterSeconds: cooldown.seconds,
        },
      );
    }
    const payload = { characterId, profileAsked: false };
    const priority = URGENCY.onDemand;
    const added = await tx.enqueue(enrichCharacterJob, payload, { priority, group: { id: actor.userId } });
    if (added === null && !(await hasten(tx, payload, priority))) {
      throw conflict('enrichment_in_progress', 'This character is already being refreshed. Wait for that to end.');
    }
    return { characterId, status: 'queued' };
  });
}
