import { createDirectChannels } from './world-chat-direct.ts';
import { type ChatRole, chatPermission, createChatRoles, firstRoles, type RoleChange } from './world-chat-roles.ts';
import { createChatMessages } from './world-messages.ts';
import type { DiscordAccount } from './world-model.ts';
import { WorldRefusal } from './world-refusal.ts';
import { createScheduledEvents } from './world-scheduled-events.ts';

export type ChatChannel = {
  readonly id: string;
  readonly name: string;
  /** The permissions of the service's bot there. */
  botPermissions: bigint;
  /** Whether @everyone sees it. */
  isPublic: boolean;
};
export type ChatMember = { readonly userId: string; roles: string[]; pending: boolean; joinedAt: number };
export type ChatInvite = {
  readonly code: string;
  readonly channelId: string;
  readonly maxUses: number;
  uses: number;
  readonly createdAt: number;
  /** Null means never. */
  readonly expiresAt: number | null;
};

/** Change it through the world only. */
export type ChatServer = {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  ownerId: string;
  /** Whether the service's bot is on the server. */
  hasBot: boolean;
  roles: ChatRole[];
  /** The roles of the service's bot. */
  botRoles: string[];
  /** The server's log of roles given and taken through the API. */
  roleChanges: RoleChange[];
  channels: ChatChannel[];
  members: Map<string, ChatMember>;
  invites: Map<string, ChatInvite>;
};

type Seed = {
  key: string;
  id: string;
  name: string;
  owner: string;
  managers?: string[];
  hasBot: boolean;
  channels: [id: string, name: string, bot: keyof typeof botPermissions][];
};

const { createInvite, viewChannel, sendMessages, embedLinks, readHistory } = chatPermission;
const botPermissions = {
  invites: createInvite | viewChannel | sendMessages | embedLinks | readHistory,
  reads: viewChannel | readHistory,
  hidden: 0n,
};

const seeds: readonly Seed[] = [
  {
    key: 'lantern',
    id: '420000000000000001',
    name: 'Lantern Watch',
    owner: 'ysolde',
    managers: ['kessa'],
    hasBot: true,
    channels: [
      ['430000000000000001', 'welcome', 'invites'],
      ['430000000000000002', 'rules', 'reads'],
      ['430000000000000003', 'officers', 'hidden'],
    ],
  },
  {
    key: 'crepuscule',
    id: '420000000000000002',
    name: 'Crépuscule',
    owner: 'brannoc',
    hasBot: true,
    channels: [['430000000000000004', 'accueil', 'invites']],
  },
  {
    key: 'stranger',
    id: '420000000000000003',
    name: 'Without the bot',
    owner: 'ysolde',
    hasBot: false,
    channels: [['430000000000000005', 'hall', 'hidden']],
  },
];

/** Discord's own limit; only usable invites count. */
const maxInvites = 1000;

/** The chat servers of a world with their members and invites. */
export function createChat(accounts: readonly DiscordAccount[], epoch: number) {
  let inviteCount = 0;
  const createServer = (seed: Seed): ChatServer => {
    const managerRole = `${seed.id.slice(0, -3)}901`;
    const server: ChatServer = {
      key: seed.key,
      id: seed.id,
      name: seed.name,
      ownerId: accountOf(seed.owner).id,
      hasBot: seed.hasBot,
      ...firstRoles(seed.id, managerRole),
      roleChanges: [],
      channels: seed.channels.map(([id, name, bot]) => ({
        id,
        name,
        botPermissions: botPermissions[bot],
        isPublic: bot !== 'hidden',
      })),
      members: new Map(),
      invites: new Map(),
    };
    for (const key of [seed.owner, ...(seed.managers ?? [])]) {
      const roles = key === seed.owner ? [] : [managerRole];
      const userId = accountOf(key).id;
      server.members.set(userId, { userId, roles, pending: false, joinedAt: epoch });
    }
    return server;
  };
  const servers = seeds.map(createServer);

  function accountOf(key: string): DiscordAccount {
    const account = accounts.find((entry) => entry.key === key);
    if (!account) throw new WorldRefusal('missing', `There is no Discord account ${key}`);
    return account;
  }

  function server(keyOrId: string): ChatServer {
    const found = servers.find(({ key, id }) => key === keyOrId || id === keyOrId);
    if (!found) throw new WorldRefusal('missing', `There is no chat server ${keyOrId}`);
    return found;
  }

  function findChannel(channelId: string): { server: ChatServer; channel: ChatChannel } | undefined {
    for (const owner of servers) {
      const channel = owner.channels.find(({ id }) => id === channelId);
      if (channel) return { server: owner, channel };
    }
    return undefined;
  }

  function channel(channelId: string): ChatChannel {
    const found = findChannel(channelId);
    if (!found) throw new WorldRefusal('missing', `There is no channel ${channelId}`);
    return found.channel;
  }

  /** Finds a usable invite. Used-up and expired ones are forgotten, as on the platform. */
  function findInvite(code: string, at = Date.now()): { server: ChatServer; invite: ChatInvite } | undefined {
    for (const owner of servers) {
      const invite = owner.invites.get(code);
      if (!invite) continue;
      const ranOut = invite.expiresAt !== null && invite.expiresAt <= at;
      const usedUp = invite.maxUses > 0 && invite.uses >= invite.maxUses;
      if (!ranOut && !usedUp) return { server: owner, invite };
      owner.invites.delete(code);
    }
    return undefined;
  }

  function join(keyOrId: string, accountKey: string, at = Date.now()): ChatServer {
    const joined = server(keyOrId);
    const userId = accountOf(accountKey).id;
    if (!joined.members.has(userId)) joined.members.set(userId, { userId, roles: [], pending: false, joinedAt: at });
    return joined;
  }

  return {
    ...createChatMessages(),
    ...createScheduledEvents(),
    /**
     * The number of bot requests that Discord accepts per second, over all routes. Tests that send more may raise it.
     */
    pace: { perSecond: 50 },
    servers: servers as readonly ChatServer[],
    /** Finds a server by key or id. Throws if there is none. */
    server,
    findServer: (id: string): ChatServer | undefined => servers.find((entry) => entry.id === id),
    findChannel,
    findInvite,
    ...createDirectChannels(servers, (key) => accountOf(key).id),
    ...createChatRoles(server, (key) => accountOf(key).id),

    /** Joins without an invite, for example through the server's own link. */
    join,

    /** Leaves, or is kicked. */
    leave(keyOrId: string, accountKey: string): ChatServer {
      const left = server(keyOrId);
      if (!left.members.delete(accountOf(accountKey).id)) {
        throw new WorldRefusal('conflict', `${accountKey} is not in ${left.name}`);
      }
      return left;
    },

    /** Accepts an invite. Refuses one that is unknown, used up or expired. Existing members do not use it up. */
    useInvite(code: string, accountKey: string, at = Date.now()): ChatServer {
      const found = findInvite(code, at);
      if (!found) throw new WorldRefusal('missing', `There is no invite ${code}`);
      if (!found.server.members.has(accountOf(accountKey).id)) found.invite.uses += 1;
      return join(found.server.id, accountKey, at);
    },

    /** Null if the server has the maximum number of invites. 0 means no limit for `maxAgeSeconds` and `maxUses`. */
    createInvite(channelId: string, maxAgeSeconds: number, maxUses: number, at = Date.now()): ChatInvite | null {
      const found = findChannel(channelId);
      if (!found) throw new WorldRefusal('missing', `There is no channel ${channelId}`);
      for (const code of [...found.server.invites.keys()]) findInvite(code, at);
      if (found.server.invites.size >= maxInvites) return null;
      inviteCount += 1;
      const invite: ChatInvite = {
        code: `inv${inviteCount.toString(36).padStart(5, '0')}`,
        channelId,
        maxUses,
        uses: 0,
        createdAt: at,
        expiresAt: maxAgeSeconds === 0 ? null : at + maxAgeSeconds * 1000,
      };
      found.server.invites.set(invite.code, invite);
      return invite;
    },

    /** Grants a member the managers' role, or revokes it. */
    setManager(keyOrId: string, accountKey: string, manages: boolean): ChatServer {
      const owner = server(keyOrId);
      const member = owner.members.get(accountOf(accountKey).id);
      const role = owner.roles.find(({ id }) => id !== owner.id);
      if (!member || !role) throw new WorldRefusal('conflict', `${accountKey} is not in ${owner.name}`);
      member.roles = [...member.roles.filter((id) => id !== role.id), ...(manages ? [role.id] : [])];
      return owner;
    },

    /** Adds the service's bot to the server, or removes it. */
    setBot(keyOrId: string, present: boolean): ChatServer {
      const owner = server(keyOrId);
      owner.hasBot = present;
      return owner;
    },

    /** Replaces the permissions of the service's bot in a channel. */
    setPermissions(channelId: string, permissions: bigint): ChatChannel {
      const changed = channel(channelId);
      changed.botPermissions = permissions;
      return changed;
    },

    /** Shows a channel to @everyone, or hides it from them. */
    setPublic(channelId: string, isPublic: boolean): ChatChannel {
      const changed = channel(channelId);
      changed.isPublic = isPublic;
      return changed;
    },

    /** A server of the same person as Lantern Watch, with the bot and without channels. */
    addServer(key: string, id: string): ChatServer {
      const added = createServer({ key, id, name: key, owner: 'ysolde', hasBot: true, channels: [] });
      servers.push(added);
      return added;
    },

    addChannel(keyOrId: string, id: string, name: string): ChatChannel {
      const added = { id, name, botPermissions: botPermissions.invites, isPublic: true };
      server(keyOrId).channels.push(added);
      return added;
    },

    /** Deletes a channel with its messages. */
    deleteChannel(channelId: string): void {
      const removed = channel(channelId);
      for (const { channels } of servers) if (channels.includes(removed)) channels.splice(channels.indexOf(removed), 1);
    },
  };
}

export type ChatWorld = ReturnType<typeof createChat>;
