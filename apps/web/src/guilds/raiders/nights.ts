import type { MemberAttendance } from '@guildhall/contracts/attendance.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../api/ability.tsx';
import { api } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { gameLocale } from '../../i18n/language.ts';

export type Nights = Pick<
  MemberAttendance,
  'eventsCounted' | 'present' | 'late' | 'benched' | 'rate' | 'tooLittleData'
>;

const DAYS = 90;

export const thereOf = ({ present, late, benched }: Nights) => present + late + benched;

/** By the days of UTC, so that officers in all zones see the same numbers. */
export const ninetyDaysAgo = () => new Date(serviceTime() - DAYS * 86_400_000).toISOString().slice(0, 10);

/** The attendance of the last 90 days by raider, for those who may see that of others. Undefined until it is there. */
export function useNights(guild: OrganizationView): ReadonlyMap<string, Nights> | undefined {
  const { data } = useQuery({
    ...api.attendance.stats.queryOptions({ id: guild.id, since: ninetyDaysAgo(), locale: gameLocale() }),
    enabled: may(guild.abilityRules, 'read', 'OfficerData'),
    select: (people) => new Map(people.flatMap((one) => (one.raider ? [[one.raider.id, one] as const] : []))),
  });
  return data;
}
