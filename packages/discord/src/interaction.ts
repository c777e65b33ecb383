/** Interactions as Discord sends them over HTTP, as far as we read them, and the answers to them. */
import { z } from 'zod';
import { Snowflake } from './schemas.ts';

const User = z.object({ id: Snowflake });

const common = {
  id: Snowflake,
  application_id: Snowflake,
  token: z.string().min(1).max(1_000),
  guild_id: Snowflake.optional(),
  channel_id: Snowflake.optional(),
  /** `parent_id`: the channel above a thread or the post of a forum; the category above a channel. */
  channel: z.object({ id: Snowflake.optional(), parent_id: Snowflake.nullish() }).optional().catch(undefined),
  locale: z.string().max(20).optional().catch(undefined),
  guild_locale: z.string().max(20).optional().catch(undefined),
  /** By how the application was installed: `0` in the server, `1` by the person. */
  authorizing_integration_owners: z.record(z.string().max(2), z.string().max(20)).optional().catch(undefined),
  /** In a server. */
  member: z.object({ user: User }).optional(),
  /** In direct messages. */
  user: User.optional(),
};

const customId = z.string().min(1).max(100);
const OptionValue = z.union([z.string().max(6_000), z.number(), z.boolean()]);
const Options = z
  .array(z.object({ name: z.string().max(32), value: OptionValue.optional(), focused: z.boolean().optional() }))
  .max(25)
  .default([]);
const commandData = z.object({ name: z.string().max(32), options: Options });

/** The label that contains a field of a form. */
const Field = z.object({
  component: z
    .object({
      custom_id: customId,
      value: z.string().max(4_000).optional(),
      values: z.array(z.string().max(100)).max(25).optional(),
    })
    .optional(),
});

export const Interaction = z.discriminatedUnion('type', [
  z.object({ type: z.literal(1), id: Snowflake, application_id: Snowflake }),
  z.object({ ...common, type: z.literal(2), data: commandData }),
  z.object({
    ...common,
    type: z.literal(3),
    data: z.object({ custom_id: customId, values: z.array(z.string().max(100)).max(25).default([]) }),
  }),
  z.object({ ...common, type: z.literal(4), data: commandData }),
  z.object({
    ...common,
    type: z.literal(5),
    data: z.object({ custom_id: customId, components: z.array(Field).max(5) }),
  }),
]);
export type Interaction = z.infer<typeof Interaction>;

/** Visible only to the person. */
const EPHEMERAL = 64;

type Emoji = { name: string };
export type Button =
  | { type: 2; style: 1 | 2 | 3 | 4; label: string; custom_id: string; disabled?: boolean; emoji?: Emoji }
  | { type: 2; style: 5; label: string; url: string };
export type Select = {
  type: 3;
  custom_id: string;
  placeholder?: string;
  options: { label: string; value: string; description?: string; default?: boolean }[];
};
export type Row = { type: 1; components: Button[] | [Select] };
type TextField = { type: 4; custom_id: string; style: 1 | 2; required: boolean; max_length: number; value?: string };
type Label = { type: 18; label: string; component: TextField | Select };

export type Reply = { content: string; components?: Row[] };
export type Form = { custom_id: string; title: string; components: Label[] };
export type Choice = { name: string; value: string };

export type InteractionAnswer =
  | { type: 1 }
  | { type: 4; data: Reply & { flags: number; allowed_mentions: { parse: [] } } }
  | { type: 5; data: { flags: number } }
  | { type: 8; data: { choices: Choice[] } }
  | { type: 9; data: Form };

/** Mentions no one, whatever people wrote. */
const QUIET = { parse: [] } satisfies { parse: [] };

export const pong = { type: 1 } as const satisfies InteractionAnswer;
export const privateReply = (reply: Reply): InteractionAnswer => ({
  type: 4,
  data: { ...reply, flags: EPHEMERAL, allowed_mentions: QUIET },
});
/** “Thinking …”, until the reply is edited. */
export const deferredReply = (): InteractionAnswer => ({ type: 5, data: { flags: EPHEMERAL } });
export const choicesAnswer = (choices: Choice[]): InteractionAnswer => ({ type: 8, data: { choices } });
export const formAnswer = (form: Form): InteractionAnswer => ({ type: 9, data: form });
