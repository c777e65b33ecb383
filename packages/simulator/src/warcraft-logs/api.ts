import { randomUUID } from 'node:crypto';
import { type Answer, jsonAnswer } from '../answer.ts';
import { clientOf } from '../client-credentials.ts';
import { bearerOf, formOf, type SimulatorRequest } from '../request.ts';
import type { Tokens } from '../signed-token.ts';
import type { World } from '../world.ts';
import type { Guild } from '../world-model.ts';
import { GraphqlError, type Resolver, readQuery, select } from './graphql.ts';
import {
  guildIdOf,
  type LoggedActor,
  type LoggedReport,
  type Night,
  reportOf,
  seededReports,
  tagsOf,
} from './reports.ts';

/** The reports of the site, and the points of the hour that all clients share here. */
export type WarcraftLogsSite = {
  readonly reports: LoggedReport[];
  /** A number can be set; each request then adds its cost. */
  readonly points: { limitPerHour: number; spent: number; resetsAt: number };
  /** Uploads a night of a guild, or replaces what the same recorder uploaded of it. */
  record(guild: Guild, night: Night, changes?: Partial<LoggedReport>): LoggedReport;
};

/** A year, as on the platform. */
const LIFETIME_SECONDS = 360 * 86_400;
const HOUR_MS = 3_600_000;
/** The platform does not say what a request costs; these are invented. */
const COSTS = { list: 2, report: 6, guild: 1, attendance: 4 };
/** Few, so that a client has to turn the page. */
const MOST_ON_A_PAGE = 5;

export function createWarcraftLogsSite(world: World, now: () => number = Date.now): WarcraftLogsSite {
  // Most simulators are never asked for one.
  let seeded: LoggedReport[] | undefined;
  const reportsOf = () => {
    seeded ??= seededReports(world);
    return seeded;
  };
  return {
    get reports() {
      return reportsOf();
    },
    points: { limitPerHour: 3_600, spent: 0, resetsAt: now() + HOUR_MS },
    record: (guild, night, changes = {}) => {
      const report = { ...reportOf(world, guild, night), ...changes };
      const reports = reportsOf();
      const known = reports.findIndex(({ code }) => code === report.code);
      if (known < 0) reports.push(report);
      else reports[known] = report;
      return report;
    },
  };
}

/** `/warcraft-logs/{www|classic|fresh}/oauth/token` and `…/api/v2/client`. */
export function createWarcraftLogs(world: World, tokens: Tokens, site: WarcraftLogsSite, now: () => number = Date.now) {
  async function token(request: SimulatorRequest): Promise<Answer> {
    const form = request.method === 'POST' ? await formOf(request) : null;
    if (form?.get('grant_type') !== 'client_credentials') return jsonAnswer(400, { error: 'unsupported_grant_type' });
    const client = clientOf(request, form);
    if (!client) return jsonAnswer(401, { error: 'invalid_client', error_description: 'Client authentication failed' });
    const claims = { platform: 'warcraftlogs', use: 'app', clientId: client.id, account: null, scope: [] } as const;
    const expires = now() + LIFETIME_SECONDS * 1_000;
    return jsonAnswer(200, {
      token_type: 'Bearer',
      expires_in: LIFETIME_SECONDS,
      access_token: tokens.issue({ ...claims, grant: randomUUID(), expires }),
    });
  }

  async function graphql(request: SimulatorRequest, host: string): Promise<Answer> {
    if (tokens.read(bearerOf(request))?.platform !== 'warcraftlogs')
      return jsonAnswer(401, { error: 'Unauthenticated.' });
    const body = request.method === 'POST' ? await request.body(64 * 1_024) : null;
    if (body === null) return jsonAnswer(400, { error: 'Bad request' });
    if (now() >= site.points.resetsAt) Object.assign(site.points, { spent: 0, resetsAt: now() + HOUR_MS });
    if (site.points.spent >= site.points.limitPerHour) return jsonAnswer(429, { error: 'Too many requests' });
    const errors: { message: string }[] = [];
    try {
      const { query, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
      const data = select(
        schemaFor(host, (message) => errors.push({ message })),
        readQuery(query, variables ?? {}),
      );
      return jsonAnswer(200, errors.length > 0 ? { errors, data } : { data });
    } catch (error) {
      if (error instanceof GraphqlError) return jsonAnswer(200, { errors: [{ message: error.message }] });
      return jsonAnswer(400, { error: 'Bad request' });
    }
  }

  function schemaFor(host: string, refuse: (message: string) => void) {
    const spend = (cost: number) => {
      site.points.spent += cost;
    };
    const onHost = () => site.reports.filter((report) => report.host === host);

    const report: Resolver = ({ code, allowUnlisted }) => {
      spend(COSTS.report);
      const found = onHost().find((one) => one.code === code);
      if (!found) refuse('This report does not exist.');
      else if (found.visibility === 'private' || (found.visibility === 'unlisted' && allowUnlisted !== true)) {
        refuse('You do not have permission to view this report.');
      } else return shown(found);
      return null;
    };

    const reports: Resolver = ({ guildID, guildTagID, startTime, endTime, limit, page }) => {
      spend(COSTS.list);
      const tag = typeof guildTagID === 'number' ? guildTagID : null;
      const all = onHost()
        .filter((one) => one.visibility === 'public' && (tag === null ? one.guildId === guildID : one.tagId === tag))
        .filter((one) => one.startTime >= Number(startTime ?? 0) && one.startTime <= Number(endTime ?? now()))
        .toSorted((one, other) => other.startTime - one.startTime);
      const size = Math.min(Number(limit ?? 100), MOST_ON_A_PAGE);
      const from = (Math.max(1, Number(page ?? 1)) - 1) * size;
      return {
        data: all.slice(from, from + size).map(shown),
        total: all.length,
        has_more_pages: from + size < all.length,
      };
    };

    const guild: Resolver = ({ id, name, serverSlug, serverRegion }) => {
      spend(COSTS.guild);
      const found = world.guilds.find((one) =>
        typeof id === 'number'
          ? guildIdOf(one) === id
          : one.name === name &&
            one.realm.slug === serverSlug &&
            one.realm.region === String(serverRegion).toLowerCase(),
      );
      return found && host === 'www' ? { ...guildDocument(found), attendance: attendanceOf(found) } : null;
    };

    /** The attendance of a guild: its public reports, the newest first. */
    const attendanceOf =
      (of: Guild): Resolver =>
      ({ limit, page }) => {
        spend(COSTS.attendance);
        const all = onHost()
          .filter((one) => one.visibility === 'public' && one.guildId === guildIdOf(of))
          .toSorted((one, other) => other.startTime - one.startTime);
        const size = Math.min(Number(limit ?? 16), MOST_ON_A_PAGE);
        const from = (Math.max(1, Number(page ?? 1)) - 1) * size;
        return {
          data: all.slice(from, from + size).map(nightDocument),
          total: all.length,
          has_more_pages: from + size < all.length,
        };
      };

    return {
      rateLimitData: () => ({
        limitPerHour: site.points.limitPerHour,
        pointsSpentThisHour: site.points.spent,
        pointsResetIn: Math.max(0, Math.ceil((site.points.resetsAt - now()) / 1_000)),
      }),
      reportData: { report, reports },
      guildData: { guild },
    };
  }

  function shown(report: LoggedReport) {
    const guild = world.guilds.find((one) => guildIdOf(one) === report.guildId);
    const locked = report.isArchived;
    return {
      code: report.code,
      title: report.title,
      startTime: report.startTime,
      endTime: report.endTime,
      visibility: report.visibility,
      archiveStatus: { isArchived: locked, isAccessible: !locked, archiveDate: null },
      guild: guild ? guildDocument(guild) : null,
      guildTag: report.tagId === null ? null : { id: report.tagId, name: 'Team' },
      zone: report.zone,
      masterData: locked ? null : { gameVersion: report.gameVersion, actors: () => report.actors },
      fights: locked ? null : () => report.fights,
    };
  }

  return async (request: SimulatorRequest): Promise<Answer> => {
    const [, , host = '', ...rest] = request.path.split('/');
    const place = rest.join('/');
    if (!['www', 'classic', 'fresh'].includes(host)) return jsonAnswer(404, { error: 'Not found' });
    if (place === 'oauth/token') return token(request);
    if (place === 'api/v2/client') return graphql(request, host);
    return jsonAnswer(404, { error: 'Not found' });
  };
}

/** Names have no realm there. */
function nightDocument({ code, startTime, zone, actors, bench, fights }: LoggedReport) {
  const fought = new Set(
    fights.flatMap(({ encounterID, friendlyPlayers }) => (encounterID > 0 ? friendlyPlayers : [])),
  );
  const player =
    (presence: number) =>
    ({ name, subType }: Pick<LoggedActor, 'name' | 'subType'>) => ({
      ...{ name, presence },
      type: subType,
    });
  const players = [...actors.filter(({ id }) => fought.has(id)).map(player(1)), ...bench.map(player(2))];
  return { code, startTime, zone, players };
}

function guildDocument(guild: Guild) {
  const { name, slug, region } = guild.realm;
  return {
    id: guildIdOf(guild),
    name: guild.name,
    server: { name: name.en_US, slug, region: { slug: region.toUpperCase() } },
    tags: tagsOf(guild),
  };
}
