import type { CharacterMedia } from '@guildhall/battlenet/schemas/character-media.ts';
import { mayAsk } from '../../core/media-hosts.ts';

/** Addresses of pictures; `main` is the figure before its background was taken away. */
export type MediaDocument = {
  avatar: string | null;
  inset: string | null;
  main: string | null;
  mainRaw: string | null;
};

/** They become sources of pictures on pages, so each is at a host of the platform or left out. */
export function mediaDocument(
  { assets, avatar_url, bust_url, render_url }: CharacterMedia,
  hosts: string[],
): MediaDocument {
  const picture = (text: string | null) => {
    const url = URL.parse(text ?? '');
    return url && mayAsk(url, hosts) ? url.href : null;
  };
  const asset = (key: string) => picture(assets.find((entry) => entry.key === key)?.value ?? null);
  return {
    avatar: asset('avatar') ?? picture(avatar_url),
    inset: asset('inset') ?? picture(bust_url),
    main: asset('main') ?? picture(render_url),
    mainRaw: asset('main-raw'),
  };
}
