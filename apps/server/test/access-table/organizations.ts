import { uuidv7 } from '../../src/core/uuid.ts';
import { hold, newMember } from '../members.ts';
import { type AccessRows, NOTHING, type Scene } from './rows.ts';

const nameOf = async ({ app, place }: Scene) => {
  const [row] = await app.ctx.sql<{ name: string }>('select name from organization where id = $1', [place.id]);
  return { body: { name: row?.name ?? '' } };
};

/** Adds a second founder, so that the first may leave. */
const otherFounder = async ({ app, place }: Scene) => {
  await hold(app, place, place.founderRoleId, await newMember(app, place));
  return {};
};

const openInvite = async ({ app, place }: Scene) => {
  const inviteId = uuidv7();
  await app.ctx.sql(
    `insert into invite (id, organization_id, code_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
    [inviteId, place.id, inviteId],
  );
  return { params: { inviteId } };
};

export const organizations: AccessRows = {
  'GET /organizations/{id}': { who: 'everybody', answer: 200 },
  'PATCH /organizations/{id}': {
    who: 'canManageGuild',
    answer: 200,
    request: () => ({ body: { alias: `alias-${uuidv7()}` } }),
  },
  'DELETE /organizations/{id}': { who: 'canManageGuild', answer: 200, fresh: true, evenArchived: true },
  'PATCH /organizations/{id}/restore': { who: 'canManageGuild', answer: 200, fresh: true, evenArchived: true },
  'DELETE /organizations/{id}/permanent': {
    who: 'canManageGuild',
    answer: 200,
    on: 'standalone',
    fresh: true,
    evenArchived: true,
    inPerson: true,
    request: nameOf,
  },
  'PATCH /organizations/{id}/settings': {
    who: 'canManageGuild',
    answer: 200,
    request: () => ({ body: { recruiting: { message: uuidv7() } } }),
  },
  'GET /organizations/{id}/changes': { who: 'member', answer: 200 },
  'GET /organizations/{id}/audit-log': { who: 'canViewOfficerData', answer: 200 },

  'POST /organizations/{id}/leave': {
    who: 'member',
    answer: 200,
    on: 'standalone',
    fresh: true,
    evenArchived: true,
    membersOnly: true,
    request: otherFounder,
  },
  'DELETE /organizations/{id}/members/{userId}': {
    who: 'canManageRoster',
    answer: 200,
    on: 'standalone',
    request: async ({ app, place }) => ({ params: { userId: (await newMember(app, place)).userId } }),
  },

  'GET /organizations/{id}/invites': { who: 'canInviteMembers', answer: 200, on: 'standalone' },
  'POST /organizations/{id}/invites': { who: 'canInviteMembers', answer: 201, on: 'standalone' },
  'DELETE /organizations/{id}/invites/{inviteId}': {
    who: 'canInviteMembers',
    answer: 200,
    on: 'standalone',
    request: openInvite,
  },

  // All here have linked a chat account, but no organization has named a server, which is the next check.
  'GET /organizations/{id}/chatplatform/in-server': { who: 'member', answer: 400, membersOnly: true },
  'GET /organizations/{id}/chatplatform/server-invite': {
    who: 'member',
    answer: 400,
    membersOnly: true,
    inPerson: true,
    changes: true,
  },

  'GET /organizations/{id}/discord': { who: 'canManageGuild', answer: 200 },
  'POST /organizations/{id}/discord/check': { who: 'canManageGuild', answer: 400, evenArchived: true },
  'POST /organizations/{id}/discord/install': {
    who: 'canManageGuild',
    answer: 200,
    membersOnly: true,
    inPerson: true,
  },
  'GET /organizations/{id}/discord/channels': { who: 'canManageGuild', answer: 400 },
  'POST /organizations/{id}/discord/bindings': {
    who: 'canManageGuild',
    answer: 400,
    request: () => ({ body: { channelId: '430000000000000001' } }),
  },
  'PATCH /organizations/{id}/discord/bindings/{bindingId}': {
    who: 'canManageGuild',
    answer: 404,
    request: () => ({ params: { bindingId: NOTHING }, body: {} }),
  },
  'DELETE /organizations/{id}/discord/bindings/{bindingId}': {
    who: 'canManageGuild',
    answer: 404,
    request: () => ({ params: { bindingId: NOTHING } }),
  },
  'POST /organizations/{id}/discord/bindings/{bindingId}/test': {
    who: 'canManageGuild',
    answer: 404,
    request: () => ({ params: { bindingId: NOTHING } }),
  },
  'POST /organizations/{id}/discord/bindings/{bindingId}/repost': {
    who: 'canManageGuild',
    answer: 404,
    request: () => ({ params: { bindingId: NOTHING } }),
  },
  'GET /organizations/{id}/discord/roles': { who: 'canManageRoles', answer: 200 },
  'GET /organizations/{id}/discord/roles/choices': { who: 'canManageRoles', answer: 400, membersOnly: true },
  'POST /organizations/{id}/discord/roles/rules': {
    who: 'canManageRoles',
    answer: 400,
    membersOnly: true,
    inPerson: true,
    request: () => ({ body: { source: { kind: 'members' }, discordRoleId: '420000000000000921' } }),
  },
  'GET /organizations/{id}/discord/roles/rules/{ruleId}/preview': {
    who: 'canManageRoles',
    answer: 404,
    request: () => ({ params: { ruleId: NOTHING } }),
  },
  'POST /organizations/{id}/discord/roles/rules/{ruleId}/enable': {
    who: 'canManageRoles',
    answer: 404,
    membersOnly: true,
    inPerson: true,
    request: () => ({ params: { ruleId: NOTHING }, body: { digest: 'x' } }),
  },
  'POST /organizations/{id}/discord/roles/rules/{ruleId}/disable': {
    who: 'canManageRoles',
    answer: 404,
    inPerson: true,
    request: () => ({ params: { ruleId: NOTHING }, body: { takeBack: true } }),
  },
  'DELETE /organizations/{id}/discord/roles/rules/{ruleId}': {
    who: 'canManageRoles',
    answer: 404,
    inPerson: true,
    request: () => ({ params: { ruleId: NOTHING } }),
  },
  'POST /organizations/{id}/discord/roles/held/release': {
    who: 'canManageRoles',
    answer: 409,
    inPerson: true,
    request: () => ({ body: { digest: 'x' } }),
  },

  'GET /organizations/{id}/events': { who: 'member', answer: 200 },
  'POST /organizations/{id}/events': {
    who: 'canManageEvents',
    answer: 201,
    request: () => ({
      body: { title: 'Raid', type: 'raid', scope: 'guild', localStart: '2086-01-01T20:00', durationMinutes: 60 },
    }),
  },
};
