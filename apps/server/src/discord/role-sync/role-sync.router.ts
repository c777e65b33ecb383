import {
  CreateDiscordRoleRuleInput,
  DisableDiscordRoleRuleInput,
  DiscordRoleChoicesView,
  DiscordRolePreviewView,
  DiscordRoleRuleInput,
  DiscordRoleRuleView,
  DiscordRolesInput,
  DiscordRolesView,
  EnableDiscordRoleRuleInput,
  ReleaseDiscordRolesInput,
} from '@guildhall/contracts/discord-roles.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, personalProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { createRule, deleteRule, disableRule, enableRule, releaseHeldRoles } from './manage-rules.ts';
import { getDiscordRoles, listRoleChoices, previewRule } from './role-rules.queries.ts';

const rest = restRoutes('Chat server');
const base = '/organizations/{id}/discord/roles' as const;
const asked = {
  400: 'No bot, no chat server, or no person who manages that server vouches for it',
  503: 'The chat platform does not respond (`chatplatform_unavailable`), or refuses the bot (`bot_removed`, `bot_lacks_permission`)',
};
const MAPPER = 'Needs canManageRoles, and to manage the chat server at this moment.';
const REFUSED =
  'The role is gone, belongs to all members or to an integration, may harm the server, or stands above the bot (`discord_role_refused`)';

export const roleSyncRouter = router({
  get: rest(authenticatedProcedure, {
    route: `GET ${base}`,
    summary: 'Roles on the chat server that follow the organization',
    description:
      'Needs canManageRoles. The rules, what they came to, what is held and what is wrong. The chat platform is not asked.',
  })
    .input(DiscordRolesInput)
    .output(DiscordRolesView)
    .query(({ ctx, input }) => getDiscordRoles(ctx.app, ctx.actor, input)),

  choices: rest(authenticatedProcedure, {
    route: `GET ${base}/choices`,
    summary: 'The roles of the chat server',
    description: 'Needs canManageRoles. Each with the reason why it cannot be given, if there is one.',
    refusals: asked,
  })
    .input(DiscordRolesInput)
    .output(DiscordRoleChoicesView)
    .query(({ ctx, input }) => listRoleChoices(ctx.app, ctx.actor, input)),

  createRule: rest(personalProcedure, {
    route: `POST ${base}/rules`,
    summary: 'Make a rule',
    description: `${MAPPER} A rule gives one role of the chat server to a rank and all above it, to the holders of a role, or to all members. It is off until it is enabled.`,
    restStatus: 201,
    refusals: {
      ...asked,
      409: `There is such a rule (\`discord_role_rule_exists\`), or 50 (\`too_many_discord_role_rules\`). ${REFUSED}; ${ARCHIVED}`,
    },
  })
    .input(CreateDiscordRoleRuleInput)
    .output(DiscordRoleRuleView)
    .mutation(({ ctx, input }) => createRule(ctx.app, ctx.actor, input)),

  previewRule: rest(authenticatedProcedure, {
    route: `GET ${base}/rules/{ruleId}/preview`,
    summary: 'People who gain or lose a role by a rule',
    description: 'Needs canManageRoles. The people who gain by enabling it, and those who lose by disabling it.',
  })
    .input(DiscordRoleRuleInput)
    .output(DiscordRolePreviewView)
    .query(({ ctx, input }) => previewRule(ctx.app, ctx.actor, input)),

  enableRule: rest(personalProcedure, {
    route: `POST ${base}/rules/{ruleId}/enable`,
    summary: 'Enable a rule',
    description: `${MAPPER} The role is given within seconds, and from then on follows within a minute. The service never takes a role that it did not give. Enabling a rule again gives the role back to people from whom it was taken by hand, and ends a stop.`,
    refusals: {
      ...asked,
      409: `Others would gain the role than the preview showed (\`discord_role_preview_changed\`). ${REFUSED}; ${ARCHIVED}`,
    },
  })
    .input(EnableDiscordRoleRuleInput)
    .output(DiscordRoleRuleView)
    .mutation(({ ctx, input }) => enableRule(ctx.app, ctx.actor, input)),

  disableRule: rest(personalProcedure, {
    route: `POST ${base}/rules/{ruleId}/disable`,
    summary: 'Disable a rule',
    description: 'Needs canManageRoles. With or without taking back what the rule gave.',
    refusals: { 409: ARCHIVED },
  })
    .input(DisableDiscordRoleRuleInput)
    .output(DiscordRoleRuleView)
    .mutation(({ ctx, input }) => disableRule(ctx.app, ctx.actor, input)),

  deleteRule: rest(personalProcedure, {
    route: `DELETE ${base}/rules/{ruleId}`,
    summary: 'Delete a rule',
    description: 'Needs canManageRoles, and a rule that is disabled.',
    refusals: { 409: `The rule is enabled (\`discord_role_rule_enabled\`); ${ARCHIVED}` },
  })
    .input(DiscordRoleRuleInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(deleteRule(ctx.app, ctx.actor, input))),

  releaseHeld: rest(personalProcedure, {
    route: `POST ${base}/held/release`,
    summary: 'Take the roles that are held',
    description:
      'Needs canManageRoles. When ten people or more, and more than 30 percent, would lose a role at once, nothing is taken until an officer agrees here.',
    refusals: { 409: `Other roles are held now (\`discord_role_preview_changed\`); ${ARCHIVED}` },
  })
    .input(ReleaseDiscordRolesInput)
    .output(DiscordRolesView)
    .mutation(({ ctx, input }) => releaseHeldRoles(ctx.app, ctx.actor, input)),
});
