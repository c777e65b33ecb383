/** Which errors mean that the database cannot be asked now, so that the same question may well be answered later. */

const CODE = 'DATABASE_UNAVAILABLE';

export class DatabaseUnavailable extends Error {
  /** Its name, which stays where the ORM makes an error of its own of this. */
  readonly code = CODE;

  constructor(cause?: unknown) {
    super('The database did not answer', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/**
 * By SQLSTATE: the connection (08), its resources, among them the disk (53), an end from outside or of its host (57P, 58);
 * a statement or a lock that took too long, a transaction that idled, and those that met others once too often.
 */
const UNAVAILABLE = /^(08|53|57P|58)|^(57014|55P03|25P03|25P04|40001|40P01)$/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return error.code === CODE || (error.code.length === 5 && UNAVAILABLE.test(error.code));
}

/** How the driver says that a connection has ended; errors of the server have a SQLSTATE instead. */
const ENDED = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

export function asDatabaseError(error: unknown): unknown {
  const hasEnded = error instanceof Error && ('syscall' in error || ENDED.test(error.message));
  return hasEnded ? new DatabaseUnavailable(error) : error;
}
