import { LRUCache } from 'lru-cache';

/** Small values shared by requests, as plain data that survives JSON; in the process or a Redis-compatible store. */
export type Cache = {
  /** Returns the cached value, or caches that of `load` for `ttlMs`. Callers share one load; failures are not kept. */
  getOrLoad<T>(key: string, ttlMs: number, load: () => Promise<T>): Promise<T>;
  forget(key: string): void;
  /** Null when the store answers; otherwise the reason. */
  check(): Promise<string | null>;
  close(): Promise<void>;
};

export function createMemoryCache(maxEntries = 10_000): Cache {
  const entries = new LRUCache<string, Promise<unknown>>({ max: maxEntries, ttlResolution: 0, perf: Date });
  return {
    getOrLoad<T>(key: string, ttlMs: number, load: () => Promise<T>) {
      const hit = entries.get(key);
      // The key determines the type, because exactly one caller writes it.
      if (hit) return hit as Promise<T>;
      const value = load();
      entries.set(key, value, { ttl: ttlMs });
      value.catch(() => {
        if (entries.peek(key) === value) entries.delete(key);
      });
      return value;
    },
    forget: (key) => void entries.delete(key),
    check: async () => null,
    close: async () => {},
  };
}

type ForgetBus = { forget(key: string): void; onForget(listener: (key: string) => void): void };

/** A cache whose `forget` also reaches the copies of all other processes. */
export function createSharedCache(cache: Cache, bus: ForgetBus): Cache {
  bus.onForget((key) => cache.forget(key));
  return {
    ...cache,
    forget(key) {
      cache.forget(key);
      bus.forget(key);
    },
  };
}
