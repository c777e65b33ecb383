/** Metrics of this process, for Prometheus. */
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

type PlatformRequest = { path: string; status: number | null; ms: number };

/** `sockets` counts those that are connected to this process. */
export function createMetrics(pool: Pool, sockets: () => number) {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'guildhall_request_duration_seconds',
    help: 'Answered requests by procedure, method and status',
    labelNames: ['procedure', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const platformRequests = new Histogram({
    name: 'guildhall_platform_request_duration_seconds',
    help: 'Requests to the platforms by what they were about and how they ended',
    labelNames: ['platform', 'kind', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const mails = new Counter({
    name: 'guildhall_mails_total',
    help: 'Mails that the mail server took, and attempts that failed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'guildhall_database_connections',
    help: 'Connections of the pool that requests use, by state; waiting are those who want one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'guildhall_sockets',
    help: 'Sockets that are connected to this process',
    registers: [registry],
    collect() {
      this.set(sockets());
    },
  });
  return {
    registry: Registry.merge([processMetrics(), registry]),
    /** Records an answered request: its procedure, and its duration in seconds. */
    request: (procedure: string, method: string, status: number, seconds: number) =>
      requests.observe({ procedure, method, status: String(status) }, seconds),
    /** For the clients of the platforms: records each of their requests. */
    platform:
      (platform: 'battlenet' | 'discord') =>
      ({ path, status, ms }: PlatformRequest) =>
        platformRequests.observe({ platform, kind: kindOf(path), outcome: outcomeOf(status) }, ms / 1000),
    mail: (outcome: 'sent' | 'failed') => mails.inc({ outcome }),
  };
}

let ofProcess: Registry | undefined;

/** Those that the library knows. Its observers of the process never end, so a process that starts several apps has them once. */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** The first words of an address that name no subject: `profile/wow/character`, `data/wow/guild`, `channels`, `token`. */
const KINDS = /^\/(?:api\/v\d+\/)?((?:data|profile)\/(?:user\/)?wow(?:\/[a-z-]+)?|[a-z0-9]+)/;

const kindOf = (path: string): string => KINDS.exec(path)?.[1] ?? 'other';

function outcomeOf(status: number | null): string {
  if (status === null) return 'no_answer';
  if (status < 300) return 'ok';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'server_error';
  return OUTCOMES[status] ?? 'refused';
}

const OUTCOMES: Record<number, string> = {
  304: 'not_modified',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
};
