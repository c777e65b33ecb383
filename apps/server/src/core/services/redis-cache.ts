import { createClient } from 'redis';
import type { Logger } from '../logger.ts';
import { type Cache, createMemoryCache } from './cache.ts';

const PREFIX = 'guildhall:';
/** The longest time until another process's `forget` takes effect. */
const NEAR_MS = 1_000;

/**
 * A cache shared by processes, with a one-second near copy that saves round trips for hot values. While the store is
 * unreachable everything is loaded afresh, and `check` reports it.
 */
export function createRedisCache(url: string, log: Logger): Cache {
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: 2_000 } });
  client.on('error', (err) => log.warn({ err }, 'cache'));
  client.connect().catch(() => {});
  const near = createMemoryCache();
  const ignored = (err: unknown) => void log.debug({ err }, 'cache');
  return {
    getOrLoad<T>(key: string, ttlMs: number, load: () => Promise<T>) {
      return near.getOrLoad(key, Math.min(ttlMs, NEAR_MS), async () => {
        const stored = await client.get(PREFIX + key).catch(() => null);
        // The key determines the type, because exactly one caller writes it.
        if (stored !== null) return JSON.parse(stored) as T;
        const value = await load();
        client.set(PREFIX + key, JSON.stringify(value), { expiration: { type: 'PX', value: ttlMs } }).catch(ignored);
        return value;
      });
    },
    forget(key) {
      near.forget(key);
      client.del(PREFIX + key).catch(ignored);
    },
    async check() {
      try {
        await client.ping();
        return null;
      } catch {
        return 'not reachable';
      }
    },
    async close() {
      client.destroy();
    },
  };
}
