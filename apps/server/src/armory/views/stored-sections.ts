/** Views that show a section nearly as it is stored. */
import type { CombatStatistics, DataPatchView, RenderView } from '@guildhall/contracts/character-build.ts';
import type { AchievementsSummary, PvpBracket, PvpView } from '@guildhall/contracts/character-progress.ts';
import type { Actor } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { MediaDocument } from '../enrichment/documents/media.ts';
import type { ProfileDocument } from '../enrichment/documents/profile.ts';
import type { PvpDocument } from '../enrichment/documents/pvp.ts';
import { BRACKET_PREFIX } from '../enrichment/sections.ts';
import { characterSections, sectionView } from './character-sections.ts';

export const getStatistics = sectionView('statistics', (statistics: CombatStatistics | null) => ({ statistics }));

const NO_ACHIEVEMENTS: AchievementsSummary = { totalPoints: null, totalQuantity: null, recent: [], categories: [] };

export const getAchievements = sectionView(
  'achievements',
  (document: AchievementsSummary | null) => document ?? NO_ACHIEVEMENTS,
);

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

export async function getDataPatch(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<DataPatchView> {
  const character = await characterSections(ctx, actor, id, ['profile']);
  const version = character.document<ProfileDocument>('profile')?.version;
  const enrichedAt = character.enrichedAt ?? character.freshness('profile').fetchedAt;
  if (!version || !enrichedAt) {
    throw notFound('character_data_missing', 'The game platform has not told us about this character yet.');
  }
  return { characterId: character.id, ...version, enrichedAt };
}

export async function getRender(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<RenderView> {
  const character = await characterSections(ctx, actor, id, ['media']);
  const media = character.document<MediaDocument>('media');
  const avatarUrl = media?.avatar ?? character.avatarUrl;
  const render = renderOf(media, avatarUrl);
  if (!render) throw notFound('character_data_missing', 'The game platform has no picture of this character.');
  const { pictureUrl } = ctx;
  return {
    derivedFrom: render.derivedFrom,
    renderUrl: pictureUrl(render.renderUrl),
    avatarUrl: pictureUrl(avatarUrl),
    insetUrl: pictureUrl(media?.inset ?? null),
    freshness: character.freshness('media'),
  };
}

/** The platform stores all pictures of a character under names that differ only in their ending. */
const AVATAR = /-avatar\.jpg$/;

function renderOf(
  media: MediaDocument | null,
  avatar: string | null,
): Pick<RenderView, 'renderUrl' | 'derivedFrom'> | null {
  if (media?.mainRaw) return { renderUrl: media.mainRaw, derivedFrom: 'main-raw' };
  if (media?.main) return { renderUrl: media.main, derivedFrom: 'main' };
  const url = URL.parse(avatar ?? '');
  if (!url || !AVATAR.test(url.pathname)) return null;
  url.pathname = url.pathname.replace(AVATAR, '-main-raw.png');
  url.search = '';
  return { renderUrl: url.href, derivedFrom: 'avatar' };
}
