/** Apart from the contract, for pages that load it later. */
export const MAX_RECURRING_DATES = 52;
