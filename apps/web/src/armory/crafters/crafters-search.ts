export type CraftersSearch = { q?: string | undefined; profession?: string | undefined };
