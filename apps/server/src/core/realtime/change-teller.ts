/**
 * Tells the sockets of this process what changed, out of the outbox. A call after a commit makes it look at once; a look
 * at everything every few seconds finds what nobody lived to call about. So a killed process or a cut bus loses nothing.
 */
import {
  CHANGES_AT_ONCE,
  type ChangeRow,
  changesBehind,
  currentPositions,
  type Positions,
} from '../changes/read-changes.ts';
import type { Sql } from '../db/sql.ts';

export type ChangeTeller = {
  /** From now on; what changed before has been read by whoever begins to listen. */
  follow(streams: string[]): Promise<void>;
  /** Forgets all other streams, and looks at these. */
  followOnly(streams: string[]): Promise<void>;
  /** There is something new in these streams. Those that nobody follows here are left alone. */
  changed(streams: Iterable<string>): void;
  close(): void;
};

type Row = ChangeRow & { epoch: string };
type Options = { sql: Sql; everyMs: number; tell: (change: Row) => void; failed: (error: unknown) => void };

export function createChangeTeller({ sql, everyMs, tell, failed }: Options): ChangeTeller {
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
    // A failed look is made good by the next look at everything.
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
    // Somebody who answers ten times within the moment has answered.
    const latest = new Map<string, Row>();
    for (const row of rows) {
      const about = [row.streamId, row.type, row.subjectId, row.audience, row.personId].join();
      latest.delete(about);
      latest.set(about, row);
    }
    for (const row of latest.values()) tell(row);
  }

  const follow = async (streams: string[]) => {
    const unknown = streams.filter((id) => !positions.has(id));
    if (unknown.length === 0) return;
    for (const [id, seq] of await currentPositions(sql, unknown)) if (!positions.has(id)) positions.set(id, seq);
  };

  const changed = (streams: Iterable<string>) => {
    for (const id of streams) if (positions.has(id)) due.add(id);
    lookSoon();
  };

  return {
    follow,
    changed,
    async followOnly(streams) {
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
