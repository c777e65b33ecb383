/**
 * Failures of another tool's API, by what the caller can do about them.
 * - `gone` 404: the event or raid is not there any more.
 * - `limited` 429; `retryAfterSeconds` is always set.
 * - `unauthorized` 401, 403: the key is wrong or of another guild.
 * - `unavailable` 5xx, network, time limit.
 * - `malformed` not the document that the tool used to answer, or a redirect; `field` says where.
 */
export type GuildToolErrorKind = 'gone' | 'limited' | 'unauthorized' | 'unavailable' | 'malformed';

/** Safe to log in full: it contains neither key nor answer. */
export class GuildToolError extends Error {
  override readonly name = 'GuildToolError';
  readonly tool: 'Raid-Helper' | 'wowaudit' | 'Raidbots' | 'QE Live';
  readonly kind: GuildToolErrorKind;
  readonly retryAfterSeconds: number | null;
  readonly field: string | null;

  constructor(
    tool: GuildToolError['tool'],
    kind: GuildToolErrorKind,
    details: { retryAfterSeconds?: number; field?: string | null } = {},
  ) {
    super(`${tool} ${kind}${details.field ? ` (${details.field})` : ''}`);
    this.tool = tool;
    this.kind = kind;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.field = details.field ?? null;
  }
}
