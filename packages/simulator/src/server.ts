import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, jsonAnswer } from './answer.ts';
import { createAuthorizationCodes } from './authorization-codes.ts';
import { createBattlenetApi, type Replaced } from './battlenet/api.ts';
import { crestImage } from './battlenet/crest-image.ts';
import { createBattlenetOauth } from './battlenet/oauth.ts';
import { recordedAnswer } from './battlenet/recorded.ts';
import { scenery } from './battlenet/scenery.ts';
import { createControl } from './control.ts';
import { createDiscord } from './discord/api.ts';
import { createCommands } from './discord/commands.ts';
import { APPLICATION_ID, createInteractions, type Interactions } from './discord/interactions.ts';
import { faultAnswer, spoil, spoilsDocument } from './fault-answers.ts';
import { type ActiveFault, createFaults, type Faults } from './faults.ts';
import { moderation } from './moderation/api.ts';
import { createRaidHelper } from './raid-helper/api.ts';
import { readRequest, type SimulatorRequest } from './request.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { createTokens } from './signed-token.ts';
import { qeLive, raidbots } from './sims/api.ts';
import { startPage } from './start-page.ts';
import { createWarcraftLogs, createWarcraftLogsSite, type WarcraftLogsSite } from './warcraft-logs/api.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';
import { WorldRefusal } from './world-refusal.ts';
import { wowaudit } from './wowaudit/api.ts';

export type SimulatorOptions = {
  /** 0, the default, takes any free port. */
  port?: number;
  /** Seed of the world that is created if none is given; default 1. */
  seed?: number;
  /** Journal size of that world; default `small`. */
  journal?: WorldOptions['journal'];
  /** A folder of recorded payloads, `<kind>/<file>.json`, served under `/battlenet/recorded/`. */
  recordedDir?: string;
  /** Delay of every platform response. */
  latencyMs?: number;
  world?: World;
};

export type DemoAccount = {
  provider: 'battlenet' | 'discord';
  /** Used as `?account=` of the consent page. */
  key: string;
  name: string;
  label: string;
  description: string;
};

export type Simulator = {
  origin: string;
  battlenetOauthUrl: string;
  /** Contains the literal `{region}`, which the client replaces. */
  battlenetApiUrl: string;
  discordApiUrl: string;
  /** People who press buttons and type commands on Discord. */
  discord: Interactions;
  /** Replaces `https://api.openai.com`; refuses a magenta picture. */
  moderationUrl: string;
  /** Replaces `https://raid-helper.dev` and its other hosts. */
  raidHelperUrl: string;
  /** Replaces `https://wowaudit.com`. */
  wowauditUrl: string;
  /** Replaces `https://www.raidbots.com`. */
  raidbotsUrl: string;
  /** Replaces `https://questionablyepic.com`. */
  qeLiveUrl: string;
  /** Replaces `https://{host}.warcraftlogs.com`; contains the literal `{host}`, which the client replaces. */
  warcraftLogsUrl: string;
  /** The reports of Warcraft Logs, to add to and to change. */
  warcraftLogs: WarcraftLogsSite;
  /** Demo accounts to sign in as, in the order of the world. */
  demoAccounts: DemoAccount[];
  world: World;
  faults: Faults;
  requests: RequestLog;
  /** Ends every connection, including idle and hanging ones, and frees the port. */
  close(): Promise<void>;
};

/**
 * Starts one HTTP server on 127.0.0.1 that speaks the protocols of Battle.net, Discord, an image moderation, Raid-Helper,
 * wowaudit, Raidbots, QE Live and Warcraft Logs. Rejects if the port is taken.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, latencyMs = 0, recordedDir } = options;
  const { seed = 1, journal = 'small' } = options;
  const world = options.world ?? createWorld({ seed, journal });
  const closing = new AbortController();
  const server = createServer({ keepAliveTimeout: 60_000 });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port');
  const origin = `http://127.0.0.1:${address.port}`;

  const tokens = createTokens();
  const faults = createFaults((account) => {
    if (account !== undefined && ![...world.accounts, ...world.discordAccounts].some(({ key }) => key === account)) {
      throw new WorldRefusal('missing', `There is no demo account ${account}`);
    }
    tokens.expire(account);
  });
  const requests = createRequestLog();
  const battlenetApi = createBattlenetApi(origin, world, tokens);
  const battlenetOauth = createBattlenetOauth(origin, world, tokens, createAuthorizationCodes());
  const commands = createCommands(APPLICATION_ID);
  const interactions = createInteractions({ world, seed, commands });
  const discord = createDiscord(world, tokens, createAuthorizationCodes(), { commands, interactions });
  const raidHelper = createRaidHelper(world);
  const warcraftLogsSite = createWarcraftLogsSite(world);
  const warcraftLogs = createWarcraftLogs(world, tokens, warcraftLogsSite);
  const control = createControl({ origin, world, faults, requests, discord: interactions });

  async function platformAnswer(request: SimulatorRequest, fault: ActiveFault | undefined): Promise<Answer> {
    const replaced = fault && faultAnswer(request, fault.fault);
    if (replaced) return replaced;
    const served = fault?.fault.kind === 'serve' ? fault.fault : undefined;
    const [platform, part] = request.segments ?? request.path.slice(1).split('/');
    let answer: Answer;
    if (platform === 'battlenet' && part === 'api') {
      answer = battlenetApi(request, fault && replacementBy(fault));
    } else if (served) answer = jsonAnswer(200, served.body);
    else if (platform === 'battlenet' && part === 'oauth') answer = await battlenetOauth(request);
    else if (platform === 'battlenet' && part === 'recorded') answer = await recordedAnswer(request, recordedDir);
    else if (platform === 'discord') answer = await discord(request);
    else if (platform === 'moderation') answer = await moderation(request);
    else if (platform === 'raid-helper') answer = raidHelper(request);
    else if (platform === 'wowaudit') answer = wowaudit(world, request);
    else if (platform === 'raidbots') answer = raidbots(world, request);
    else if (platform === 'qe-live') answer = qeLive(world, request);
    else if (platform === 'warcraft-logs') answer = await warcraftLogs(request);
    else answer = crestImage(request) ?? scenery(request) ?? jsonAnswer(404, { error: 'There is nothing here' });
    return fault && spoilsDocument(fault.fault) ? spoil(answer, fault.fault) : answer;
  }

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = readRequest(message);
    if (request.path === '/') return send(response, startPage(origin, world));
    if (request.path.startsWith('/control/')) return send(response, await control(request));

    const arrived = Date.now();
    const started = performance.now();
    const entry = requests.open({
      at: arrived,
      method: request.method,
      path: request.path,
      status: 0,
      ms: 0,
      conditional: request.headers['if-modified-since'] !== undefined,
    });
    response.once('close', () => {
      entry.ms = Math.round((performance.now() - started) * 10) / 10;
    });

    const active = faults.take(request);
    const delay = active.reduce((sum, { fault }) => sum + (fault.kind === 'latency' ? fault.ms : 0), latencyMs);
    if (delay > 0) await sleep(delay, undefined, { signal: closing.signal });
    const decisive = active.find(({ fault }) => fault.kind !== 'latency');
    if (decisive?.fault.kind === 'hang') {
      if (!decisive.fault.until) return;
      await decisive.fault.until;
      if (closing.signal.aborted) return;
    }
    if (decisive?.fault.kind === 'reset') {
      message.socket.resetAndDestroy();
      return;
    }
    const answer = await platformAnswer(request, decisive);
    if (decisive?.fault.kind === 'answered-but-lost') {
      if (!decisive.fault.isHeld) message.socket.resetAndDestroy();
      return;
    }
    // Set before sending, so that a client that has the response finds it in the log.
    entry.status = answer.status;
    send(response, answer);
  }

  server.on('request', (message, response) => {
    handle(message, response).catch((error: unknown) => {
      // The client may have disconnected in the meantime.
      if (closing.signal.aborted || response.headersSent || response.destroyed) return response.destroy();
      console.error(error);
      send(response, jsonAnswer(500, { error: 'The simulator has a bug' }));
    });
  });

  return {
    origin,
    battlenetOauthUrl: `${origin}/battlenet/oauth`,
    battlenetApiUrl: `${origin}/battlenet/api/{region}`,
    discordApiUrl: `${origin}/discord/api/v10`,
    discord: interactions,
    moderationUrl: `${origin}/moderation`,
    raidHelperUrl: `${origin}/raid-helper`,
    wowauditUrl: `${origin}/wowaudit`,
    raidbotsUrl: `${origin}/raidbots`,
    qeLiveUrl: `${origin}/qe-live`,
    warcraftLogsUrl: `${origin}/warcraft-logs/{host}`,
    warcraftLogs: warcraftLogsSite,
    demoAccounts: demoAccounts(world),
    world,
    faults,
    requests,
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function replacementBy({ fault, serial }: ActiveFault): Replaced | undefined {
  const dated = 'lastModified' in fault ? fault.lastModified : undefined;
  if (fault.kind === 'serve') return { kind: 'served', serial, dated, body: fault.body };
  return spoilsDocument(fault) ? { kind: 'altered', serial, dated } : undefined;
}

function demoAccounts({ accounts, discordAccounts }: World): DemoAccount[] {
  return [
    ...accounts.map(({ key, battletag, label, description }) => ({
      provider: 'battlenet' as const,
      key,
      name: battletag.replace(/#\d+$/, ''),
      label,
      description,
    })),
    ...discordAccounts.map(({ key, username, globalName, label, description }) => ({
      provider: 'discord' as const,
      key,
      name: globalName ?? username,
      label,
      description,
    })),
  ];
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body ?? undefined);
}
