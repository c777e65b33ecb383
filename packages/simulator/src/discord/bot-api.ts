import { type Answer, jsonAnswer } from '../answer.ts';
import { discordError } from '../fault-answers.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import type { ChatChannel, ChatInvite, ChatServer } from '../world-chat.ts';
import type { DiscordAccount } from '../world-model.ts';
import { inviteTerms } from './invite-terms.ts';

type Reached<T> = { found: T } | { refused: Answer };

export const unauthorized = () => discordError(401, '401: Unauthorized');
const missingAccess = () => discordError(403, 'Missing Access', 50_001);

/** The bot API: servers, members, channels and invites. Accepts any token but `wrong`. */
export function createBotApi(world: World) {
  const { chat } = world;

  function serverOf(id: string): Reached<ChatServer> {
    const server = chat.findServer(id);
    if (!server) return { refused: discordError(404, 'Unknown Guild', 10_004) };
    return server.hasBot ? { found: server } : { refused: missingAccess() };
  }

  function channelOf(id: string): Reached<{ server: ChatServer; channel: ChatChannel }> {
    const place = chat.findChannel(id);
    if (!place) return { refused: discordError(404, 'Unknown Channel', 10_003) };
    if (!place.server.hasBot || place.channel.bot === 'hidden') return { refused: missingAccess() };
    return { found: place };
  }

  function member(serverId: string, userId: string): Answer {
    const reached = serverOf(serverId);
    if ('refused' in reached) return reached.refused;
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
    if (channel.bot !== 'invites') return discordError(403, 'Missing Permissions', 50_013);
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

  /** Undefined for a path outside the bot API. `place` is the path after the version. */
  return async (request: SimulatorRequest, place: string): Promise<Answer | undefined> => {
    if (request.segments === null) return undefined;
    const [kind, id = '', what, who] = place.split('/').map(decodeURIComponent);
    if (kind !== 'guilds' && kind !== 'channels' && kind !== 'invites') return undefined;
    if (!isBot(request)) return unauthorized();
    if (request.method === 'POST') {
      return kind === 'channels' && what === 'invites' && who === undefined ? createInvite(request, id) : undefined;
    }
    if (request.method !== 'GET') return undefined;
    if (kind === 'guilds' && what === 'members' && who !== undefined) return member(id, who);
    if (what !== undefined) return undefined;
    if (kind === 'invites') return invite(id);
    if (kind === 'guilds') {
      const reached = serverOf(id);
      return 'refused' in reached ? reached.refused : jsonAnswer(200, serverObject(reached.found));
    }
    const reached = channelOf(id);
    if ('refused' in reached) return reached.refused;
    const { server, channel } = reached.found;
    return jsonAnswer(200, { id: channel.id, type: 0, guild_id: server.id, name: channel.name, position: 0 });
  };
}

export function isBot(request: SimulatorRequest): boolean {
  const token = /^bot ([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && token !== 'wrong';
}

function userObject({ id, username, globalName }: DiscordAccount) {
  return { id, username, global_name: globalName, avatar: null, discriminator: '0', public_flags: 0 };
}

function serverObject({ id, name, ownerId, roles }: ChatServer) {
  return {
    id,
    name,
    icon: null,
    owner_id: ownerId,
    roles: roles.map(({ id: roleId, name: roleName, permissions }) => ({
      id: roleId,
      name: roleName,
      permissions: permissions.toString(),
      managed: false,
    })),
    features: [],
  };
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
