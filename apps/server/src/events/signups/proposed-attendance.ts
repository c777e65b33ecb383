import type { Attendance } from '@guildhall/contracts/event.ts';
import type { RecordAttendanceInput } from '@guildhall/contracts/participation.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { EventRow } from '../event/event.access.ts';
import { type AtNight, OF_ROSTER, proposalsOf, readNight } from '../nights/read-night.ts';

export type AttendanceEntry = NonNullable<RecordAttendanceInput['entries']>[number];

/** The proposals of the log for those of whom nothing is recorded. */
export async function proposedEntries(
  ctx: Pick<AppContext, 'sign'>,
  tx: UnitOfWork,
  event: EventRow,
  isWanted: (attendance: Attendance) => boolean = () => true,
): Promise<AttendanceEntry[]> {
  const proposals = proposalsOf(await readNight(tx.sql, ctx.sign, event)).filter(({ proposal }) =>
    isWanted(proposal.attendance),
  );
  return proposals.map((one) => ({ ...namedAs(one), attendance: one.proposal.attendance }));
}

function namedAs(one: AtNight): Omit<AttendanceEntry, 'attendance'> {
  if (one.participationId !== null) return { participationId: one.participationId };
  if (one.userId !== null) return { userId: one.userId };
  if (one.raider !== null) return { raiderId: one.raider.id };
  return { rosterEntryId: one.target.slice(OF_ROSTER.length) };
}
