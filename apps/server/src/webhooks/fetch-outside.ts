/**
 * Posts to addresses that people entered, and never into a private network. The addresses that the host's name stands for
 * are looked up once: those that were checked are those that are connected to. Redirects are not followed, proxies not
 * asked, and answers read only as far as a caller wants.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

type OutsideFailure = 'timeout' | 'unreachable' | 'tls' | 'blocked';

export class OutsideError extends Error {
  readonly kind: OutsideFailure;
  constructor(kind: OutsideFailure, cause?: unknown) {
    super(`The address was not reached: ${kind}`, { cause });
    this.name = 'OutsideError';
    this.kind = kind;
  }
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;
type Post = {
  url: URL;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  patienceMs: number;
  /** The operator trusts this address, wherever it leads. */
  trusted: boolean;
  /** So many bytes of the answer are read; none if omitted. */
  reads?: number;
  resolve?: Resolve;
};

type OutsideAnswer = { status: number; retryAfter: string | undefined; text: string };

const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/** Whether this address of the internet protocol can belong to a host outside of us and our network. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_V6);
}

/** The host of an address, without the brackets of a numeric one. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

const resolveAll: Resolve = (host) => systemLookup(host, { all: true });

/** Throws OutsideError. */
export async function postOutside({
  url,
  headers,
  body,
  signal,
  patienceMs,
  trusted,
  reads = 0,
  resolve = resolveAll,
}: Post) {
  const host = hostOf(url);
  // Node connects to a numeric host without looking it up.
  if (!trusted && isIP(host) && !isPublicAddress(host)) throw new OutsideError('blocked');
  const lookup: LookupFunction = (name, options, answer) => {
    resolve(name).then(
      (found) => {
        const usable = trusted ? found : found.filter(({ address }) => isPublicAddress(address));
        const [first] = usable;
        if (!first) answer(new OutsideError(found.length > 0 ? 'blocked' : 'unreachable'), []);
        else if (options.all) answer(null, usable);
        else answer(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, []),
    );
  };
  const patience = AbortSignal.timeout(patienceMs);
  const { promise, resolve: settle, reject } = Promise.withResolvers<OutsideAnswer>();
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: false,
    lookup,
    signal: AbortSignal.any([signal, patience]),
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  });
  const connecting = setTimeout(() => request.destroy(new OutsideError('timeout')), patienceMs / 3).unref();
  request.on('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
  });
  request.on('response', (response) => {
    let text = '';
    const end = () => {
      settle({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text });
      response.destroy();
    };
    if (reads === 0) return end();
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.length >= reads) end();
    });
    // A broken answer counts by its status.
    response.on('error', end).on('close', end);
  });
  request.on('error', reject);
  request.on('close', () => clearTimeout(connecting));
  request.end(body);
  try {
    return await promise;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutsideError) throw error;
    throw new OutsideError(patience.aborted ? 'timeout' : kindOf(error), error);
  }
}

const UNREACHABLE =
  /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_|EPIPE|EADDR|HPE_|ETIMEDOUT|ERR_STREAM|ERR_HTTP|ENODATA|ESERVFAIL)/;

/** Every other failure is one of the certificate or of the handshake. */
function kindOf(error: unknown): OutsideFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ETIMEDOUT') return 'timeout';
  return UNREACHABLE.test(code) ? 'unreachable' : 'tls';
}
