import { publicUrl } from '../core/public-url.ts';

/** Of an organization `o`: the logo that is shown. A constraint keeps `use_custom_logo` from naming one that is not there. */
export const CURRENT_LOGO = 'case when o.use_custom_logo then o.custom_logo_url else o.synced_logo_url end';

export const logoUrl = (baseUrl: string, address: string | null) =>
  address === null ? null : publicUrl(baseUrl, address);
