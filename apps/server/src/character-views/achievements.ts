import type { AchievementsView } from '@guildhall/contracts/character-progress.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import type { AchievementsDocument } from '../enrichment/documents/achievements.ts';
import { characterSections } from './character-sections.ts';

const NOTHING: AchievementsDocument = { totalPoints: null, totalQuantity: null, recent: [], categories: [] };

export async function getAchievements(
  ctx: AppContext,
  actor: Actor,
  { id }: { id: string },
): Promise<AchievementsView> {
  const character = await characterSections(ctx, actor, id, ['achievements']);
  const document = character.document<AchievementsDocument>('achievements') ?? NOTHING;
  return { ...document, freshness: character.freshness('achievements') };
}
