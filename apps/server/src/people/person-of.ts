/** A person as others see them, of two columns that are null together: for nobody, and for somebody who is erased. */
export const personOf = (id: string | null, displayName: string | null) =>
  id !== null && displayName !== null ? { id, displayName } : null;
