import { type Exchange, ExchangeError, exchange } from '@guildhall/battlenet/exchange.ts';
import { isForNow } from '@guildhall/contracts/refusal-scope.ts';
import { pauseMsOf, retryAfterMs } from '@guildhall/contracts/retry-after.ts';
import { z } from 'zod';
import type { GuildAddress, ReportAddress, WarcraftLogsHost } from './addresses.ts';
import { WarcraftLogsError } from './errors.ts';
import { Guild, type PastNight, PastNights, Points, Report, type ReportHead, Reports } from './schemas.ts';

export type WarcraftLogsOptions = {
  clientId: string;
  clientSecret: string;
  /** Default `https://{host}.warcraftlogs.com`; `{host}` is replaced. */
  apiUrl?: string | undefined;
  fetch?: typeof globalThis.fetch;
  /** Covers headers and body of one request; default 15,000. */
  timeoutMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
};

type Call = { host: WarcraftLogsHost; signal?: AbortSignal | undefined };

export type WarcraftLogs = ReturnType<typeof createWarcraftLogs>;

/** The rest of the hour is left to other programs of the same client, and to officers who look. */
const SHARE = 0.8;
/** How long an answer about points counts: other programs spend them too. */
const POINTS_COUNT_MS = 60_000;
const RENEW_BEFORE_MS = 5 * 60_000;
const MOST_PAGES = 5;

const POINTS = 'rateLimitData { limitPerHour pointsSpentThisHour pointsResetIn }';
const HEAD = 'code title startTime endTime visibility guild { id } guildTag { id }';

const REPORTS = `query ($guildID: Int, $guildTagID: Int, $startTime: Float, $endTime: Float, $page: Int) {
  reportData { reports(guildID: $guildID, guildTagID: $guildTagID, startTime: $startTime, endTime: $endTime, limit: 100, page: $page) {
    data { ${HEAD} zone { id name } } has_more_pages } } ${POINTS} }`;

const REPORT = `query ($code: String, $allowUnlisted: Boolean) {
  reportData { report(code: $code, allowUnlisted: $allowUnlisted) { ${HEAD}
    archiveStatus { isArchived isAccessible }
    zone { id name encounters { id journalID } }
    masterData { gameVersion actors(type: "Player") { id name server subType icon } }
    fights { id name encounterID originalEncounterID difficulty kill size startTime endTime fightPercentage friendlyPlayers inProgress } } } ${POINTS} }`;

const GUILD_FIELDS = 'id name server { name slug region { slug } } tags { id name }';
const GUILD = `query ($id: Int, $name: String, $serverSlug: String, $serverRegion: String) {
  guildData { guild(id: $id, name: $name, serverSlug: $serverSlug, serverRegion: $serverRegion) { ${GUILD_FIELDS} } } ${POINTS} }`;

const ATTENDANCE = `query ($id: Int, $page: Int) {
  guildData { guild(id: $id) { attendance(limit: 25, page: $page) {
    data { code startTime zone { name } players { name type presence } } has_more_pages } } } ${POINTS} }`;

const AppToken = z.object({ access_token: z.string().regex(/^[\x21-\x7e]+$/), expires_in: z.number().positive() });
const Refusals = z.array(z.object({ message: z.string() })).max(100);

/**
 * A client of the GraphQL API of Warcraft Logs with the rights of an application: public data, and unlisted reports whose code
 * is known. Every method rejects with a `WarcraftLogsError`, or with the reason of the caller's signal; redirects are refused
 * and nothing is retried. Before each request it looks at the points of the hour, and stops at four fifths of them.
 */
export function createWarcraftLogs(options: WarcraftLogsOptions) {
  const { clientId, clientSecret, fetch = globalThis.fetch, timeoutMs = 15_000, now = Date.now } = options;
  const addressOf = (host: WarcraftLogsHost, path: string) =>
    (options.apiUrl ?? 'https://{host}.warcraftlogs.com').replaceAll('{host}', host) + path;
  let token: { value: string; renewAt: number } | null = null;
  let points: { spent: number; limit: number; resetsAt: number; at: number } | null = null;

  async function send(url: string, headers: Record<string, string>, body: string, signal?: AbortSignal) {
    try {
      return await exchange({ fetch, url, method: 'POST', headers, body, timeoutMs, signal });
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      throw new WarcraftLogsError(error.kind === 'no_answer' ? 'unavailable' : 'malformed', { reason: error.message });
    }
  }

  async function appToken(signal: AbortSignal | undefined): Promise<string> {
    if (token && now() < token.renewAt) return token.value;
    const answer = await send(
      addressOf('www', '/oauth/token'),
      {
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/json',
      },
      'grant_type=client_credentials',
      signal,
    );
    // Its text may quote the credentials.
    if (answer.status === 400) throw new WarcraftLogsError('unauthorized');
    const { access_token, expires_in } = read(answer, AppToken);
    const lifeMs = expires_in * 1_000;
    token = { value: access_token, renewAt: now() + Math.max(lifeMs - RENEW_BEFORE_MS, lifeMs / 2) };
    return access_token;
  }

  async function post(call: Call, query: string, variables: object): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const value = await appToken(call.signal);
      const answer = await send(
        addressOf(call.host, '/api/v2/client'),
        { Authorization: `Bearer ${value}`, 'Content-Type': 'application/json', Accept: 'application/json' },
        JSON.stringify({ query, variables }),
        call.signal,
      );
      if (answer.status !== 401 || attempt > 1) return answer;
      if (token?.value === value) token = null;
    }
  }

  const pointsLeft = () => points === null || points.spent < points.limit * SHARE || now() >= points.resetsAt;

  function notePoints({ limitPerHour, pointsSpentThisHour, pointsResetIn }: Points): void {
    const at = now();
    points = { spent: pointsSpentThisHour, limit: limitPerHour, resetsAt: at + pointsResetIn * 1_000, at };
  }

  async function lookAtPoints(call: Call): Promise<void> {
    if (points === null || now() - points.at > POINTS_COUNT_MS || now() >= points.resetsAt) {
      const answer = read(await post(call, `{ ${POINTS} }`, {}), Answered(z.object({ rateLimitData: Points })));
      if (!answer.data) throw new WarcraftLogsError('malformed', { reason: 'no points' });
      notePoints(answer.data.rateLimitData);
    }
    if (pointsLeft() || points === null) return;
    throw new WarcraftLogsError('out_of_points', { retryAfterMs: Math.max(1_000, points.resetsAt - now()) });
  }

  /** The data, and what was refused of it. */
  async function ask<T>(call: Call, query: string, variables: object, schema: z.ZodType<T>) {
    await lookAtPoints(call);
    const Data = z.intersection(z.object({ rateLimitData: Points.nullish() }), schema);
    const { data, errors } = read(await post(call, query, variables), Answered(Data));
    if (data?.rateLimitData) notePoints(data.rateLimitData);
    return { data, refusals: (errors ?? []).map(({ message }) => message) };
  }

  type ListOf = Call & Pick<GuildAddress, 'guildId'> & { tagId?: number | null; since: number; until: number };

  /** The public reports of a guild, or of one of its tags, that were begun between two instants: at most 500. */
  async function reports({ guildId, tagId = null, since, until, ...call }: ListOf): Promise<ReportHead[]> {
    const found: ReportHead[] = [];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const variables = { guildID: guildId, guildTagID: tagId, startTime: since, endTime: until, page };
      const { data, refusals } = await ask(
        call,
        REPORTS,
        variables,
        z.object({ reportData: z.object({ reports: Reports.nullable() }).nullable() }),
      );
      const list = data?.reportData?.reports;
      if (!list) throw refused(refusals);
      found.push(...list.data);
      if (!list.has_more_pages) break;
    }
    return found;
  }

  /** A report with fights and players. An unlisted one is read only if the caller has its code from a member. */
  async function report({ code, allowUnlisted, ...call }: Call & ReportAddress & { allowUnlisted: boolean }) {
    const { data, refusals } = await ask(
      call,
      REPORT,
      { code, allowUnlisted },
      z.object({ reportData: z.object({ report: Report.nullable() }).nullable() }),
    );
    const found = data?.reportData?.report;
    if (!found) throw refused(refusals);
    if (found.visibility === 'private') throw new WarcraftLogsError('private');
    if (found.visibility === 'unlisted' && !allowUnlisted) throw new WarcraftLogsError('private');
    if (found.archiveStatus?.isArchived && !found.archiveStatus.isAccessible) throw new WarcraftLogsError('archived');
    if (!found.fights || !found.masterData?.actors) throw new WarcraftLogsError('malformed', { issues: ['fights'] });
    return found;
  }

  type ByName = { name: string; realmSlug: string; region: string };

  /** A guild by its number or its name; null where there is none. */
  async function guild({ host, signal, ...by }: Call & ({ guildId: number } | ByName)): Promise<Guild | null> {
    const variables =
      'guildId' in by ? { id: by.guildId } : { name: by.name, serverSlug: by.realmSlug, serverRegion: by.region };
    const { data } = await ask(
      { host, signal },
      GUILD,
      variables,
      z.object({ guildData: z.object({ guild: Guild.nullable() }).nullable() }),
    );
    return data?.guildData?.guild ?? null;
  }

  /** A page of the nights that a guild has reports of, the newest first: at most 25. */
  async function attendance({ guildId, page, ...call }: Call & Pick<GuildAddress, 'guildId'> & { page: number }) {
    const { data, refusals } = await ask(
      call,
      ATTENDANCE,
      { id: guildId, page },
      z.object({
        guildData: z.object({ guild: z.object({ attendance: PastNights.nullable() }).nullable() }).nullable(),
      }),
    );
    const found = data?.guildData?.guild?.attendance;
    if (!found) throw refused(refusals);
    return { nights: found.data satisfies PastNight[], hasMore: found.has_more_pages };
  }

  return { reports, report, guild, attendance };
}

const Answered = <T>(data: z.ZodType<T>) => z.object({ data: data.nullish(), errors: Refusals.nullish() });

/** The platform says in words why it shows no report. */
function refused(messages: readonly string[]): WarcraftLogsError {
  if (messages.some((message) => /permission|private/i.test(message))) return new WarcraftLogsError('private');
  if (messages.some((message) => /archive/i.test(message))) return new WarcraftLogsError('archived');
  if (messages.length > 0 && !messages.some((message) => /exist|no such|not found/i.test(message)))
    return new WarcraftLogsError('malformed', { reason: 'refused' });
  return new WarcraftLogsError('not_found');
}

function read<T>({ status, headers, body }: Exchange, schema: z.ZodType<T>): T {
  if (status === 401 || status === 403) throw new WarcraftLogsError('unauthorized');
  if (status === 429) throw new WarcraftLogsError('limited', { retryAfterMs: waitOf(headers) });
  if (isForNow(status)) throw new WarcraftLogsError('unavailable', { reason: `HTTP ${status}` });
  if (status !== 200) throw new WarcraftLogsError('malformed', { reason: `HTTP ${status}` });
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 10).map(({ path }) => path.map(String).join('.') || '(document)');
  throw new WarcraftLogsError('malformed', { issues });
}

function waitOf(headers: Headers): number {
  return Math.min(pauseMsOf(retryAfterMs(headers.get('retry-after'))) ?? 60_000, 3_600_000);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new WarcraftLogsError('malformed', { reason: 'not JSON' });
  }
}
