/**
 * Failures of Warcraft Logs, by what the caller can do about them.
 * - `not_found` there is no such report or guild.
 * - `private` only its owners may read the report.
 * - `archived` the report is kept for subscribers alone.
 * - `out_of_points` the share of the hour is used up; nothing was asked. `retryAfterMs` is set.
 * - `limited` 429; `retryAfterMs` is set.
 * - `unauthorized` our credentials are wrong.
 * - `unavailable` 5xx, network, time limit.
 * - `malformed` not the document of the schema, or a redirect; `issues` says where.
 */
export type WarcraftLogsErrorKind =
  | 'not_found'
  | 'private'
  | 'archived'
  | 'out_of_points'
  | 'limited'
  | 'unauthorized'
  | 'unavailable'
  | 'malformed';

type Details = { retryAfterMs?: number | undefined; issues?: readonly string[]; reason?: string | undefined };

/** Every failure of this package except the caller's own abort. Safe to log in full: it quotes neither token nor answer. */
export class WarcraftLogsError extends Error {
  override readonly name = 'WarcraftLogsError';
  readonly kind: WarcraftLogsErrorKind;
  readonly retryAfterMs: number | undefined;
  /** Dotted paths of the fields that did not match, at most ten. */
  readonly issues: readonly string[];

  constructor(kind: WarcraftLogsErrorKind, { retryAfterMs, issues = [], reason }: Details = {}) {
    const remarks = [reason, ...issues].filter(Boolean).join(', ');
    super(`Warcraft Logs ${kind}${remarks && ` (${remarks})`}`);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.issues = issues;
  }
}
