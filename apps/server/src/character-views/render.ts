import type { RenderView } from '@guildhall/contracts/character-build.ts';
import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import type { MediaDocument } from '../enrichment/documents/media.ts';
import { characterSections } from './character-sections.ts';

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
