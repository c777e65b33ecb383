/** Teams: parts of an organization with their own roster, events and leads. */
import { z } from 'zod';
import { typedName } from './name.ts';
import { CombatRole, NamedRef, TeamStatus } from './organization.ts';
import {
  bodyInteger,
  Id,
  Instant,
  lineOfText,
  OrganizationRef,
  PersonRef,
  queryFlag,
  shownDefault,
} from './primitives.ts';
import { RaiderRef } from './raider.ts';

const TeamName = typedName(60).meta({ examples: ['Tuesday team'] });

const TeamColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #2f855a')
  .nullable()
  .meta({ description: 'As #rrggbb, in lower case; null for none', examples: ['#2f855a'] });

const Schedule = lineOfText(120)
  .nullable()
  .meta({ description: 'When it usually plays, in words; null for none', examples: ['Tuesday and Thursday, 20:00'] });

/** A team inside another answer. */
export const TeamRef = z
  .object({ id: z.string(), name: z.string(), color: z.string().nullable() })
  .meta({ id: 'TeamRef' });
export type TeamRef = z.infer<typeof TeamRef>;

const TeamMembership = z
  .object({
    role: CombatRole.nullable(),
    status: TeamStatus,
    lead: z.boolean().meta({ description: 'May do for what names the team what canManageEvents allows' }),
  })
  .meta({ id: 'TeamMembership' });

export const TeamView = TeamRef.extend({
  organizationId: z.string(),
  position: z.int().meta({ description: 'Its place among the teams, from 0' }),
  schedule: z.string().nullable(),
  archived: z.boolean(),
  members: z.int().meta({ description: 'How many raiders belong to it' }),
  leads: z.array(RaiderRef),
  mine: TeamMembership.nullable().meta({ description: 'How the caller belongs to it; null if they do not' }),
  mayManage: z.boolean().meta({ description: 'Whether the caller may change it and the raiders in it' }),
}).meta({
  id: 'Team',
  examples: [
    {
      id: '0199d3a0-0000-7000-8000-000000000007',
      organizationId: '0199d3a0-0000-7000-8000-000000000001',
      name: 'Tuesday team',
      color: '#2f855a',
      position: 0,
      schedule: 'Tuesday and Thursday, 20:00',
      archived: false,
      members: 24,
      leads: [
        {
          id: '0199d3a0-0000-7000-8000-000000000004',
          name: 'Ysolde',
          kind: 'member',
          hasAccount: true,
          notProven: false,
        },
      ],
      mine: { role: 'healer', status: 'main', lead: false },
      mayManage: false,
    },
  ],
});
export type TeamView = z.infer<typeof TeamView>;

export const TeamMemberView = z
  .object({
    raider: RaiderRef,
    user: PersonRef.nullable().meta({ description: 'Null without an account' }),
    main: z
      .object({
        name: z.string(),
        realm: z.string().meta({ description: 'Empty when unknown' }),
        class: NamedRef.nullable(),
      })
      .nullable(),
    ...TeamMembership.shape,
    since: Instant,
  })
  .meta({ id: 'TeamMember' });
export type TeamMemberView = z.infer<typeof TeamMemberView>;

export const TeamListView = z.object({ teams: z.array(TeamView) }).meta({ id: 'Teams' });
export type TeamListView = z.infer<typeof TeamListView>;

export const TeamDetailView = TeamView.extend({
  roster: z.array(TeamMemberView).meta({ description: 'At most 200: by status, then role, then name' }),
}).meta({ id: 'TeamDetail' });
export type TeamDetailView = z.infer<typeof TeamDetailView>;

export const TeamListInput = z.object({
  id: OrganizationRef,
  archived: shownDefault(queryFlag('Only archived teams, instead of those that are not'), false),
});
export type TeamListInput = z.infer<typeof TeamListInput>;

export const TeamInput = z.object({ id: Id });
export const TeamBodyInput = z.strictObject({ id: Id });

export const CreateTeamInput = z.strictObject({
  id: OrganizationRef,
  name: TeamName,
  color: TeamColor.optional(),
  schedule: Schedule.optional(),
});
export type CreateTeamInput = z.infer<typeof CreateTeamInput>;

export const UpdateTeamInput = z.strictObject({
  id: Id,
  name: TeamName.optional(),
  color: TeamColor.optional(),
  schedule: Schedule.optional(),
  position: bodyInteger({
    min: 0,
    max: 49,
    description: 'Its new place among the teams; the others move',
    example: 0,
  }).optional(),
  archived: z.boolean().optional(),
});
export type UpdateTeamInput = z.infer<typeof UpdateTeamInput>;

export const SetTeamMemberInput = z.strictObject({
  id: Id,
  raiderId: Id,
  role: CombatRole.nullable().default(null),
  status: TeamStatus.default('main'),
  lead: z
    .boolean()
    .optional()
    .meta({ description: 'Needs canManageRoles, and a raider with an account. Without it, this stays as it is' }),
});
export type SetTeamMemberInput = z.infer<typeof SetTeamMemberInput>;

export const TeamMemberInput = z.strictObject({ id: Id, raiderId: Id });
export type TeamMemberInput = z.infer<typeof TeamMemberInput>;
