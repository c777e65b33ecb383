/** A person as others see them, from two columns that are both null for nobody and for somebody erased. */
export const personOf = (id: string | null, displayName: string | null) =>
  id !== null && displayName !== null ? { id, displayName } : null;
