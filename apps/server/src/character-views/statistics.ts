import type { StatisticsView } from '@guildhall/contracts/character-build.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import type { StatisticsDocument } from '../enrichment/documents/statistics.ts';
import { characterSections } from './character-sections.ts';

export async function getStatistics(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<StatisticsView> {
  const character = await characterSections(ctx, actor, id, ['statistics']);
  return {
    statistics: character.document<StatisticsDocument>('statistics'),
    freshness: character.freshness('statistics'),
  };
}
