import type { ErrorReason } from '@guildhall/contracts/errors.ts';
import { conflict } from '../errors.ts';
import type { Sql } from './sql.ts';
import { query } from './statement.ts';

/** `of` names the rows that one organization or person, `$1`, has; it is part of the statement. */
type Cap = { of: string; most: number; reason: ErrorReason; message: string };

/**
 * Bounds what one organization or person can pile up. Call it under a lock of theirs, before the rows are written. Throws
 * CONFLICT.
 */
export function createCap({ of, most, reason, message }: Cap) {
  const COUNT = query({ count: 'int' })`select count(*)::int as count from (select from ${of} limit ${most}) counted`;
  return async (sql: Sql, ownerId: string, adding = 1): Promise<void> => {
    const { count } = await sql.one(COUNT, [ownerId]);
    if (count + adding > most) throw conflict(reason, message);
  };
}
