/** Metrics of this process, for Prometheus. */
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  registry: Registry;
  /** Records an answered request: its procedure, and its duration in seconds. */
  request(procedure: string, method: string, status: number, seconds: number): void;
};

/** `sockets` counts those that are connected to this process. */
export function createMetrics(pool: Pool, sockets: () => number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'guildhall_request_duration_seconds',
    help: 'Answered requests by procedure, method and status',
    labelNames: ['procedure', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
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
    registry,
    request: (procedure, method, status, seconds) =>
      requests.observe({ procedure, method, status: String(status) }, seconds),
  };
}
