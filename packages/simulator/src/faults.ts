import { type PathPattern, pathMatcher } from './path-pattern.ts';
import type { SimulatorRequest } from './request.ts';

/** Faults of the simulator. The first two groups replace the response, the third alters the correct one. */
export type Fault =
  | { kind: 'latency'; ms: number }
  /** Accepts the request and never responds; ends with `close()`. Responds normally once `until` resolves. */
  | { kind: 'hang'; until?: Promise<unknown> }
  /** Cuts the connection with a TCP reset. */
  | { kind: 'reset' }
  /** Without `body`, sends the platform's usual body for that status. `retryAfter` in seconds. */
  | { kind: 'status'; status: number; retryAfter?: number; body?: unknown }
  /** Discord's 429. `retryAfter` in seconds; 30046 is the code for edits of messages older than an hour. */
  | { kind: 'limited'; scope: 'user' | 'global' | 'shared'; retryAfter: number; code?: number }
  /** Does what the request asks for, and cuts the connection instead of answering; `isHeld` leaves it open. */
  | { kind: 'answered-but-lost'; isHeld?: boolean }
  /** An HTML page instead of JSON; status 200 by default. */
  | { kind: 'html'; status?: number; body?: string }
  /** A 401, as for an expired token. */
  | { kind: 'expired-token' }
  /** The correct JSON, cut in half. */
  | { kind: 'truncated' }
  /** A guild roster without members. */
  | { kind: 'empty-roster' }
  /** A guild roster with the first `members` members only. */
  | { kind: 'partial-roster'; members: number; lastModified?: number }
  /** A guild that names this many members. */
  | { kind: 'member-count'; members: number }
  /**
   * Another body instead of the document. The request still needs a token and a namespace. `lastModified` in epoch
   * milliseconds; if omitted, later than that of every answer before, as if the platform had written it anew.
   */
  | { kind: 'serve'; body: unknown; lastModified?: number };

export type FaultRule = {
  /** A path (`*` matches anything), whole or after `/battlenet/api/{region}`; a regular expression; or a predicate. */
  match: PathPattern | ((request: SimulatorRequest) => boolean);
  /** How many requests it affects; if omitted, all until it is removed. */
  times?: number;
  fault: Fault;
};

export type Faults = {
  /** Adds a rule and returns a function that removes it. Rules apply in the order they were added. */
  add(rule: FaultRule): () => void;
  /** Makes an API path answer with this JSON, for example a recorded payload. `lastModified` as in the fault. */
  serve(path: PathPattern, json: unknown, lastModified?: number): () => void;
  /** Removes every rule. Expired tokens stay expired. */
  clear(): void;
  /** Expires the user tokens issued so far by both platforms, of one demo account or of all. */
  expireTokens(accountKey?: string): void;
  list(): { id: number; match: string; remaining: number | null; fault: Fault }[];
};

export type ActiveFault = {
  fault: Fault;
  /** Number of the rule; each new rule gets the next number. */
  serial: number;
};

type Entry = ActiveFault & { matches: (request: SimulatorRequest) => boolean; rule: FaultRule; remaining: number };

/** `take` is for the server: the faults that apply to a request, up to the first that decides its response. */
export function createFaults(
  expireTokens: Faults['expireTokens'],
): Faults & { take(request: SimulatorRequest): ActiveFault[]; removeById(id: number): boolean } {
  let entries: Entry[] = [];
  let lastSerial = 0;

  const add: Faults['add'] = (rule) => {
    const { match } = rule;
    const byPath = typeof match === 'function' ? null : pathMatcher(match);
    lastSerial += 1;
    const entry: Entry = {
      rule,
      fault: rule.fault,
      serial: lastSerial,
      remaining: rule.times ?? Number.POSITIVE_INFINITY,
      matches: (request) => (byPath ? byPath(request.path) : typeof match === 'function' && match(request)),
    };
    entries.push(entry);
    return () => {
      entries = entries.filter((other) => other !== entry);
    };
  };

  return {
    add,
    serve: (path, json, lastModified) =>
      add({
        match: path,
        fault: { kind: 'serve', body: json, ...(lastModified === undefined ? {} : { lastModified }) },
      }),
    clear: () => {
      entries = [];
    },
    expireTokens,
    list: () =>
      entries.map(({ serial, rule, fault, remaining }) => ({
        id: serial,
        match: typeof rule.match === 'function' ? 'function' : String(rule.match),
        remaining: Number.isFinite(remaining) ? remaining : null,
        fault,
      })),
    removeById: (id) => {
      const before = entries.length;
      entries = entries.filter(({ serial }) => serial !== id);
      return entries.length < before;
    },
    take: (request) => {
      const taken: ActiveFault[] = [];
      for (const entry of entries) {
        if (entry.remaining <= 0 || !entry.matches(request)) continue;
        entry.remaining -= 1;
        taken.push(entry);
        if (entry.fault.kind !== 'latency') break;
      }
      entries = entries.filter(({ remaining }) => remaining > 0);
      return taken;
    },
  };
}
