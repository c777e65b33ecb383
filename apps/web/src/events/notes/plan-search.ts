/** The boss whose note is open, by the journal's id; without one, that of the whole night. A text, as links are compared. */
export type PlanSearch = { boss?: string | undefined };

/** As the service takes it. */
export const bossOf = ({ boss }: { boss?: unknown }): string =>
  typeof boss === 'string' && /^[1-9]\d{0,8}$/.test(boss) ? boss : 'all';
