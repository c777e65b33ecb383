import type { RosterEntryView } from '@guildhall/contracts/organization.ts';
import { personOf } from './roster-filter.ts';
import type { RosterWords } from './words/en.ts';

/** Downloads the visible members, in their order, as a file. */
export function downloadCsv(guild: string, members: readonly RosterEntryView[], { columns }: RosterWords): void {
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
  const text = [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
  // Spreadsheets read a file as UTF-8 only if it starts with the byte order mark.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${guild} roster.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Quotes a value and prevents formulas: people choose the names of ranks and characters. */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
