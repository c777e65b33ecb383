import type { PvpBracket, PvpView } from '@guildhall/contracts/character-progress.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import type { PvpDocument } from '../enrichment/documents/pvp.ts';
import { BRACKET_PREFIX } from '../enrichment/sections.ts';
import { characterSections } from './character-sections.ts';

export async function getPvp(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<PvpView> {
  const character = await characterSections(ctx, actor, id, ['pvp', `${BRACKET_PREFIX}%`]);
  const summary = character.document<PvpDocument>('pvp');
  const brackets = (summary?.brackets ?? []).flatMap((key) => {
    const section = `${BRACKET_PREFIX}${key}`;
    const bracket = character.document<PvpBracket>(section);
    return bracket ? [{ key, ...bracket, freshness: character.freshness(section) }] : [];
  });
  return {
    honorLevel: summary?.honorLevel ?? null,
    honorableKills: summary?.honorableKills ?? null,
    brackets: brackets.toSorted((left, right) => (right.rating ?? 0) - (left.rating ?? 0)),
    maps: summary?.maps ?? [],
    freshness: character.freshness('pvp'),
  };
}
