/** The whole roster as a file, for a client that prefers it to JSON. */
import { type RosterEntryView, WholeRosterInput } from '@guildhall/contracts/organization.ts';
import { sendCsv } from '../../core/http/csv.ts';
import type { AppContext } from '../../core/services/context.ts';
import { textRoute } from '../../identity/sessions/require-actor.ts';
import { rosterAccess } from '../../membership/rights/organization.access.ts';
import { rosterViewer, wholeRoster } from './roster.queries.ts';

export const ROSTER_CSV_EXAMPLE = `name,realm,class,race,level,item level,role,rank,rank name,last login,joined,left,person
Brynhild,Stormvale,Warrior,Dwarf,80,642,tank,1,Officer,2026-11-19T21:14:03.000Z,2026-03-01T18:00:00.000Z,,Ysolde
`;

export const rosterCsvRoutes = (ctx: AppContext) =>
  textRoute(ctx, '/organizations/:id/roster/all', WholeRosterInput, async (actor, input, res) => {
    const access = await rosterAccess(ctx.sql, actor, input.id, 'read');
    const members = await wholeRoster(ctx, access.organizationId, rosterViewer(actor, access), input);
    sendCsv(res, 'roster', [HEAD, ...members.map(rowOf)]);
  });

const HEAD = ROSTER_CSV_EXAMPLE.slice(0, ROSTER_CSV_EXAMPLE.indexOf('\n')).split(',');

const rowOf = (member: RosterEntryView) => [
  member.name,
  member.realm.name,
  member.class.name,
  member.race.name,
  member.level,
  member.itemLevel,
  member.role,
  member.rank,
  member.rankName,
  member.lastLoginAt,
  member.joinedAt,
  member.leftAt,
  member.claimedByCharacter?.user.displayName,
];
