import type {
  CompareReputationsInput,
  GuildReputationsInput,
  GuildReputationsView,
  ReputationMatrixView,
} from '@guildhall/contracts/comparison.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { guildCharacters, ownCharacters } from './compared-characters.ts';
import { requireExpansion } from './expansion-name.ts';
import { factionMatrix } from './faction-matrix.ts';

const SECTIONS = ['reputations'];

export async function compareReputations(
  ctx: AppContext,
  { userId }: Actor,
  { expansionId, locale }: CompareReputationsInput,
): Promise<ReputationMatrixView> {
  const characters = await ownCharacters(ctx, userId, SECTIONS, locale);
  return { ...(await matrix(ctx, characters, expansionId, locale)), characters };
}

/** Compares the characters of a guild. */
export async function compareGuildReputations(
  ctx: AppContext,
  actor: Actor,
  { expansionId, ...page }: GuildReputationsInput,
): Promise<GuildReputationsView> {
  const { characters, pagination } = await guildCharacters(ctx, actor, SECTIONS, page);
  return { ...(await matrix(ctx, characters, expansionId, page.locale)), characters, pagination };
}

async function matrix(
  ctx: AppContext,
  characters: { id: string }[],
  expansionId: number,
  locale: GuildReputationsInput['locale'],
): Promise<Pick<ReputationMatrixView, 'expansion' | 'factions'>> {
  const ids = characters.map(({ id }) => id);
  const [expansion, factions] = await Promise.all([
    requireExpansion(ctx.sql, expansionId, locale),
    factionMatrix(ctx, ids, expansionId, locale),
  ]);
  return { expansion, factions };
}
