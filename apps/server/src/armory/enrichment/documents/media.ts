import type { CharacterMedia } from '@guildhall/battlenet/schemas/character-media.ts';
import { isMediaHost } from '../../../core/media-hosts.ts';

export type MediaDocument = ReturnType<typeof mediaDocument>;

/** These addresses become picture sources on pages, so each must be at a host of the platform or is dropped. */
export function mediaDocument({ assets, avatar_url, bust_url, render_url }: CharacterMedia, hosts: string[]) {
  const picture = (text: string | null) => {
    const url = URL.parse(text ?? '');
    return url && isMediaHost(url, hosts) ? url.href : null;
  };
  const asset = (key: string) => picture(assets.find((entry) => entry.key === key)?.value ?? null);
  return {
    avatar: asset('avatar') ?? picture(avatar_url),
    inset: asset('inset') ?? picture(bust_url),
    /** The figure with its original background. */
    main: asset('main') ?? picture(render_url),
    mainRaw: asset('main-raw'),
  };
}
