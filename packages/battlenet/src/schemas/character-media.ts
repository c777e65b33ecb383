import { z } from 'zod';
import { orEmpty, orNull } from './primitives.ts';

/**
 * GET …/character-media. Known keys are `avatar`, `inset`, `main-raw` and, in older answers, `main`; any can be
 * missing. Before `assets` existed, the platform sent the three addresses beside it.
 */
export type CharacterMedia = z.infer<typeof CharacterMedia>;
export const CharacterMedia = z.object({
  assets: orEmpty(z.object({ key: z.string(), value: z.string() })),
  avatar_url: orNull(z.string()),
  bust_url: orNull(z.string()),
  render_url: orNull(z.string()),
});
