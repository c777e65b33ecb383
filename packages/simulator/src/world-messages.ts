import { WorldRefusal } from './world-refusal.ts';

/** The visible part of a message, as Discord stores it. */
export type MessageBody = {
  content: string;
  embeds: readonly MessageEmbed[];
  components: readonly MessageRow[];
  flags: number;
};

export type MessageEmbed = {
  title?: string;
  description?: string;
  url?: string;
  color?: number;
  fields?: readonly { name: string; value: string; inline?: boolean }[];
  footer?: { text: string };
};

export type MessageButton = {
  type: 2;
  style: number;
  label?: string | undefined;
  custom_id?: string | undefined;
  url?: string | undefined;
  disabled?: boolean | undefined;
};

export type MessageSelect = {
  type: 3;
  custom_id: string;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  options: readonly { label: string; value: string; description?: string | undefined }[];
};

export type MessageRow = { type: 1; components: readonly (MessageButton | MessageSelect)[] };

/** Change it through the world only. */
export type ChatMessage = MessageBody & {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  readonly nonce: string | null;
  readonly createdAt: number;
  editedAt: number | null;
  /** The mentions that notified a member: `@everyone`, `<@1>`, `<@&2>`. */
  pings: string[];
  /** The id of the message that this one replies to. */
  readonly replyTo: string | null;
  /** The body after each edit, oldest first. */
  edits: (MessageBody & { readonly at: number })[];
};

export type NewChatMessage = MessageBody & {
  channelId: string;
  authorId: string;
  nonce?: string | null;
  /** Answers the earlier message with this nonce instead of creating another one. */
  enforceNonce?: boolean;
  pings?: string[];
  replyTo?: string | null;
};

/** Discord promises "a few minutes". */
const NONCE_MS = 3 * 60_000;
const DISCORD_EPOCH = 1_420_070_400_000;

/** The messages of all channels of a world. */
export function createChatMessages() {
  const all = new Map<string, ChatMessage>();
  let count = 0;

  const snowflake = (at: number) => {
    count += 1;
    return ((BigInt(at - DISCORD_EPOCH) << 22n) | BigInt(count % 4_194_304)).toString();
  };

  function message(id: string): ChatMessage {
    const found = all.get(id);
    if (!found) throw new WorldRefusal('missing', `There is no message ${id}`);
    return found;
  }

  return {
    findMessage: (id: string): ChatMessage | undefined => all.get(id),

    /** Oldest first. */
    messages: (channelId: string): ChatMessage[] => [...all.values()].filter((one) => one.channelId === channelId),

    /** The body after each edit of a message, oldest first. */
    edits: (messageId: string) => message(messageId).edits,

    postMessage(input: NewChatMessage, at = Date.now()): ChatMessage {
      const {
        content,
        embeds,
        components,
        flags,
        channelId,
        authorId,
        nonce = null,
        pings = [],
        replyTo = null,
      } = input;
      if (input.enforceNonce && nonce !== null) {
        const earlier = [...all.values()].find(
          (one) =>
            one.channelId === channelId &&
            one.authorId === authorId &&
            one.nonce === nonce &&
            one.createdAt > at - NONCE_MS,
        );
        if (earlier) return earlier;
      }
      const posted: ChatMessage = {
        ...{ content, embeds, components, flags, channelId, authorId, nonce, pings, replyTo },
        id: snowflake(at),
        createdAt: at,
        editedAt: null,
        edits: [],
      };
      all.set(posted.id, posted);
      return posted;
    },

    editMessage(messageId: string, change: Partial<MessageBody>, pings: string[] = [], at = Date.now()): ChatMessage {
      const changed = message(messageId);
      Object.assign(changed, change);
      changed.editedAt = at;
      changed.pings.push(...pings);
      const { content, embeds, components, flags } = changed;
      changed.edits.push({ content, embeds, components, flags, at });
      return changed;
    },

    /** Deletes a message, as its author or a moderator does. */
    deleteMessage(messageId: string): void {
      all.delete(message(messageId).id);
    },
  };
}
