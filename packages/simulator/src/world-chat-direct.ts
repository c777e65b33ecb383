/** Direct messages between the service's bot and people. */
import type { ChatServer } from './world-chat.ts';

export function createDirectChannels(servers: readonly ChatServer[], userIdOf: (account: string) => string) {
  const opened = new Map<string, string>();
  const closed = new Set<string>();
  const channelOf = (userId: string) => `59${userId.slice(2)}`;
  return {
    /** The id of the channel between the bot and this account. */
    directChannel: (account: string): string => channelOf(userIdOf(account)),

    openDirectChannel(userId: string): string {
      opened.set(channelOf(userId), userId);
      return channelOf(userId);
    },

    /** The id of the user on the other side. */
    findDirectChannel: (channelId: string): string | undefined => opened.get(channelId),

    /** A member blocks direct messages from members of their servers, or allows them again. */
    closeDirectMessages(account: string, isClosed: boolean): void {
      if (isClosed) closed.add(userIdOf(account));
      else closed.delete(userIdOf(account));
    },

    directMessagesOf: (userId: string): 'open' | 'closed' | 'strangers' => {
      if (!servers.some(({ hasBot, members }) => hasBot && members.has(userId))) return 'strangers';
      return closed.has(userId) ? 'closed' : 'open';
    },
  };
}
