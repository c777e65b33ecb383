import { columns, type RowOf } from '../core/db/statement.ts';

/** The result of a writing statement, and how a sync counts it. */

/** Returned by every statement that writes a thing: its id, and whether it is new. */
export const Written = columns({ id: 'int', added: 'bool' });
export type Written = RowOf<typeof Written>;

export type Changes = { added: number; updated: number };

/** A thing counts once, however many of its rows were written; ids are unique within each kind. */
export function changesIn(...kinds: Written[][]): Changes {
  return kinds
    .map(changesOf)
    .reduce((sum, changes) => ({ added: sum.added + changes.added, updated: sum.updated + changes.updated }), {
      added: 0,
      updated: 0,
    });
}

function changesOf(written: Written[]): Changes {
  const added = new Set(written.filter((row) => row.added).map(({ id }) => id));
  const touched = new Set(written.map(({ id }) => id));
  return { added: added.size, updated: touched.size - added.size };
}
