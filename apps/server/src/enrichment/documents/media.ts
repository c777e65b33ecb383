import type { CharacterMedia } from '@guildhall/battlenet/schemas/character-media.ts';

/** Addresses of pictures; `main` is the figure before its background was taken away. */
export type MediaDocument = {
  avatar: string | null;
  inset: string | null;
  main: string | null;
  mainRaw: string | null;
};

export function mediaDocument({ assets, avatar_url, bust_url, render_url }: CharacterMedia): MediaDocument {
  const asset = (key: string) => webAddress(assets.find((entry) => entry.key === key)?.value ?? null);
  return {
    avatar: asset('avatar') ?? webAddress(avatar_url),
    inset: asset('inset') ?? webAddress(bust_url),
    main: asset('main') ?? webAddress(render_url),
    mainRaw: asset('main-raw'),
  };
}

/** It becomes the source of a picture on a page, so it is an address of the web or nothing. */
function webAddress(text: string | null): string | null {
  const url = URL.parse(text ?? '');
  return url && ['https:', 'http:'].includes(url.protocol) ? url.href : null;
}
