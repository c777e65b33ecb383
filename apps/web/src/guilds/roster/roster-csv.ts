import type { RosterEntryView } from '@guildhall/contracts/organization.ts';
import { downloadCsv } from '../../ui/csv.ts';
import type { RosterWords } from './roster.words.ts';
import { personOf } from './roster-filter.ts';

export function downloadRoster(guild: string, members: readonly RosterEntryView[], { columns }: RosterWords): void {
  const head = [
    columns.name,
    columns.realm,
    columns.class,
    columns.level,
    columns.itemLevel,
    columns.role,
    columns.rank,
    columns.played,
    columns.person,
    columns.joined,
  ];
  const rows = members.map((member) => [
    member.name,
    member.realm.name,
    member.class.name,
    member.level,
    member.itemLevel,
    member.role,
    member.rankName,
    member.lastLoginAt,
    personOf(member),
    member.joinedAt,
  ]);
  downloadCsv(`${guild} roster`, head, rows);
}
