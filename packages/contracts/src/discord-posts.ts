/** Events in Discord: the server of an organization, its bound channels, and their health. */
import { z } from 'zod';
import { Snowflake } from './chat.ts';
import { EventScope, EventType } from './event.ts';
import { bodyInteger, Id, Instant, OrganizationRef } from './primitives.ts';

/** Permissions on Discord, by the names of its settings. */
export const PostingPermission = z
  .enum(['viewChannel', 'sendMessages', 'embedLinks', 'readMessageHistory'])
  .meta({ id: 'PostingPermission', description: 'A permission that the bot needs in a channel' });
export type PostingPermission = z.infer<typeof PostingPermission>;

/** Why Discord refuses something. */
export const DiscordRefusalCause = z
  .enum([
    'blocked_text',
    'invalid',
    'gone',
    'closed',
    'lacks_permission',
    'two_factor',
    'wrong_channel',
    'full',
    'busy',
    'operator',
    'unknown',
  ])
  .meta({
    id: 'DiscordRefusalCause',
    description:
      '`blocked_text`: Discord or the AutoMod of the server refuses a link or a word, so change the text or the AutoMod; `invalid`: Discord finds something wrong with what was sent; `gone`: it is no longer there; `closed`: the person wants no messages; `lacks_permission`: a permission is missing on the server; `two_factor`: the server demands two-factor sign-in of the owner of the bot; `wrong_channel`: the channel or thread takes no such messages; `full`: a limit of the server is reached; `busy`: it is tried again by itself; `operator`: the operator of the installation has to mend it; `unknown`: Discord does not say',
  });
export type DiscordRefusalCause = z.infer<typeof DiscordRefusalCause>;

export const BindingState = z.enum(['ok', 'channel_gone', 'lacks_permission']).meta({
  id: 'BindingState',
  description:
    '`channel_gone`: the channel was deleted, so bind another one. `lacks_permission`: give the bot what `lacks` names',
});
export type BindingState = z.infer<typeof BindingState>;

const lead = bodyInteger({
  min: 1,
  max: 60,
  description: 'How many days ahead an event is posted. Default 14',
  example: 14,
});

const Detail = z.enum(['names', 'counts']).meta({
  id: 'DiscordPostDetail',
  description: 'Whether posts show the names of characters or only how many there are. Default names',
});

const MentionHours = z.literal([1, 24]).meta({ id: 'MentionHours' });
const mentionHours = MentionHours.nullable().meta({
  description:
    'Mentions all who come in a reply to the post, so many hours before the event; people who mute reminders are left out. Shows who comes, even where the post shows counts. Default null: no mentions',
});

const mirrors = z.boolean().meta({
  description:
    'Lists the next 25 events of four weeks as scheduled events of the server too, which all members of the server see. Default false',
});

const nights = z.boolean().meta({
  description:
    'Replies to the post of a raid at noon of the day after with its bosses, pulls and best wipes, as its log has them; never with people. Default false',
});

const chosen = <T extends z.ZodType>(schema: T, description: string) =>
  z
    .array(schema)
    .min(1)
    .max(5)
    .refine((list) => new Set(list).size === list.length, 'must not name one twice')
    .meta({ description });

const binding = {
  scopes: chosen(EventScope, 'Events of the guild, of groups, or both. Default both'),
  types: chosen(EventType, 'Types of events. Default all'),
  detail: Detail,
  leadDays: lead,
};

/** Something that Discord refuses, while all else goes on. */
export const DiscordRefusedItem = z
  .object({
    what: z.enum(['post', 'lineup', 'night', 'mention', 'scheduled_event']),
    eventId: z.string(),
    title: z.string().meta({ description: 'Of the event' }),
    cause: DiscordRefusalCause,
    code: z.int().meta({ description: 'Error code of Discord; where it sent none, the HTTP status' }),
    isGivenUp: z.boolean().meta({
      description: 'Whether it is tried again only when the event or the settings of the channel change',
    }),
  })
  .meta({ id: 'DiscordRefusedItem' });
export type DiscordRefusedItem = z.infer<typeof DiscordRefusedItem>;

const BINDING = {
  id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
  channelId: '430000000000000001',
  channelName: 'raids',
  scopes: ['guild', 'group'],
  types: ['raid', 'dungeon'],
  detail: 'names',
  leadDays: 14,
  mentionHours: 24,
  mirrors: true,
  nights: true,
  mirrorProblem: null,
  state: 'ok',
  stateSince: '2026-11-20T20:00:00.000Z',
  lacks: [],
  posts: { shown: 4, waiting: 0, removed: 1, failed: 1 },
  refused: [
    {
      what: 'post',
      eventId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e70',
      title: 'Raid night',
      cause: 'blocked_text',
      code: 240_000,
      isGivenUp: true,
    },
  ],
} as const;

export const DiscordBindingView = z
  .object({
    id: z.string(),
    channelId: z.string(),
    channelName: z.string(),
    scopes: z.array(EventScope),
    types: z.array(EventType),
    detail: Detail,
    leadDays: z.int(),
    mentionHours: MentionHours.nullable(),
    mirrors: z.boolean(),
    nights: z.boolean(),
    mirrorProblem: z.enum(['lacks_permission', 'too_many']).nullable().meta({
      description:
        'Why scheduled events are missing. `lacks_permission`: let the bot create events. `too_many`: the server has 100 already; the service tries again a day later',
    }),
    state: BindingState,
    stateSince: Instant,
    lacks: z.array(PostingPermission),
    posts: z
      .object({ shown: z.int(), waiting: z.int(), removed: z.int(), failed: z.int() })
      .meta({ description: '`removed` by a person on Discord: repost them if that was a mistake' }),
    refused: z
      .array(DiscordRefusedItem)
      .max(50)
      .meta({ description: 'Of events to come, and of nights since 10 days, the first to begin first' }),
  })
  .meta({ id: 'DiscordBinding', examples: [BINDING] });
export type DiscordBindingView = z.infer<typeof DiscordBindingView>;

export const DiscordState = z.enum(['not_configured', 'no_server', 'not_confirmed', 'bot_removed', 'ok']).meta({
  id: 'DiscordState',
  description:
    '`not_configured`: the operator of this installation has to set up a bot. `no_server`: connect a server. `not_confirmed`: no person who manages the server vouches for it, so connect it again. `bot_removed`: a person removed the bot, so connect the server again',
});
export type DiscordState = z.infer<typeof DiscordState>;

export const DiscordInput = z.object({ id: OrganizationRef });
export type DiscordInput = z.infer<typeof DiscordInput>;

export const DiscordView = z
  .object({
    state: DiscordState,
    serverId: z.string().nullable(),
    lookedAt: Instant.nullable().meta({ description: 'When Discord was last asked what the bot may do' }),
    bindings: z.array(DiscordBindingView),
  })
  .meta({
    id: 'Discord',
    examples: [
      {
        state: 'ok',
        serverId: '420000000000000001',
        lookedAt: '2026-11-20T20:00:00.000Z',
        bindings: [BINDING],
      },
    ],
  });
export type DiscordView = z.infer<typeof DiscordView>;

export const InstallDiscordInput = z.strictObject({
  id: OrganizationRef,
  mirrors: z
    .boolean()
    .meta({ description: 'Also asks for the permission to create scheduled events. Default false' })
    .optional(),
});
export type InstallDiscordInput = z.infer<typeof InstallDiscordInput>;

export const InstallationView = z
  .object({ url: z.string() })
  .meta({ id: 'DiscordInstallation', examples: [{ url: 'https://discord.com/oauth2/authorize?client_id=1' }] });

export const CheckDiscordInput = z.strictObject({ id: OrganizationRef });
export type CheckDiscordInput = z.infer<typeof CheckDiscordInput>;

export const DiscordChannelsView = z
  .object({
    server: z.object({ id: z.string(), name: z.string().nullable() }),
    channels: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        lacks: z.array(PostingPermission),
        isPublic: z.boolean().meta({ description: 'Whether all members of the server see it' }),
        isBound: z.boolean(),
      }),
    ),
  })
  .meta({
    id: 'DiscordChannels',
    examples: [
      {
        server: { id: '420000000000000001', name: 'Lantern Watch' },
        channels: [{ id: '430000000000000001', name: 'raids', lacks: [], isPublic: true, isBound: false }],
      },
    ],
  });
export type DiscordChannelsView = z.infer<typeof DiscordChannelsView>;

const evenIfPublic = z.boolean().meta({
  description:
    'Posts names in a channel that all members of the server see, although the organization is for members only. Default false',
});

export const BindChannelInput = z.strictObject({
  id: OrganizationRef,
  channelId: Snowflake,
  scopes: binding.scopes.default(['guild', 'group']),
  types: binding.types.default(['raid', 'dungeon', 'social', 'pvp', 'other']),
  detail: Detail.default('names'),
  leadDays: lead.default(14),
  mentionHours: mentionHours.default(null),
  mirrors: mirrors.default(false),
  nights: nights.default(false),
  evenIfPublic: evenIfPublic.optional(),
});
export type BindChannelInput = z.infer<typeof BindChannelInput>;

const BindingRef = { id: OrganizationRef, bindingId: Id };

export const ChangeBindingInput = z.strictObject({
  ...BindingRef,
  scopes: binding.scopes.optional(),
  types: binding.types.optional(),
  detail: Detail.optional(),
  leadDays: lead.optional(),
  mentionHours: mentionHours.optional(),
  mirrors: mirrors.optional(),
  nights: nights.optional(),
  evenIfPublic: evenIfPublic.optional(),
});
export type ChangeBindingInput = z.infer<typeof ChangeBindingInput>;

export const BindingInput = z.strictObject(BindingRef);
export type BindingInput = z.infer<typeof BindingInput>;

export const RepostView = z
  .object({ posts: z.int().meta({ description: 'Events that are posted anew; 0 if none was removed or refused' }) })
  .meta({ id: 'Repost', examples: [{ posts: 1 }] });
export type RepostView = z.infer<typeof RepostView>;
