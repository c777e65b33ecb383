/** Of an organization `o`: whether it shows itself to people who are not in it. It does unless its settings say no. */
export const IS_OPEN = `coalesce(o.settings ->> 'visibility', 'public') <> 'members'`;
