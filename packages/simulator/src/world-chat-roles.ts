/** Roles of a chat server, and changes that people make to them by hand. */
import type { ChatServer } from './world-chat.ts';
import { WorldRefusal } from './world-refusal.ts';

/** Bits of a permission set. */
export const chatPermission = {
  createInvite: 1n << 0n,
  kick: 1n << 1n,
  administrator: 1n << 3n,
  manageServer: 1n << 5n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  embedLinks: 1n << 14n,
  readHistory: 1n << 16n,
  manageRoles: 1n << 28n,
  manageEvents: 1n << 33n,
  createEvents: 1n << 44n,
} as const;

const BOT_HOLDS = chatPermission.manageRoles | chatPermission.createEvents;

export type ChatRole = {
  readonly id: string;
  name: string;
  permissions: bigint;
  /** A role stands above those with a lower position; @everyone has 0. */
  position: number;
  /** Belongs to a bot or another integration and cannot be given by hand. */
  readonly managed: boolean;
};

export type RoleChange = { change: 'given' | 'taken'; userId: string; roleId: string; reason: string | null };

/** The ids of the roles every server has besides @everyone and its managers'. */
export const chatRoleIds = (serverId: string) => {
  const before = serverId.slice(0, -3);
  const own = serverId.slice(-1);
  return { bot: `${before}91${own}`, raider: `${before}92${own}`, member: `${before}93${own}` };
};

/**
 * Creates @everyone, whose id is the server's; the managers' role, above the bot's; the bot's own; and two roles below
 * it without permissions.
 */
export function firstRoles(serverId: string, managerRole: string): Pick<ChatServer, 'roles' | 'botRoles'> {
  const ids = chatRoleIds(serverId);
  const plain = { permissions: 0n, managed: false };
  return {
    roles: [
      { id: serverId, name: '@everyone', permissions: 1n << 10n, position: 0, managed: false },
      { id: managerRole, name: 'Officers', permissions: chatPermission.manageServer, position: 9, managed: false },
      { id: ids.bot, name: 'Guildhall', permissions: BOT_HOLDS, position: 5, managed: true },
      { id: ids.raider, name: 'Raider', position: 2, ...plain },
      { id: ids.member, name: 'Member', position: 1, ...plain },
    ],
    botRoles: [ids.bot],
  };
}

export function createChatRoles(server: (key: string) => ChatServer, userIdOf: (account: string) => string) {
  function roleOf(serverKey: string, roleId: string): ChatRole {
    const role = server(serverKey).roles.find(({ id }) => id === roleId);
    if (!role) throw new WorldRefusal('missing', `There is no chat role ${roleId}`);
    return role;
  }

  function memberOf(serverKey: string, account: string) {
    const member = server(serverKey).members.get(userIdOf(account));
    if (!member) throw new WorldRefusal('conflict', `${account} is not in ${server(serverKey).name}`);
    return member;
  }

  return {
    /** Ids of the roles that the member holds. */
    rolesOf: (serverKey: string, account: string): readonly string[] => memberOf(serverKey, account).roles,

    /** An officer gives the role by hand. */
    giveRole(serverKey: string, account: string, roleId: string): void {
      const member = memberOf(serverKey, account);
      const { id } = roleOf(serverKey, roleId);
      if (!member.roles.includes(id)) member.roles.push(id);
    },

    /** An officer takes the role by hand. */
    takeRole(serverKey: string, account: string, roleId: string): void {
      const member = memberOf(serverKey, account);
      member.roles = member.roles.filter((id) => id !== roleId);
    },

    /** An officer changes a role: its permissions, its place or its name. */
    changeRole(
      serverKey: string,
      roleId: string,
      change: Partial<Pick<ChatRole, 'permissions' | 'position' | 'name'>>,
    ): void {
      Object.assign(roleOf(serverKey, roleId), change);
    },

    /** An officer deletes a role; its holders lose it. */
    deleteRole(serverKey: string, roleId: string): void {
      const { id } = roleOf(serverKey, roleId);
      const owner = server(serverKey);
      owner.roles = owner.roles.filter((role) => role.id !== id);
      for (const member of owner.members.values()) member.roles = member.roles.filter((held) => held !== id);
    },
  };
}
