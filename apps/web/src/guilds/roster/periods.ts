/** The values of filters in the addresses of the roster's pages. */

export const CHANGES = ['joined', 'returned', 'left', 'rank', 'level', 'renamed', 'transferred'] as const;
/** Periods, in days, within which a member has played; a negative one, in which they have not. */
export const PERIODS = ['7', '30', '90', '-14', '-30', '-90'] as const;
/** Those of the composition, which counts who has played. */
export const PLAYED_WITHIN = ['7', '30', '90'] as const;
