import { type ErrorCode, type ErrorReason, errorStatus } from '@guildhall/contracts/errors.ts';
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { isDatabaseUnavailable } from './database-failure.ts';
import './input-messages.ts';

export type LimitState = { limit: number; remaining: number; resetSeconds: number };

export type ErrorIssue = { path: string; message: string };

type Details = {
  issues?: ErrorIssue[];
  retryAfterSeconds?: number;
  limit?: LimitState;
  /** The present state, with which the caller has to merge their change. */
  current?: unknown;
  cause?: unknown;
};

/** A refusal the caller is told about: transport code, reason for programs, message for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly reason: ErrorReason;
  readonly issues: ErrorIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: LimitState | undefined;
  readonly current: unknown;

  constructor(code: ErrorCode, reason: ErrorReason, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.reason = reason;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.limit = details.limit;
    this.current = details.current;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export const notFound = (reason: ErrorReason, message: string) => new AppError('NOT_FOUND', reason, message);
export const conflict = (reason: ErrorReason, message: string) => new AppError('CONFLICT', reason, message);
export const badRequest = (reason: ErrorReason, message: string, details?: Details) =>
  new AppError('BAD_REQUEST', reason, message, details);
export const tooSoon = (message: string, retryAfterSeconds: number) =>
  new AppError('TOO_MANY_REQUESTS', 'sync_cooldown', message, { retryAfterSeconds });
export const forbidden = (message: string, reason: ErrorReason = 'missing_permission') =>
  new AppError('FORBIDDEN', reason, message);
export const malformedJson = () =>
  badRequest('malformed_json', 'The body is not valid JSON. Check for missing quotes, commas or brackets.');
export const missingBody = () =>
  badRequest('invalid_input', 'The request has no body. Send a JSON object, such as {"name": "value"}.');
export const unreadable = () =>
  badRequest('invalid_input', 'The request could not be read. Check its address, headers and body.');
export const tooLarge = () =>
  new AppError('PAYLOAD_TOO_LARGE', 'body_too_large', 'The request is too large. A JSON body may have 256 KiB.');
export const notJson = () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'not_json', 'Send the body as application/json.');

/** Why the given credentials are invalid. */
export type RefusedCredentials = 'invalid_session' | 'session_expired';
const REFUSED: Record<RefusedCredentials, string> = {
  invalid_session: 'This session or token does not exist, or was revoked. Sign in again, or make another token.',
  session_expired: 'This session or token has expired. Sign in again, or make another token.',
};
export const unauthenticated = (refused?: RefusedCredentials) =>
  new AppError('UNAUTHORIZED', refused ?? 'not_signed_in', refused ? REFUSED[refused] : 'Sign in first.');

const databaseUnavailable = (cause: unknown) =>
  new AppError('SERVICE_UNAVAILABLE', 'database_unavailable', 'The database does not answer. Try again in a moment.', {
    retryAfterSeconds: 5,
    cause,
  });
export const addressNotFound = () =>
  new AppError('NOT_FOUND', 'address_not_found', 'There is nothing at this address. The API reference is at /docs.');

export const INTERNAL_MESSAGE = 'Something went wrong on our side. Quote the request id when you report it.';

/** The refusal behind a thrown value, or undefined for an internal error, whose text must not leave the process. */
export function asAppError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseUnavailable(thrown)) return databaseUnavailable(thrown);
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof AppError) return thrown.cause;
    if (isDatabaseUnavailable(thrown.cause)) return databaseUnavailable(thrown.cause);
    // tRPC wraps a ZodError of the input in BAD_REQUEST, and one of the output in INTERNAL_SERVER_ERROR.
    if (thrown.code === 'BAD_REQUEST' && thrown.cause instanceof ZodError) return invalidInput(thrown.cause);
    return asTransportError(thrown);
  }
  return undefined;
}

/** Reports zod's issues for an input that no procedure checks. */
export function invalidInput(error: ZodError): AppError {
  // Bounded, because messages quote unknown keys, and a body may be full of them.
  const issues = error.issues
    .slice(0, 20)
    .map(({ path, message }) => ({ path: path.join('.').slice(0, 200), message: message.slice(0, 200) }));
  return badRequest('invalid_input', 'The input is not valid. `issues` names each field and what is wrong with it.', {
    issues,
  });
}

/** Translates refusals that tRPC issues itself, before any procedure runs. */
function asTransportError(error: TRPCError): AppError | undefined {
  switch (error.code) {
    case 'PARSE_ERROR':
      return malformedJson();
    case 'BAD_REQUEST':
      return error.cause instanceof SyntaxError ? malformedJson() : unreadable();
    case 'NOT_FOUND':
      return addressNotFound();
    case 'METHOD_NOT_SUPPORTED': {
      const message = 'This address does not support this method. The API reference is at /docs.';
      return new AppError('METHOD_NOT_SUPPORTED', 'method_not_supported', message);
    }
    case 'PAYLOAD_TOO_LARGE':
      return tooLarge();
    case 'UNSUPPORTED_MEDIA_TYPE':
      return notJson();
    default:
      return undefined;
  }
}
