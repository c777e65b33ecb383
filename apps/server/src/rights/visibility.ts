/** Needs an organization `o` in scope: whether outsiders may see it, which is the default. */
export const IS_OPEN = `coalesce(o.settings ->> 'visibility', 'public') <> 'members'`;
