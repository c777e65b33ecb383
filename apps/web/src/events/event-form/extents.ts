import type { SeriesPart } from '@guildhall/contracts/event.ts';

export const EXTENTS = ['this', 'following', 'upcoming', 'all'] as const satisfies readonly SeriesPart[];
export type Extent = SeriesPart;
