import type { RefusalScope } from '@guildhall/contracts/refusal-scope.ts';
import { aboutStatus } from './statuses.ts';

/**
 * Failures of the platform, by what the caller can do about them.
 * - `not_found` 404. Weak evidence: the platform also hides characters that exist, for weeks.
 * - `not_modified` 304, the answer to `ifModifiedSince`.
 * - `outdated` a document that is older than `ifModifiedSince` or `notOlderThan`, from a server of the platform that is behind.
 * - `rate_limited` 429; `retryAfterMs` is always set.
 * - `unauthorized` 401: the user has to sign in to the platform again, or (path `/token`) our credentials are wrong.
 * - `forbidden` 403. Platform clients treat it like `not_found`.
 * - `unavailable` 5xx, network, time limit; `retryAfterMs` only if the platform named one.
 * - `malformed` an answer that is not the document the API promises: HTML, truncated JSON, missing fields, redirects;
 *   `issues` says where.
 */
export type BattlenetErrorKind =
  | 'not_found'
  | 'not_modified'
  | 'outdated'
  | 'rate_limited'
  | 'unauthorized'
  | 'forbidden'
  | 'unavailable'
  | 'malformed';

type Details = {
  path: string;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
  issues?: readonly string[];
  /**
   * Our own words, never text from the response or from another library's exception, which may quote a header and its
   * token.
   */
  reason?: string;
};

/**
 * Every failure of this package except the caller's own abort, which is thrown as the signal's reason. Safe to log in
 * full.
 */
export class BattlenetError extends Error {
  override readonly name = 'BattlenetError';
  readonly kind: BattlenetErrorKind;
  /** The failure is about this; null for an answer that cannot be read. */
  readonly scope: RefusalScope | null;
  /** Path of the API without host and query. */
  readonly path: string;
  /** HTTP status; undefined when there was no response. */
  readonly status: number | undefined;
  /** Milliseconds the platform asked us to stay away. */
  readonly retryAfterMs: number | undefined;
  /** Dotted paths of the fields that did not match, e.g. `members.3.character.id`; at most ten, never their values. */
  readonly issues: readonly string[];

  constructor(kind: BattlenetErrorKind, { path, status, retryAfterMs, issues = [], reason }: Details) {
    const remarks = [status && `HTTP ${status}`, reason, ...issues].filter(Boolean).join(', ');
    super(`Battle.net ${kind}: ${path}${remarks && ` (${remarks})`}`);
    this.kind = kind;
    this.scope = scopeOf(kind, status);
    this.path = path;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.issues = issues;
  }
}

/** Without a status, or under one that means another kind, the kind decides. */
function scopeOf(kind: BattlenetErrorKind, status: number | undefined): RefusalScope | null {
  if (kind === 'unavailable' || kind === 'outdated' || kind === 'rate_limited') return 'for_now';
  const about = status === undefined ? undefined : aboutStatus(status);
  return about?.kind === kind ? about.scope : null;
}
