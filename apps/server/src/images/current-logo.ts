/** The visible logo of an organization `o` in scope. A constraint keeps `use_custom_logo` from naming a missing one. */
export const CURRENT_LOGO = 'case when o.use_custom_logo then o.custom_logo_url else o.synced_logo_url end';
