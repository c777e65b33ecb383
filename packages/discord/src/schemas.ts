import { cleanName, platformName } from '@guildhall/contracts/name.ts';
import { z } from 'zod';

const absent = <T extends z.ZodType>(schema: T) =>
  z.nullish(schema).transform((value): z.output<T> | null => value ?? null);

/** Ids are decimal text because they do not fit into a number. */
export const Snowflake = z.string().regex(/^\d{1,20}$/);

/** GET /users/@me. Discord sends `email` and `verified` only with the `email` scope, and `email` can still be null. */
export type User = z.infer<typeof User>;
export const User = z.object({
  id: Snowflake,
  username: platformName(),
  global_name: z.nullish(z.string()).transform((name) => cleanName(name ?? '') || null),
  avatar: absent(z.string()),
  email: absent(z.string()),
  verified: absent(z.boolean()),
});

/** The database stores a code as an integer. */
const LARGEST_CODE = 2_147_483_647;

/**
 * The body of a refusal; `retry_after` is in seconds, with a fraction. Proxies answer too, so every field is optional.
 */
export const Refusal = z.object({
  code: z.int().min(0).max(LARGEST_CODE).optional().catch(undefined),
  retry_after: z.number().nonnegative().optional().catch(undefined),
  global: z.boolean().optional().catch(undefined),
  errors: z.unknown().optional(),
});

/** GET /guilds/{id}/members/{user}: `roles` leaves out @everyone, whose id is the server's. */
export const Member = z.object({ user: z.object({ id: Snowflake }), roles: z.array(Snowflake) });
export type Member = z.infer<typeof Member>;

/** A set of permissions: a decimal number of any size, one bit each. */
export const PermissionSet = z
  .string()
  .regex(/^\d{1,40}$/)
  .transform(BigInt);

/** GET /guilds/{id}. */
export const Server = z.object({
  id: Snowflake,
  name: platformName().optional(),
  owner_id: Snowflake,
  roles: z.array(z.object({ id: Snowflake, permissions: PermissionSet })),
});
export type Server = z.infer<typeof Server>;

/** GET /channels/{id}; direct messages have no `guild_id`. */
export const Channel = z.object({ id: Snowflake, guild_id: absent(Snowflake) });

/** The common part of POST /channels/{id}/invites and GET /invites/{code}. The code becomes part of an address. */
export const Invite = z.object({ code: z.string().regex(/^[\w-]{2,64}$/) });

/** A permission overwrite of a channel: what it allows and denies a role (0) or a member (1). */
const Overwrite = z.object({ id: Snowflake, type: z.int(), allow: PermissionSet, deny: PermissionSet });

/** An entry of GET /guilds/{id}/channels. */
export const TextChannel = z.object({
  id: Snowflake,
  type: z.int(),
  name: platformName(),
  permission_overwrites: z.array(Overwrite).default([]),
});
export type TextChannel = z.infer<typeof TextChannel>;

/** The fields of a message that we read. */
export const Message = z.object({
  id: Snowflake,
  author: z.object({ id: Snowflake }),
  content: z.string().default(''),
  embeds: z.array(z.object({ url: absent(z.string()) })),
  message_reference: absent(z.object({ message_id: absent(Snowflake) })),
});
export type Message = z.infer<typeof Message>;

export type OutgoingEmbed = {
  title?: string;
  description?: string;
  /** The target of the title's link. */
  url?: string;
  color?: number;
  fields?: { name: string; value: string; inline?: boolean }[];
  footer?: { text: string };
};

/** Styles: 1 primary, 2 secondary, 3 success, 4 danger, 5 link, which has an address instead of an id. */
export type OutgoingButton = { type: 2; label: string; disabled?: boolean } & (
  | { style: 1 | 2 | 3 | 4; custom_id: string }
  | { style: 5; url: string }
);

export type OutgoingMessage = {
  content: string;
  embeds: OutgoingEmbed[];
  components: { type: 1; components: OutgoingButton[] }[];
};
