import { LRUCache } from 'lru-cache';

/** Small values shared by requests: plain data that survive JSON. In the process, or in a Redis-compatible store. */
export type Cache = {
  /** The cached value, or what `load` gives, kept for `ttlMs`. Concurrent callers share one load; failures are not kept. */
  getOrLoad<T>(key: string, ttlMs: number, load: () => Promise<T>): Promise<T>;
  forget(key: string): void;
  /** Null when the store answers; otherwise why not. */
  check(): Promise<string | null>;
  close(): Promise<void>;
};

export function createMemoryCache(maxEntries = 10_000): Cache {
  const entries = new LRUCache<string, Promise<unknown>>({ max: maxEntries, ttlResolution: 0, perf: Date });
  return {
    getOrLoad<T>(key: string, ttlMs: number, load: () => Promise<T>) {
      const hit = entries.get(key);
      // The key decides the type: each is written by exactly one caller.
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

/** The bus between processes, as far as a cache needs it. */
type ForgetBus = { forget(key: string): void; onForget(listener: (key: string) => void): void };

/** A cache whose `forget` reaches the copies of every process, and not only this one's. */
export function forgottenEverywhere(cache: Cache, bus: ForgetBus): Cache {
  bus.onForget((key) => cache.forget(key));
  return {
    ...cache,
    forget(key) {
      cache.forget(key);
      bus.forget(key);
    },
  };
}
