import { z } from 'zod';
import { fetchJson, type ToolOptions } from './fetch-json.ts';
import { droptimizerReport, type SimReport, upgradeReport } from './sim-report.ts';

export type SimAddress = { tool: SimReport['tool']; id: string };

const RAIDBOTS = /^\/(?:simbot\/report|reports)\/([A-Za-z0-9]{22})(?:\/.*)?$/;
const QE_LIVE = /^\/live\/upgradereport\/([a-z]{12})\/?$/;

/** The report that a link leads to: its id is cut out, the rest is dropped. Null for links to other places. */
export function simAddress(link: string): SimAddress | null {
  const url = URL.parse(link.trim());
  if (url?.protocol !== 'https:') return null;
  const host = url.hostname.replace(/^www\./, '');
  const [, raidbots] = (host === 'raidbots.com' && RAIDBOTS.exec(url.pathname)) || [];
  if (raidbots) return { tool: 'raidbots', id: raidbots };
  const [, qeLive] = (host === 'questionablyepic.com' && QE_LIVE.exec(url.pathname)) || [];
  return qeLive ? { tool: 'qe_live', id: qeLive } : null;
}

/** The link that people know, from which `simAddress` cuts the same id. */
export const simLink = ({ tool, id }: SimAddress): string =>
  tool === 'raidbots'
    ? `https://www.raidbots.com/simbot/report/${id}`
    : `https://questionablyepic.com/live/upgradereport/${id}`;

type SimSites = Omit<ToolOptions, 'apiUrl'> & { raidbotsUrl?: string | undefined; qeLiveUrl?: string | undefined };

/** Public reports, whose id is their only key. Rejects with `GuildToolError` and `FormatError`. */
export async function fetchSim(
  { tool, id }: SimAddress,
  { raidbotsUrl = 'https://www.raidbots.com', qeLiveUrl = 'https://questionablyepic.com', ...options }: SimSites = {},
  signal?: AbortSignal,
): Promise<SimReport> {
  const isRaidbots = tool === 'raidbots';
  const document = await fetchJson({
    ...options,
    tool: isRaidbots ? 'Raidbots' : 'QE Live',
    url: isRaidbots ? `${raidbotsUrl}/reports/${id}/data.json` : `${qeLiveUrl}/api/getUpgradeReport.php?reportID=${id}`,
    schema: z.unknown(),
    signal,
  });
  return isRaidbots ? droptimizerReport(document) : upgradeReport(document);
}
