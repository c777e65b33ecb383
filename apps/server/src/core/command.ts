/** Ends a program of the service that cannot go on with a few lines that say what is wrong and what to do; warns of the rest. */
import { type Config, ConfigError, readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { OperatorError } from './operator-error.ts';

/** Runs a program. Reports a failure on stderr (in production as a JSON line like all logs) and sets the exit code. */
export async function runCommand(environment: NodeJS.ProcessEnv, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    const known = knownProblem(error, environment.DATABASE_URL);
    if (environment.NODE_ENV === 'production') {
      const log = createLogger('fatal');
      if (known === undefined) log.fatal({ err: error }, 'Guildhall could not start');
      else log.fatal(known.replaceAll('\n', ' '));
    } else process.stderr.write(`${known ?? stackOf(error)}\n`);
  }
}

/** The configuration of a program. Says on stderr (in production as a JSON line like all logs) what may be mistyped in it. */
export function readConfigAloud(environment: NodeJS.ProcessEnv): Config {
  const config = readConfig(environment);
  const log = createLogger(config.logLevel);
  for (const warning of config.warnings) {
    if (config.production) log.warn(warning);
    else process.stderr.write(`${warning}\n`);
  }
  return config;
}

/** At most three lines about a problem the operator can fix; undefined for anything else, which is a bug. */
function knownProblem(error: unknown, databaseUrl: string | undefined): string | undefined {
  if (error instanceof ConfigError) return `The configuration is not valid:\n${error.message}`;
  for (const failure of chainOf(error)) {
    if (failure instanceof OperatorError) return failure.message;
    // A program that failed has its exit status there, a number.
    const code = typeof failure.code === 'string' ? failure.code : '';
    const problem = ofSystem(failure, code) ?? ofDatabase(failure, code, placeOf(databaseUrl));
    if (problem) return problem;
  }
  return undefined;
}

type Failure = Error & { code?: unknown; syscall?: string; path?: string; address?: string; port?: number };

/** An error with everything it wraps: libraries put the actual failure into `cause`, or into a list of attempts. */
function chainOf(error: unknown): Failure[] {
  if (!(error instanceof Error)) return [];
  const wrapped = error instanceof AggregateError ? error.errors : [];
  return [error, ...wrapped.flatMap(chainOf), ...chainOf(error.cause)];
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC', 'EEXIST', 'ENOENT']);

function ofSystem({ syscall, path, address, port, message }: Failure, code: string): string | undefined {
  if (code.startsWith('ERR_PARSE_ARGS')) return message;
  if (syscall === 'listen') {
    const place = `${address ?? 'this machine'}:${port}`;
    if (code === 'EADDRINUSE') {
      return `Port ${port} is taken: another program listens on ${place}.\nStop it, or choose another port by PORT (SIMULATOR_PORT for the simulator).`;
    }
    return `Nothing can listen on ${place} (${code}).\nChoose another address or port by HOST and PORT.`;
  }
  if (path === undefined || !UNWRITABLE.has(code)) return undefined;
  return `${path} cannot be written (${code}).\nMake the folder writable for the user that runs Guildhall, or name another one by DATA_DIR.`;
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
]);
/** SQLSTATE → its meaning at start-up. */
const REFUSED: Record<string, string> = {
  '28P01': 'refuses the password',
  '28000': 'refuses the user',
  '3D000': 'does not have the database',
  '53300': 'has no connection left',
  '57P03': 'is still starting',
};

function ofDatabase({ message }: Failure, code: string, place: string): string | undefined {
  const correct = 'Start it, or correct DATABASE_URL.';
  if (UNREACHABLE.has(code) || /^(timeout exceeded|Connection terminated)/i.test(message)) {
    return `PostgreSQL at ${place} cannot be reached${code && ` (${code})`}.\n${correct}`;
  }
  if (REFUSED[code]) return `PostgreSQL at ${place} ${REFUSED[code]} (${code}).\n${correct}`;
  if (code === '42P01' || code === '3F000' || /pg-boss (is not installed|database requires migrations)/.test(message)) {
    return `The database at ${place} does not have the tables of this version.\nRun \`pnpm migrate\` first.`;
  }
  return undefined;
}

/** Without user and password. */
function placeOf(url = ''): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname}` : 'the embedded address';
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
