import { isForNow, type RefusalScope } from '@guildhall/contracts/refusal-scope.ts';
import { ERROR_CODES } from './error-codes.ts';

/**
 * Failures of Discord, by what the caller can do about them.
 * - `unauthorized` 401: stop using the token; Discord bans an address for repeating refused calls.
 * - `rate_limited` 429; `retryAfterMs` is always set.
 * - `unavailable` 5xx, network, time limit.
 * - `malformed` an answer that is not the document Discord documents: HTML, truncated JSON, missing fields, redirects.
 * - `refused` every other 4xx; `refusal` names the reason.
 */
export type DiscordErrorKind = 'unauthorized' | 'rate_limited' | 'unavailable' | 'malformed' | 'refused';

/** The names of Discord's own error codes that callers act on. */
const REFUSALS = {
  10003: 'unknown_channel',
  10004: 'unknown_server',
  10006: 'unknown_invite',
  10007: 'unknown_member',
  10008: 'unknown_message',
  10011: 'unknown_role',
  10013: 'unknown_user',
  10070: 'unknown_event',
  30016: 'too_many_invites',
  30038: 'too_many_events',
  50001: 'missing_access',
  50007: 'closed_to_messages',
  50013: 'missing_permissions',
  50028: 'invalid_role',
  50035: 'invalid_form',
  50278: 'no_common_server',
  180000: 'finished_event',
} as const satisfies Record<number, string>;

export type DiscordRefusal = (typeof REFUSALS)[keyof typeof REFUSALS];

const NAMES = new Map<number, DiscordRefusal>(Object.entries(REFUSALS).map(([code, name]) => [Number(code), name]));

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
  /** The name of the code; null for one that callers do not tell apart. */
  readonly refusal: DiscordRefusal | null;
  /** The failure is about this; null for a refusal that Discord does not document. */
  readonly scope: RefusalScope | null;
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
    this.refusal = NAMES.get(code ?? 0) ?? null;
    this.scope = scopeOf(kind, status, code);
    this.everywhere = everywhere;
    this.fields = fields;
  }
}

function scopeOf(kind: DiscordErrorKind, status: number | undefined, code: number | undefined): RefusalScope | null {
  if (kind === 'unauthorized' || status === 401) return 'ours';
  if (kind !== 'refused' || isForNow(status ?? 0)) return 'for_now';
  return ERROR_CODES.get(code ?? 0)?.scope ?? null;
}
