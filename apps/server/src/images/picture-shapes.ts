import type { ImagePurpose } from '@guildhall/contracts/image.ts';

/** Edge lengths in pixels, largest first. `cover` fills a square and crops; `inside` keeps the whole picture. */
export type PictureShape = { sizes: readonly [number, ...number[]]; fit: 'cover' | 'inside' };

export const pictureShapes: Record<ImagePurpose, PictureShape> = {
  avatar: { sizes: [512, 128], fit: 'cover' },
  logo: { sizes: [512, 128], fit: 'inside' },
  event: { sizes: [1600, 640], fit: 'inside' },
};

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
