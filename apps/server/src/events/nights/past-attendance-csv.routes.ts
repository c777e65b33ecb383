/** The nights from before the first event as a file, for a client that prefers it to JSON. */
import { PastAttendanceInput, type PastAttendanceView } from '@guildhall/contracts/night.ts';
import { sendCsv } from '../../core/http/csv.ts';
import type { AppContext } from '../../core/services/context.ts';
import { textRoute } from '../../identity/sessions/require-actor.ts';
import { getPastAttendance } from './past-attendance.queries.ts';

export const PAST_ATTENDANCE_CSV_EXAMPLE = `name,found by,class,nights there,on the bench,of nights since the first,first night,last night
Ysolde,raider,Warrior,36,2,40,2026-01-08T19:04:00.000Z,2026-11-01T19:04:00.000Z
`;

export const pastAttendanceCsvRoutes = (ctx: AppContext) =>
  textRoute(ctx, '/organizations/:id/past-attendance', PastAttendanceInput, async (actor, input, res) => {
    const { raiders, unknown } = await getPastAttendance(ctx, actor, input);
    sendCsv(res, 'past-attendance', [
      HEAD,
      ...raiders.map((row) => rowOf(row, row.raider ? 'raider' : row.userId ? 'member' : 'character')),
      ...unknown.map((row) => rowOf(row, row.ambiguous ? 'several raiders' : 'no raider')),
    ]);
  });

const HEAD = PAST_ATTENDANCE_CSV_EXAMPLE.slice(0, PAST_ATTENDANCE_CSV_EXAMPLE.indexOf('\n')).split(',');

type Counted = PastAttendanceView['raiders' | 'unknown'][number];
const rowOf = ({ name, class: of, there, benched, ...row }: Counted, found: string) => [
  name,
  found,
  of?.name,
  there,
  benched,
  row.of,
  row.firstAt,
  row.lastAt,
];
