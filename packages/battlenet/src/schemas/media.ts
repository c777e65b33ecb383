import { z } from 'zod';
import { Int, orEmpty, orNull } from './primitives.ts';

/**
 * Any /data/wow/media/… document: `key` is the kind of picture (`image`, `icon`), `value` its address. Classic leaves
 * `assets` out where it has none. Addresses name hosts that have moved before: fetch and keep the picture.
 */
export type Media = z.infer<typeof Media>;
export const Media = z.object({
  id: orNull(Int),
  assets: orEmpty(z.object({ key: z.string(), value: z.string() })),
});
