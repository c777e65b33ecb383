/** Refusals of the service as errors, told apart by their reason. */
import type { ErrorBody, ErrorReason } from '@guildhall/contracts/errors.ts';
import { retryAfterOf } from './retryable.ts';

/** An answer of `rest`. */
export type Answer<Data> = { data?: Data; error?: unknown; response: Response };

/** The service refused a request; `reason` is for programs, `message` for people. */
export class Refusal extends Error implements ErrorBody {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: ErrorBody['code'];
  readonly reason: ErrorReason;
  /** The inputs that were wrong. */
  readonly issues: { path: string; message: string }[];
  /** Quote it when you report a fault. */
  readonly requestId: string;
  /** Milliseconds after which the service wants to be asked again, if it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(response: Response, { code, reason, message, issues = [], requestId }: ErrorBody) {
    super(message);
    this.status = response.status;
    this.code = code;
    this.reason = reason;
    this.issues = issues;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterOf(response);
  }
}

/** Neither data nor a refusal, e.g. the error page of a proxy, or the page on which a network asks to sign in. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  readonly status: number;

  constructor({ status, ok, url }: Response) {
    super(
      `${url} answered ${status} without ${ok ? 'data' : 'a refusal'} of Guildhall. Check the address, and the proxy in front of it.`,
    );
    this.status = status;
  }
}

/** The data of an answer of `rest`. Throws `Refusal`, or `UnreadableAnswer`. */
export async function dataOf<Data>(answer: Answer<Data> | Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer;
  if (isRefusal(error)) throw new Refusal(response, error);
  if (!response.ok) throw new UnreadableAnswer(response);
  // A successful answer has data, or none and the type `undefined`: `rest` throws at one that cannot be read.
  return data as Data;
}

/**
 * Whether this is a refusal, for one of these reasons if any are given: what `dataOf` throws, or the `error` of an
 * answer.
 */
export function isRefusal<Reason extends ErrorReason = ErrorReason>(
  error: unknown,
  ...reasons: Reason[]
): error is ErrorBody & { reason: Reason } {
  if (typeof error !== 'object' || error === null || !('reason' in error) || !('requestId' in error)) return false;
  return reasons.length === 0 || reasons.some((reason) => reason === error.reason);
}
