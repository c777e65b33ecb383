/** Roles on the chat server that follow ranks, roles and membership of an organization. */
import { z } from 'zod';
import { Snowflake } from './chat.ts';
import { DiscordRefusalCause } from './discord-posts.ts';
import { bodyInteger, Id, Instant, OrganizationRef, PersonRef } from './primitives.ts';

/** The maximum number of rules in one organization. */
export const MAX_DISCORD_ROLE_RULES = 50;

/** Why a role on the server cannot be given. */
export const DiscordRoleProblem = z
  .enum(['missing', 'everyone', 'managed', 'dangerous', 'above_bot', 'bot_lacks_permission'])
  .meta({
    id: 'DiscordRoleProblem',
    description:
      '`missing`: the role was deleted; `everyone`: every member of the server has it; `managed`: it belongs to a bot or an integration; `dangerous`: it may manage, kick, ban or mute, or mention everyone; `above_bot`: it stands at or above the highest role of the bot; `bot_lacks_permission`: the bot may not manage roles',
  });
export type DiscordRoleProblem = z.infer<typeof DiscordRoleProblem>;

/** Why no role of the organization is given or taken at present. */
export const DiscordRoleRest = z
  .enum(['archived', 'server_not_confirmed', 'roster_held', 'roster_failed', 'roster_empty', 'guild_missing'])
  .meta({
    id: 'DiscordRoleRest',
    description:
      '`archived`: the organization is archived; `server_not_confirmed`: no person who manages both has confirmed the chat server; `roster_held`: a roster that would remove many members waits for a second look; `roster_failed`: the last sync of the roster failed; `roster_empty`: the roster has no members; `guild_missing`: the game platform shows no such guild',
  });
export type DiscordRoleRest = z.infer<typeof DiscordRoleRest>;

/** The people who get the role. */
export const DiscordRoleSource = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('rank'),
      upTo: bodyInteger({ min: 0, max: 9, description: 'This rank of the game and all above it', example: 3 }),
      only: z.boolean().default(false).meta({ description: 'Whether the ranks above it are left out' }),
    }),
    z.strictObject({ kind: z.literal('role'), roleId: Id.meta({ description: 'Holders of this role' }) }),
    z.strictObject({ kind: z.literal('members') }),
  ])
  .meta({ id: 'DiscordRoleSource', examples: [{ kind: 'rank', upTo: 3 }] });
export type DiscordRoleSource = z.infer<typeof DiscordRoleSource>;

const DiscordRole = z.object({
  id: z.string(),
  name: z.string(),
  color: z.int().meta({ description: 'RGB; 0 for none' }),
});

const RULE = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
const PERSON = '0199d3a0-0000-7000-8000-000000000007';
const DIGEST = '9b1f0c2b8d4e6f3e7c419a52';
const rule = {
  id: RULE,
  source: { kind: 'rank', upTo: 3, only: false, name: 'Raider' },
  discordRole: { id: '410000000000000921', name: 'Raider', color: 15_105_570 },
  enabled: true,
  problem: null,
  given: 18,
  had: 2,
  taken: 1,
  absent: 4,
  refused: 0,
  refusedBecause: null,
};

export const DiscordRoleRuleView = z
  .object({
    id: z.string(),
    source: z.object({
      kind: z.enum(['rank', 'role', 'members']),
      upTo: z.int().nullable().meta({ description: 'The lowest rank that gets the role' }),
      only: z.boolean().meta({ description: 'Whether no rank above it gets the role' }),
      roleId: z.string().nullable(),
      name: z.string().nullable().meta({ description: 'Name of the rank or role' }),
    }),
    discordRole: DiscordRole.meta({ description: 'As it was when the server was last asked' }),
    enabled: z.boolean(),
    problem: DiscordRoleProblem.nullable().meta({
      description: 'Not null while the rule is stopped: its role is neither given nor taken',
    }),
    given: z.int().meta({ description: 'People to whom the service gave the role' }),
    had: z.int().meta({ description: 'People who had it already; it is never taken from them' }),
    taken: z.int().meta({
      description:
        'People from whom another member of the server took it by hand; they get it again when the rule is enabled again',
    }),
    absent: z.int().meta({ description: 'People who are not on the server' }),
    refused: z.int().meta({ description: 'People to whom Discord refuses to give the role' }),
    refusedBecause: DiscordRefusalCause.nullable(),
  })
  .meta({ id: 'DiscordRoleRule', examples: [{ ...rule, source: { ...rule.source, roleId: null } }] });
export type DiscordRoleRuleView = z.infer<typeof DiscordRoleRuleView>;

const person = { id: PERSON, displayName: 'Brynhild' };

export const HeldRemovalsView = z
  .object({
    total: z.int().meta({ description: 'Roles that would be taken' }),
    since: Instant,
    people: z
      .array(PersonRef.extend({ discordRoleId: z.string() }))
      .meta({ description: 'Those whose account is still here, at most 200' }),
    digest: z.string().meta({ description: 'To be sent with the release, which thus releases nothing else' }),
  })
  .meta({ id: 'HeldDiscordRoleRemovals' });
export type HeldRemovalsView = z.infer<typeof HeldRemovalsView>;

export const DiscordRolesView = z
  .object({
    serverId: z.string().nullable().meta({ description: 'The chat server of the settings' }),
    rest: DiscordRoleRest.nullable().meta({ description: 'Why nothing is given or taken at the moment' }),
    rules: z.array(DiscordRoleRuleView),
    held: HeldRemovalsView.nullable().meta({
      description: 'Roles that are not taken until an officer agrees, because they are many',
    }),
    lastRunAt: Instant.nullable(),
    failure: z.enum(['unavailable', 'bot_removed', 'unauthorized', 'two_factor', 'refused']).nullable().meta({
      description:
        'Why the last run could not finish; it is tried again by itself, after longer and longer pauses. `two_factor`: the server demands two-factor sign-in of the owner of the bot, who has to turn it on in their Discord account. `refused`: Discord refuses to change roles here for another reason',
    }),
  })
  .meta({ id: 'DiscordRoles' });
export type DiscordRolesView = z.infer<typeof DiscordRolesView>;

export const DiscordRolesInput = z.object({ id: OrganizationRef });
export type DiscordRolesInput = z.infer<typeof DiscordRolesInput>;

export const DiscordRoleChoicesView = z
  .object({
    roles: z
      .array(
        DiscordRole.extend({ problem: DiscordRoleProblem.nullable().meta({ description: 'Why it cannot be given' }) }),
      )
      .meta({ description: 'From the highest to the lowest, without @everyone' }),
  })
  .meta({
    id: 'DiscordRoleChoices',
    examples: [{ roles: [{ id: '410000000000000921', name: 'Raider', color: 15_105_570, problem: null }] }],
  });
export type DiscordRoleChoicesView = z.infer<typeof DiscordRoleChoicesView>;

export const CreateDiscordRoleRuleInput = z.strictObject({
  id: OrganizationRef,
  source: DiscordRoleSource,
  discordRoleId: Snowflake.meta({ description: 'The role on the chat server', examples: ['410000000000000921'] }),
});
export type CreateDiscordRoleRuleInput = z.infer<typeof CreateDiscordRoleRuleInput>;

export const DiscordRoleRuleInput = z.object({ id: OrganizationRef, ruleId: Id });
export type DiscordRoleRuleInput = z.infer<typeof DiscordRoleRuleInput>;

export const DiscordRolePreviewView = z
  .object({
    gains: z.array(PersonRef).meta({
      description: 'Get the role when the rule is enabled, if they are on the server and do not have it already',
    }),
    losses: z.array(PersonRef).meta({
      description: 'Lose the role when the rule is disabled: they got it from the service, and no other rule gives it',
    }),
    keeps: z.int().meta({ description: 'People who keep the role, because they had it before' }),
    notLinked: z.int().meta({ description: 'People the rule is about who have not linked their chat account' }),
    digest: z.string().meta({ description: 'To be sent when enabling, which thus does what was shown' }),
  })
  .meta({
    id: 'DiscordRolePreview',
    examples: [{ gains: [person], losses: [], keeps: 0, notLinked: 12, digest: DIGEST }],
  });
export type DiscordRolePreviewView = z.infer<typeof DiscordRolePreviewView>;

const Digest = z
  .string()
  .max(64)
  .meta({ examples: [DIGEST] });

export const EnableDiscordRoleRuleInput = z.strictObject({
  id: OrganizationRef,
  ruleId: Id,
  digest: Digest.meta({ description: 'Of the preview that was seen' }),
});
export type EnableDiscordRoleRuleInput = z.infer<typeof EnableDiscordRoleRuleInput>;

export const DisableDiscordRoleRuleInput = z.strictObject({
  id: OrganizationRef,
  ruleId: Id,
  takeBack: z.boolean().meta({
    description: 'Whether to take the role from the people to whom the service gave it; otherwise they keep it',
  }),
});
export type DisableDiscordRoleRuleInput = z.infer<typeof DisableDiscordRoleRuleInput>;

export const ReleaseDiscordRolesInput = z.strictObject({
  id: OrganizationRef,
  digest: Digest.meta({ description: 'Of the held removals that were seen' }),
});
export type ReleaseDiscordRolesInput = z.infer<typeof ReleaseDiscordRolesInput>;
