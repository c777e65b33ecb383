/** The whole roster as a file, for a client that prefers it to JSON. */
import { type RosterEntryView, WholeRosterInput } from '@guildhall/contracts/organization.ts';
import { Router } from 'express';
import { requireReader } from '../auth/require-actor.ts';
import { invalidInput } from '../core/errors.ts';
import { sendCsv } from '../core/http/csv.ts';
import type { AppContext } from '../core/services/context.ts';
import { rosterAccess } from '../guilds/guild-roster.ts';
import { rosterViewer, wholeRoster } from './roster.queries.ts';

export const ROSTER_CSV_EXAMPLE = `name,realm,class,race,level,item level,role,rank,rank name,last login,joined,left,person
Brynhild,Stormvale,Warrior,Dwarf,80,642,tank,1,Officer,2026-11-19T21:14:03.000Z,2026-03-01T18:00:00.000Z,,Ysolde
`;

export function rosterCsvRoutes(ctx: AppContext): Router {
  const router = Router();
  router.get('/organizations/:id/roster/all', async (req, res) => {
    const actor = await requireReader(ctx, res);
    const input = WholeRosterInput.safeParse({ ...req.query, id: req.params.id });
    if (!input.success) throw invalidInput(input.error);
    const access = await rosterAccess(ctx.sql, actor, input.data.id, 'read');
    const viewer = rosterViewer(actor, access);
    const members = await wholeRoster(ctx, access.organizationId, viewer, input.data);
    sendCsv(res, 'roster', [HEAD, ...members.map(rowOf)]);
  });
  return router;
}

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
