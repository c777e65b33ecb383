/** `pnpm start`: configuration → embedded parts that are not configured → roles → orderly stop on a signal. */
import { describeLostKey } from './app/maintenance/lost-key.ts';
import type { WebClient } from './app/pages/web-client.ts';
import { type RunningService, serve } from './app/serve.ts';
import { simulatedPlatforms } from './app/simulated-platforms.ts';
import { readConfigAloud, runCommand } from './core/command.ts';
import type { Config } from './core/config.ts';
import { databaseUrlOf } from './core/db/embedded-postgres.ts';
import { registerCommands } from './discord/interactions/commands.ts';
import { queueFirstSyncs } from './reference/sync/start-syncs.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const stopped = stopSignal();
  const configured = readConfigAloud(process.env);
  const web = await webClient(configured);
  await using stack = new AsyncDisposableStack();
  const databaseUrl = await databaseUrlOf(stack, configured);
  // The embedded database belongs to this process; an external one needs `pnpm migrate`.
  if (!configured.databaseUrl) {
    const { upgradeEmbedded } = await import('./app/maintenance/upgrade-embedded.ts');
    await upgradeEmbedded(configured, databaseUrl, { stopped: true, say });
  }
  const config = await withSimulator(stack, { ...configured, databaseUrl });
  const service = stack.use(await serve(config, {}, web));
  const lost = await describeLostKey(service.ctx);
  if (lost) service.ctx.log.warn(lost);
  if (config.roles.has('worker') && config.battlenet.app) await queueFirstSyncs(service.ctx);
  if (config.simulator && config.roles.has('web')) {
    // So that commands and buttons work there at once.
    await registerCommands(config, { checkOnly: false }).catch((err) =>
      service.ctx.log.warn({ err }, 'the simulated Discord does not reach this service at BASE_URL'),
    );
  }
  announce(config, service);
  collectWhatStartLeft();
  await stopped;
  if (config.production) service.ctx.log.info('Stopping');
  else process.stdout.write('Stopping …\n');
  // Exit even if something hangs; another process takes over the rest.
  setTimeout(() => process.exit(1), config.stopSeconds * 1000);
  await service.drain();
}

/** Serves the built web client if there is one; otherwise builds it while everything else starts. */
async function webClient({ roles, serveWeb, production }: Config): Promise<WebClient | undefined> {
  if (!roles.has('web') || !serveWeb) return undefined;
  const { ensureWebClient } = await import('./app/pages/web-client-build.ts');
  return ensureWebClient({ production, say });
}

async function withSimulator(stack: AsyncDisposableStack, config: Config): Promise<Config> {
  if (!config.simulator) return config;
  const { startSimulator } = await import('@guildhall/simulator/server.ts');
  const simulator = await startSimulator({ port: config.simulatorPort });
  stack.defer(() => simulator.close());
  return simulatedPlatforms(config, simulator);
}

/** By then, the first jobs are done. */
const START_SETTLES_MS = 5_000;

/**
 * From 10 to 25 MB of garbage and empty pages, which V8 keeps while little new is allocated. Node has `gc` only with
 * `--expose-gc`.
 */
function collectWhatStartLeft(): void {
  setTimeout(
    () => void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' }),
    START_SETTLES_MS,
  );
}

/** A log line in production; otherwise directions for a person at the terminal. */
function announce(config: Config, { ctx, port }: RunningService): void {
  const roles = [...config.roles];
  if (config.production) {
    const address = config.roles.has('web') ? { port, baseUrl: config.baseUrl } : {};
    ctx.log.info({ roles, ...address }, 'Guildhall is up');
    return;
  }
  const lines = [`Guildhall is up: ${roles.join(' and ')}.`];
  if (config.roles.has('web')) {
    const base = config.baseUrl;
    lines.push(
      '',
      `  Open           ${base}/`,
      `  API reference  ${base}/docs`,
      `  Health         ${base}/api/v1/health`,
    );
    const [provider] = Object.keys(ctx.oauth);
    if (provider) lines.push(`  Sign in        ${base}/api/v1/auth/signin/${provider}`);
    if (config.simulator)
      lines.push('', 'The game platform is simulated: pick a demo account when you sign in, or run `pnpm demo`.');
    lines.push(`Listening on ${config.host ?? '127.0.0.1'}:${port}; Ctrl-C stops everything.`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(1);
      asked = true;
      resolve();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}

await runCommand(process.env, main);
process.exit();
