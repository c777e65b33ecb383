import { type PathPattern, pathMatcher } from './path-pattern.ts';
import type { SimulatorRequest } from './request.ts';

/** What goes wrong. The first two groups replace the answer, the third spoils the right one. */
export type Fault =
  | { kind: 'latency'; ms: number }
  /** Accepts the request and never answers; ends with `close()`. Answers as it should once `until` is there. */
  | { kind: 'hang'; until?: Promise<unknown> }
  /** Cuts the connection with a TCP reset. */
  | { kind: 'reset' }
  /** Without `body`: the platform's usual body for that status. `retryAfter` in seconds. */
  | { kind: 'status'; status: number; retryAfter?: number; body?: unknown }
  /** An HTML page where JSON was due, with 200 unless told otherwise. */
  | { kind: 'html'; status?: number; body?: string }
  /** 401, as with a token that has run out. */
  | { kind: 'expired-token' }
  /** The right JSON, cut in half. */
  | { kind: 'truncated' }
  /** A guild roster without members. */
  | { kind: 'empty-roster' }
  /** A guild roster with the first `members` members only. */
  | { kind: 'partial-roster'; members: number }
  /** Another body in place of the document. The request still needs a token and a namespace. */
  | { kind: 'serve'; body: unknown };

export type FaultRule = {
  /** A path (`*` stands for anything), whole or from behind `/battlenet/api/{region}`; an expression; or a question. */
  match: PathPattern | ((request: SimulatorRequest) => boolean);
  /** How many requests it strikes; without it, all until removed. */
  times?: number;
  fault: Fault;
};

export type Faults = {
  /** Adds a rule and returns its remover. Rules are asked in the order they were added. */
  add(rule: FaultRule): () => void;
  /** Lets an address of the API answer that JSON, for example a recorded payload. */
  serve(path: PathPattern, json: unknown): () => void;
  /** Removes every rule. Expired tokens stay expired. */
  clear(): void;
  /** Ends the user tokens handed out so far by both platforms: of one demo account or of all. */
  expireTokens(accountKey?: string): void;
  list(): { id: number; match: string; remaining: number | null; fault: Fault }[];
};

export type ActiveFault = {
  fault: Fault;
  /** Number of the rule, counted up with every rule added. */
  serial: number;
};

type Entry = ActiveFault & { matches: (request: SimulatorRequest) => boolean; rule: FaultRule; remaining: number };

/** `take` is for the server: the faults that strike a request, up to the first that decides its answer. */
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
    serve: (path, json) => add({ match: path, fault: { kind: 'serve', body: json } }),
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
