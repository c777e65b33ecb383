/**
 * Failures of Discord, by what the caller can do about them.
 * - `unauthorized` 401: stop using the token; Discord bans an address for repeating refused calls.
 * - `rate_limited` 429; `retryAfterMs` is always set.
 * - `unavailable` 5xx, network, time limit.
 * - `malformed` an answer that is not the document Discord documents: HTML, truncated JSON, missing fields, redirects.
 * - `refused` every other 4xx; `code` is Discord's own error code (10007 unknown member, 50001 missing access …).
 */
export type DiscordErrorKind = 'unauthorized' | 'rate_limited' | 'unavailable' | 'malformed' | 'refused';

type Details = {
  path: string;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
  code?: number | undefined;
  everywhere?: boolean;
  fields?: string[];
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
export class DiscordError extends Error {
  override readonly name = 'DiscordError';
  readonly kind: DiscordErrorKind;
  /** Path below the API's base address. */
  readonly path: string;
  /** HTTP status; undefined when there was no response. */
  readonly status: number | undefined;
  /** Milliseconds Discord asked us to stay away. */
  readonly retryAfterMs: number | undefined;
  /** Discord's JSON error code; undefined when it sent none. */
  readonly code: number | undefined;
  /** For `rate_limited`: whether the limit covers all routes together. */
  readonly everywhere: boolean;
  /** Paths of the fields that Discord refused (code 50035). */
  readonly fields: string[];

  constructor(kind: DiscordErrorKind, details: Details) {
    const { path, status, retryAfterMs, code, everywhere = false, fields = [], reason } = details;
    const remarks = [status && `HTTP ${status}`, code && `code ${code}`, ...fields, reason].filter(Boolean).join(', ');
    super(`Discord ${kind}: ${path}${remarks && ` (${remarks})`}`);
    this.kind = kind;
    this.path = path;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.code = code;
    this.everywhere = everywhere;
    this.fields = fields;
  }
}
