import { z } from 'zod';
import { Int, orEmpty, orNull } from './primitives.ts';

/**
 * Any /data/wow/media/… document: `key` is the kind of image (`image`, `icon`), `value` its address. Classic leaves
 * `assets` out where there are none. The image hosts have changed before: fetch and keep the image.
 */
export type Media = z.infer<typeof Media>;
export const Media = z.object({
  id: orNull(Int),
  assets: orEmpty(z.object({ key: z.string(), value: z.string() })),
});
