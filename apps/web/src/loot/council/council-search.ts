import type { WishTrack } from '@guildhall/contracts/wish.ts';
import { integer, oneOf, text } from '../../routes/search-params.ts';

export type CouncilSearch = {
  item?: number | undefined;
  track?: WishTrack | undefined;
  team?: string | undefined;
};

/** From the hardest: a guild's council is about what is hard to get. */
export const TRACKS = ['mythic', 'heroic', 'normal', 'finder', 'any'] as const satisfies readonly WishTrack[];

export const readSearch = (search: Record<string, unknown>): CouncilSearch => ({
  item: integer(search.item),
  track: oneOf(search.track, TRACKS),
  team: text(search.team),
});
