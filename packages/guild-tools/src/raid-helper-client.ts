import { fetchJson, type ToolOptions } from './fetch-json.ts';
import { type EventOfServer, eventsOfServer, RaidHelperEvent, RaidHelperEvents } from './raid-helper.ts';

/** Raid-Helper answers on both, and on no other. */
const HOSTS = ['raid-helper.dev', 'raid-helper.xyz'] as const;
type Host = (typeof HOSTS)[number];

export type EventAddress = { host: Host; id: string };

/**
 * The event that a link leads to: its id is cut out, the rest is dropped. Null for links to other places. An id alone is
 * enough.
 */
export function eventAddress(link: string): EventAddress | null {
  const text = link.trim();
  if (/^\d{15,20}$/.test(text)) return { host: HOSTS[0], id: text };
  const url = URL.parse(text);
  const host = HOSTS.find((own) => url?.hostname === own || url?.hostname === `www.${own}`);
  const id = /^\/(?:event|raidplan|comp|api\/v[234]\/events)\/(\d{15,20})\/?$/.exec(url?.pathname ?? '')?.[1];
  return url?.protocol === 'https:' && host && id ? { host, id } : null;
}

/** The link that people know, from which `eventAddress` cuts the same id. */
export const linkOf = (id: string) => `https://${HOSTS[0]}/event/${id}`;

export type RaidHelper = ReturnType<typeof createRaidHelper>;

/** The pause between requests, because ten in five seconds are allowed. */
export const RAID_HELPER_PAUSE_MS = 550;
/** Read at once, so that other requests stay within the limit. */
const MOST_PAGES = 8;

export function createRaidHelper(options: ToolOptions = {}) {
  const baseOf = (host: Host) => options.apiUrl ?? `https://${host}`;
  return {
    /** GET /api/v4/events/{id}: any caller who knows the id may read it. */
    event: ({ host, id }: EventAddress, signal?: AbortSignal): Promise<RaidHelperEvent> =>
      fetchJson({
        ...options,
        tool: 'Raid-Helper',
        url: `${baseOf(host)}/api/v4/events/${id}`,
        schema: RaidHelperEvent,
        signal,
      }),

    /**
     * GET /api/v4/servers/{id}/events, with the key of the server as it is, without a scheme. `complete` is false if the
     * server has more pages than are read.
     */
    async eventsOf(serverId: string, key: string, signal?: AbortSignal): Promise<EventsOfServer> {
      const events = new Map<string, EventOfServer>();
      let pages = 1;
      for (let page = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
        const answer = await fetchJson({
          ...options,
          tool: 'Raid-Helper',
          url: `${baseOf(HOSTS[0])}/api/v4/servers/${encodeURIComponent(serverId)}/events`,
          authorization: key,
          headers: { Page: String(page) },
          schema: RaidHelperEvents,
          signal,
        });
        for (const event of eventsOfServer(answer)) events.set(event.id, event);
        pages = answer.pages;
      }
      return { events: [...events.values()], complete: pages <= MOST_PAGES };
    },
  };
}

type EventsOfServer = { events: EventOfServer[]; complete: boolean };
