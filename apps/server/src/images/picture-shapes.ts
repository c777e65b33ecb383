import type { ImagePurpose } from '@guildhall/contracts/image.ts';

/** Edge lengths in pixels, largest first. `cover` fills a square and cuts the rest; `inside` keeps the whole picture. */
export type PictureShape = { sizes: readonly [number, ...number[]]; fit: 'cover' | 'inside' };

export const pictureShapes: Record<ImagePurpose, PictureShape> = {
  avatar: { sizes: [512, 128], fit: 'cover' },
  logo: { sizes: [512, 128], fit: 'inside' },
  event: { sizes: [1600, 640], fit: 'inside' },
};

/** What an upload may weigh, whatever it is for. */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
