import { type PathPattern, pathMatcher } from './path-pattern.ts';

export type RequestEntry = {
  /** Time of arrival in epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  /** Without the query, so that neither codes nor tokens get into the log. */
  readonly path: string;
  /** 0 until answered, and for good if the connection ended without a response. */
  status: number;
  ms: number;
  /** Whether it had an If-Modified-Since header. */
  readonly conditional: boolean;
};

export type RequestFilter =
  | { path?: PathPattern; method?: string; status?: number; conditional?: boolean; since?: number }
  | ((entry: Readonly<RequestEntry>) => boolean);

export type RequestRate = {
  /** Most requests within any 1,000 ms. */
  peak: number;
  /** Requests per second between the first and the last. */
  mean: number;
};

export type RequestLog = {
  /** Oldest first; the newest 20,000 are kept. */
  entries(filter?: RequestFilter): Readonly<RequestEntry>[];
  count(filter?: RequestFilter): number;
  perSecond(filter?: RequestFilter): RequestRate;
  clear(): void;
};

const capacity = 20_000;

function toPredicate(filter: RequestFilter): (entry: Readonly<RequestEntry>) => boolean {
  if (typeof filter === 'function') return filter;
  const { path, method, status, conditional, since } = filter;
  const matchesPath = path === undefined ? () => true : pathMatcher(path);
  return (entry) =>
    (method === undefined || entry.method === method) &&
    (status === undefined || entry.status === status) &&
    (conditional === undefined || entry.conditional === conditional) &&
    (since === undefined || entry.at >= since) &&
    matchesPath(entry.path);
}

/** The requests the simulator received, for tests of budgets and conditional requests. `open` is for the server. */
export function createRequestLog(): RequestLog & { open(entry: RequestEntry): RequestEntry } {
  let kept: RequestEntry[] = [];

  const entries: RequestLog['entries'] = (filter) => (filter ? kept.filter(toPredicate(filter)) : [...kept]);

  return {
    entries,
    count: (filter) => (filter ? entries(filter).length : kept.length),
    perSecond: (filter) => rateOf(entries(filter).map(({ at }) => at)),
    clear: () => {
      kept = [];
    },
    open: (entry) => {
      kept.push(entry);
      // Trimmed in blocks: dropping one entry at a time would copy the list on every request.
      if (kept.length >= capacity * 1.1) kept = kept.slice(-capacity);
      return entry;
    },
  };
}

function rateOf(times: readonly number[]): RequestRate {
  let peak = 0;
  let first = 0;
  times.forEach((at, index) => {
    while (at - (times[first] ?? at) >= 1000) first += 1;
    peak = Math.max(peak, index - first + 1);
  });
  const span = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  return { peak, mean: span > 0 ? times.length / span : times.length };
}
