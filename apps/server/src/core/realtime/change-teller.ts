/**
 * Reads the outbox and tells the sockets of this process what changed. A call after each commit makes it read at once. It
 * also reads every few seconds, so a change still arrives when the process that wrote it was killed or the bus was cut.
 */
import {
  CHANGES_AT_ONCE,
  type ChangeRow,
  changesBehind,
  currentPositions,
  type Positions,
} from '../changes/read-changes.ts';
import type { Sql } from '../db/sql.ts';

export type ChangeTeller = ReturnType<typeof createChangeTeller>;

type Row = ChangeRow & { epoch: string };
type Options = { sql: Sql; everyMs: number; tell: (change: Row) => void; failed: (error: unknown) => void };

export function createChangeTeller({ sql, everyMs, tell, failed }: Options) {
  const positions: Positions = new Map();
  const due = new Set<string>();
  let resting = false;
  let closed = false;

  function lookSoon(): void {
    if (resting || closed || due.size === 0) return;
    resting = true;
    const wake = () => {
      resting = false;
      lookSoon();
    };
    // After a failure, the next round over all streams catches up.
    look()
      .catch(failed)
      .finally(() => setTimeout(wake, everyMs).unref());
  }

  async function look(): Promise<void> {
    const behind = new Map([...due].flatMap((id) => withPosition(positions, id)));
    due.clear();
    if (behind.size === 0) return;
    const rows = await changesBehind(sql, behind);
    for (const { streamId, seq } of rows) if (positions.has(streamId)) positions.set(streamId, seq);
    if (rows.length === CHANGES_AT_ONCE) for (const id of behind.keys()) due.add(id);
    // Only the latest of several changes of one subject is told.
    const latest = new Map<string, Row>();
    for (const row of rows) {
      const about = [row.streamId, row.type, row.subjectId, row.audience, row.personId].join();
      latest.delete(about);
      latest.set(about, row);
    }
    for (const row of latest.values()) tell(row);
  }

  /** Starts at the present end of these streams. */
  const follow = async (streams: string[]) => {
    const unknown = streams.filter((id) => !positions.has(id));
    if (unknown.length === 0) return;
    for (const [id, seq] of await currentPositions(sql, unknown)) if (!positions.has(id)) positions.set(id, seq);
  };

  /** Reads those of these streams that this process follows. */
  const changed = (streams: Iterable<string>) => {
    for (const id of streams) if (positions.has(id)) due.add(id);
    lookSoon();
  };

  return {
    follow,
    changed,
    /** Forgets all other streams and reads these. */
    async followOnly(streams: string[]): Promise<void> {
      const wanted = new Set(streams);
      for (const id of [...positions.keys()]) if (!wanted.has(id)) positions.delete(id);
      await follow(streams);
      changed(positions.keys());
    },
    close() {
      closed = true;
    },
  };
}

const withPosition = (positions: Positions, id: string): [string, number][] => {
  const seq = positions.get(id);
  return seq === undefined ? [] : [[id, seq]];
};
