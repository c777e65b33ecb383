/** Addresses of Warcraft Logs: what a link names is cut out of it, and requests go to a host of this list alone. */

/** `www` has retail, `classic` the progressing Classic, `fresh` its anniversary realms. */
export const warcraftLogsHosts = ['www', 'classic', 'fresh'] as const;
export type WarcraftLogsHost = (typeof warcraftLogsHosts)[number];

export type ReportAddress = { host: WarcraftLogsHost; code: string };
export type GuildAddress = { host: WarcraftLogsHost; guildId: number };

const CODE = /^[A-Za-z0-9]{16}$/;

/** The report of a link. A bare code belongs to `host`. Null for every other text. */
export function reportAddress(text: string, host: WarcraftLogsHost): ReportAddress | null {
  const trimmed = text.trim();
  if (CODE.test(trimmed)) return { host, code: trimmed };
  const page = pageOf(trimmed);
  const [, code] = /^\/reports\/([A-Za-z0-9]{16})\/?$/.exec(page?.path ?? '') ?? [];
  return page && code !== undefined ? { host: page.host, code } : null;
}

/** The guild of a link to its page, its calendar or its list of reports. Null for every other text. */
export function guildAddress(text: string): GuildAddress | null {
  const page = pageOf(text.trim());
  const [, id] = /^\/guild\/(?:[a-z-]{1,40}\/)?(\d{1,9})(?:\/|$)/.exec(page?.path ?? '') ?? [];
  return page && id !== undefined ? { host: page.host, guildId: Number(id) } : null;
}

export const reportUrl = ({ host, code }: ReportAddress) => `https://${host}.warcraftlogs.com/reports/${code}`;

/** `de.warcraftlogs.com` and `ru.classic.warcraftlogs.com` show the same in another language. */
function pageOf(link: string): { host: WarcraftLogsHost; path: string } | null {
  const url = URL.parse(link);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '') return null;
  const [, named] = /^(?:[a-z]{2}\.)?(?:(www|classic|fresh)\.)?warcraftlogs\.com$/.exec(url.hostname) ?? [null, null];
  if (named === null) return null;
  return { host: warcraftLogsHosts.find((host) => host === named) ?? 'www', path: url.pathname };
}
