/** Stated in the API reference for every route that changes an organization or its contents. */
export const ARCHIVED = 'It is archived (`organization_archived`)';
