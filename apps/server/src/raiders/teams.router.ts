import { Done, InLocale } from '@guildhall/contracts/primitives.ts';
import {
  CreateTeamInput,
  SetTeamMemberInput,
  TeamBodyInput,
  TeamDetailView,
  TeamInput,
  TeamListInput,
  TeamListView,
  TeamMemberInput,
  TeamMemberView,
  TeamView,
  UpdateTeamInput,
} from '@guildhall/contracts/team.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../membership/rights/archived-refusal.ts';
import { createTeam, deleteTeam, removeTeamMember, setTeamMember, updateTeam } from './manage-teams.ts';
import { getTeam, listTeams } from './teams.queries.ts';

const rest = restRoutes('Raiders');
const gone = 'There is no such team (`team_not_found`)';
const taken = 'Another team has this name (`team_name_taken`)';

export const teamsRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/teams',
    summary: 'The teams of an organization',
    description: 'For members, in their order. At most 50, archived ones included.',
    services: true,
  })
    .input(TeamListInput)
    .output(TeamListView)
    .query(({ ctx, input }) => listTeams(ctx.app, ctx.actor, input)),

  create: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/teams',
    summary: 'Add a team',
    description: 'Needs canManageEvents.',
    restStatus: 201,
    location: '/teams/{id}',
    refusals: { 409: `${taken}, or there are 50 (\`too_many_teams\`)` },
  })
    .input(CreateTeamInput)
    .output(TeamView)
    .mutation(({ ctx, input }) => createTeam(ctx.app, ctx.actor, input)),

  get: rest(authenticatedProcedure, {
    route: 'GET /teams/{id}',
    summary: 'One team and the raiders in it',
    description: 'Needs canViewRoster.',
    services: true,
    refusals: { 404: gone },
  })
    .input(TeamInput.extend(InLocale))
    .output(TeamDetailView)
    .query(({ ctx, input }) => getTeam(ctx.app, ctx.actor, input)),

  update: rest(authenticatedProcedure, {
    route: 'PATCH /teams/{id}',
    summary: 'Change a team',
    description:
      'Needs canManageEvents, or to lead the team. Only canManageEvents archives a team and moves it among the others. An archived team has no leads’ rights and no new events.',
    refusals: { 404: gone, 409: `${taken}, or ${ARCHIVED}` },
  })
    .input(UpdateTeamInput)
    .output(TeamView)
    .mutation(({ ctx, input }) => updateTeam(ctx.app, ctx.actor, input)),

  delete: rest(authenticatedProcedure, {
    route: 'DELETE /teams/{id}',
    summary: 'Delete a team',
    description:
      'Needs canManageEvents. Its events stay, as events of the whole organization; archive the team instead to keep them apart.',
    refusals: { 404: gone, 409: ARCHIVED },
  })
    .input(TeamBodyInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(deleteTeam(ctx.app, ctx.actor, input))),

  setMember: rest(authenticatedProcedure, {
    route: 'PUT /teams/{id}/members/{raiderId}',
    summary: 'Put a raider into a team, or change how they belong to it',
    description:
      'Needs canManageEvents, or to lead the team. `lead` needs canManageRoles, and canManageEvents, which it gives for what names the team; it is recorded in the log of roles and ends with the membership.',
    refusals: {
      404: `${gone}, or no such raider (\`raider_not_found\`)`,
      409: `The team has 200 raiders (\`team_full\`) or is archived (\`team_archived\`), or the lead has no account (\`lead_needs_account\`), or ${ARCHIVED}`,
    },
  })
    .input(SetTeamMemberInput)
    .output(TeamMemberView)
    .mutation(({ ctx, input }) => setTeamMember(ctx.app, ctx.actor, input)),

  removeMember: rest(authenticatedProcedure, {
    route: 'DELETE /teams/{id}/members/{raiderId}',
    summary: 'Take a raider out of a team',
    description:
      'Needs canManageEvents, or to lead the team. Taking out another person who leads it needs canManageRoles. Attendance at its events until now stays counted.',
    refusals: { 404: `${gone}, or the raider does not belong to it (\`raider_not_found\`)`, 409: ARCHIVED },
  })
    .input(TeamMemberInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(removeTeamMember(ctx.app, ctx.actor, input))),
});
