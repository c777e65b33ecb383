/** Recognizes errors that mean the database is unavailable, so that repeating the question later may succeed. */

const CODE = 'DATABASE_UNAVAILABLE';

export class DatabaseUnavailable extends Error {
  /** Survives when the ORM wraps this in an error of its own. */
  readonly code = CODE;

  constructor(cause?: unknown) {
    super('The database did not answer', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/**
 * SQLSTATEs: connection failures (08), exhausted resources such as the disk (53), shutdowns (57P) and system errors
 * (58); statement, lock and idle timeouts; repeated serialization failures and deadlocks.
 */
const UNAVAILABLE = /^(08|53|57P|58)|^(57014|55P03|25P03|25P04|40001|40P01)$/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return error.code === CODE || (error.code.length === 5 && UNAVAILABLE.test(error.code));
}

/** The driver's messages for a closed connection; errors of the server have a SQLSTATE instead. */
const ENDED = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

export function asDatabaseError(error: unknown): unknown {
  const hasEnded = error instanceof Error && ('syscall' in error || ENDED.test(error.message));
  return hasEnded ? new DatabaseUnavailable(error) : error;
}
