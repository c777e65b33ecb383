import { type Answer, jsonAnswer } from '../answer.ts';
import { discordError } from '../fault-answers.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import type { ChatChannel, ChatInvite, ChatServer } from '../world-chat.ts';
import { chatPermission } from '../world-chat-roles.ts';
import type { DiscordAccount } from '../world-model.ts';
import { directChannel, openDirectChannel } from './direct-messages.ts';
import { inviteTerms } from './invite-terms.ts';
import { createLimits } from './limits.ts';
import { createMessagesApi } from './messages.ts';
import { botMember, botUser, botUserId, changeMemberRole, roleObjects, rolesAnswer } from './roles.ts';
import { createScheduledEventsApi } from './scheduled-events.ts';

type Reached<T> = { found: T } | { refused: Answer };

export const unauthorized = () => discordError(401, '401: Unauthorized');
const missingAccess = () => discordError(403, 'Missing Access', 50_001);

/** The bot API: servers, members, channels, invites and messages. Accepts any token but `wrong`. */
export function createBotApi(world: World) {
  const { chat } = world;
  const messages = createMessagesApi(world);
  const scheduledEvents = createScheduledEventsApi(world);
  const limits = createLimits(chat.pace);

  function serverOf(id: string): Reached<ChatServer> {
    const server = chat.findServer(id);
    if (!server) return { refused: discordError(404, 'Unknown Guild', 10_004) };
    return server.hasBot ? { found: server } : { refused: missingAccess() };
  }

  function channelOf(id: string): Reached<{ server: ChatServer; channel: ChatChannel }> {
    const place = chat.findChannel(id);
    if (!place) return { refused: discordError(404, 'Unknown Channel', 10_003) };
    const isHidden = (place.channel.botPermissions & chatPermission.viewChannel) === 0n;
    if (!place.server.hasBot || isHidden) return { refused: missingAccess() };
    return { found: place };
  }

  function member(serverId: string, userId: string): Answer {
    const reached = serverOf(serverId);
    if ('refused' in reached) return reached.refused;
    if (userId === botUserId) return botMember(reached.found);
    const account = world.discordAccounts.find(({ id }) => id === userId);
    if (!account) return discordError(404, 'Unknown User', 10_013);
    const entry = reached.found.members.get(userId);
    if (!entry) return discordError(404, 'Unknown Member', 10_007);
    return jsonAnswer(200, {
      user: userObject(account),
      nick: null,
      avatar: null,
      roles: entry.roles,
      joined_at: new Date(entry.joinedAt).toISOString(),
      deaf: false,
      mute: false,
      flags: 0,
      pending: entry.pending,
    });
  }

  async function createInvite(request: SimulatorRequest, channelId: string): Promise<Answer> {
    const terms = await inviteTerms(request);
    if ('refused' in terms) return terms.refused;
    const reached = channelOf(channelId);
    if ('refused' in reached) return reached.refused;
    const { server, channel } = reached.found;
    if ((channel.botPermissions & chatPermission.createInvite) === 0n)
      return discordError(403, 'Missing Permissions', 50_013);
    const invite = chat.createInvite(channelId, terms.maxAgeSeconds, terms.maxUses);
    if (!invite) return discordError(400, 'Maximum number of invites reached (1000)', 30_016);
    return jsonAnswer(200, {
      ...inviteObject(server, channel, invite),
      uses: invite.uses,
      max_uses: invite.maxUses,
      max_age: terms.maxAgeSeconds,
      temporary: false,
      created_at: new Date(invite.createdAt).toISOString(),
    });
  }

  function invite(code: string): Answer {
    const found = chat.findInvite(code);
    const channel = found?.server.channels.find(({ id }) => id === found.invite.channelId);
    if (!found || !channel) return discordError(404, 'Unknown Invite', 10_006);
    return jsonAnswer(200, inviteObject(found.server, channel, found.invite));
  }

  async function answer(request: SimulatorRequest, place: string): Promise<Answer | undefined> {
    const { method } = request;
    const [kind, id = '', what, who, which, roleId] = place.split('/').map(decodeURIComponent);
    if (kind === 'users' && what === 'channels')
      return method === 'POST' ? openDirectChannel(world, request) : undefined;
    if (kind === 'users') return method === 'GET' ? jsonAnswer(200, botUser()) : undefined;
    if (kind === 'invites') return method === 'GET' && what === undefined ? invite(id) : undefined;
    if (kind === 'channels') return which === undefined ? ofChannel(request, id, what, who) : undefined;
    const reached = serverOf(id);
    if (which === 'roles' && roleId && who && (method === 'PUT' || method === 'DELETE')) {
      if ('refused' in reached) return reached.refused;
      return changeMemberRole(world, reached.found, request, { userId: who, roleId });
    }
    if (what === 'scheduled-events' && which === undefined)
      return 'refused' in reached ? reached.refused : scheduledEvents(request, reached.found, who);
    if (method !== 'GET' || which !== undefined) return undefined;
    if (what === 'members' && who !== undefined) return member(id, who);
    if (who !== undefined || (what !== undefined && what !== 'channels' && what !== 'roles')) return undefined;
    if ('refused' in reached) return reached.refused;
    const server = reached.found;
    if (what === 'roles') return rolesAnswer(server);
    if (what === undefined) return jsonAnswer(200, serverObject(server));
    return jsonAnswer(
      200,
      server.channels.map((channel) => channelObject(server, channel)),
    );
  }

  async function ofChannel(request: SimulatorRequest, id: string, what?: string, who?: string) {
    if (what === 'invites' && who === undefined && request.method === 'POST') return createInvite(request, id);
    const direct = directChannel(world, id);
    if (direct && what === 'messages') return 'channel' in direct ? messages(request, direct.channel, who) : direct;
    const reached = channelOf(id);
    if (what === 'messages') {
      return 'refused' in reached ? reached.refused : messages(request, reached.found.channel, who);
    }
    if (what !== undefined || request.method !== 'GET') return undefined;
    if ('refused' in reached) return reached.refused;
    return jsonAnswer(200, channelObject(reached.found.server, reached.found.channel));
  }

  /** Undefined for a path outside the bot API. `place` is the path after the version. */
  return async (request: SimulatorRequest, place: string): Promise<Answer | undefined> => {
    if (request.segments === null) return undefined;
    const isSelf = /^users\/(@|%40)me(\/channels)?$/.test(place);
    if (isSelf && !/^bot /i.test(request.headers.authorization ?? '')) return undefined;
    if (!isSelf && !/^(guilds|channels|invites)\//.test(place)) return undefined;
    if (!isBot(request)) return unauthorized();
    const pace = limits(request.method, place);
    if ('refused' in pace) return pace.refused;
    const answered = await answer(request, place);
    return answered && { ...answered, headers: { ...answered.headers, ...pace.headers } };
  };
}

export function isBot(request: SimulatorRequest): boolean {
  const token = /^bot ([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && token !== 'wrong';
}

function userObject({ id, username, globalName }: DiscordAccount) {
  return { id, username, global_name: globalName, avatar: null, discriminator: '0', public_flags: 0 };
}

export function serverObject(server: ChatServer) {
  const { id, name, ownerId } = server;
  return { id, name, icon: null, owner_id: ownerId, roles: roleObjects(server), features: [] };
}

const VIEW = chatPermission.viewChannel.toString();
const ALL = (1n << 53n) - 1n;

function channelObject({ id: serverId }: ChatServer, { id, name, botPermissions, isPublic }: ChatChannel) {
  const own = { id: botUserId, type: 1, allow: botPermissions.toString(), deny: (ALL & ~botPermissions).toString() };
  const everyone = { id: serverId, type: 0, allow: '0', deny: isPublic ? '0' : VIEW };
  return { id, type: 0, guild_id: serverId, name, position: 0, permission_overwrites: [everyone, own] };
}

function inviteObject(server: ChatServer, channel: ChatChannel, { code, expiresAt }: ChatInvite) {
  return {
    type: 0,
    code,
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    guild: { id: server.id, name: server.name },
    channel: { id: channel.id, name: channel.name, type: 0 },
  };
}
