/** What the API reference says of every route that changes an organization or what is in it. */
export const ARCHIVED = 'It is archived (`organization_archived`)';
