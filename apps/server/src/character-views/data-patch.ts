import type { DataPatchView } from '@guildhall/contracts/character-build.ts';
import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import type { ProfileDocument } from '../enrichment/documents/profile.ts';
import { characterSections } from './character-sections.ts';

export async function getDataPatch(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<DataPatchView> {
  const character = await characterSections(ctx, actor, id, ['profile']);
  const version = character.document<ProfileDocument>('profile')?.version;
  const enrichedAt = character.enrichedAt ?? character.freshness('profile').fetchedAt;
  if (!version || !enrichedAt) {
    throw notFound('character_data_missing', 'The game platform has not told us about this character yet.');
  }
  return { characterId: character.id, ...version, enrichedAt };
}
