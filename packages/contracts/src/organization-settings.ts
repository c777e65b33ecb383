/**
 * An organization's machine-readable settings. Every setting may be left out, and its documented default then applies.
 * Changed by JSON Merge Patch: null removes a setting.
 */
import { z } from 'zod';
import { Snowflake } from './chat.ts';
import { bodyInteger, Locale, OrganizationRef } from './primitives.ts';
import { TimeZone } from './profile.ts';

export const Visibility = z.enum(['public', 'members']).meta({ id: 'Visibility' });

const flag = (description: string) => z.boolean().meta({ description });

const MessageText = z
  .string()
  .min(1)
  .max(1_000)
  .refine(
    (text) => text.isWellFormed() && !text.includes('\u0000'),
    'must not contain NUL or half of a character (an unpaired surrogate)',
  );

const weight = (what: string) =>
  bodyInteger({
    min: 0,
    max: 100,
    description: `Percent of presence credited to a member who was ${what}`,
    example: 75,
  });

const general = {
  visibility: Visibility.meta({ description: 'Audience of the organization. Default public' }),
  timeZone: TimeZone.meta({ description: 'Default UTC' }),
  locale: Locale.meta({ description: 'Default en_US' }),
};

export const RecruitedRole = z.enum(['tank', 'healer', 'melee', 'ranged']).meta({ id: 'RecruitedRole' });

const recruiting = {
  open: flag('Default false'),
  roles: z
    .array(RecruitedRole)
    .max(4)
    .refine((roles) => new Set(roles).size === roles.length, 'must not name a role twice')
    .meta({ description: 'Roles that the organization looks for' }),
  message: MessageText,
};

const attendance = {
  lateWeight: weight('late'),
  benchedWeight: weight('benched'),
  countDeclined: flag('Whether declining a raid in time counts as missing it. Default false'),
  tooFewEvents: bodyInteger({
    min: 1,
    max: 50,
    description: 'With fewer events, the rate is marked as unreliable. Default 4',
  }),
};

/** The people who may answer events on the chat platform without an account. */
export const WithoutAccount = z.enum(['off', 'roster', 'anybody']).meta({ id: 'WithoutAccount' });
export type WithoutAccount = z.infer<typeof WithoutAccount>;

const chat = {
  serverId: Snowflake.meta({
    description:
      'Set by connecting the server (`POST /organizations/{id}/discord/install`): a patch can only remove it, which disconnects the server',
  }),
  inviteChannelId: Snowflake,
  withoutAccount: WithoutAccount.meta({
    description:
      'Whether people without an account answer events there: not, under a free name of the roster, or under any name. Default roster',
  }),
};

export const OrganizationSettings = z
  .strictObject({
    ...general,
    recruiting: z.strictObject(recruiting).partial(),
    attendance: z.strictObject(attendance).partial(),
    chat: z
      .strictObject(chat)
      .partial()
      .refine(({ serverId, inviteChannelId }) => serverId !== undefined || inviteChannelId === undefined, {
        path: ['inviteChannelId'],
        message: 'needs a connected chat server, and is removed together with it',
      }),
  })
  .partial()
  .meta({
    id: 'OrganizationSettings',
    examples: [{ visibility: 'public', timeZone: 'Europe/Berlin', recruiting: { open: true, roles: ['healer'] } }],
  });
export type OrganizationSettings = z.infer<typeof OrganizationSettings>;

/** A chat server is connected later, by a member who manages it. */
export const InitialSettings = OrganizationSettings.omit({ chat: true }).meta({ id: 'InitialSettings' });

/** The settings in effect, with every default filled in. */
export const EffectiveSettings = z
  .object({
    ...general,
    recruiting: z.object({ ...recruiting, message: MessageText.nullable() }),
    attendance: z.object(attendance).nullable().meta({ description: 'Null for outsiders' }),
    chat: z
      .object({
        serverId: Snowflake.nullable(),
        inviteChannelId: Snowflake.nullable(),
        withoutAccount: WithoutAccount,
      })
      .nullable()
      .meta({ description: 'Null for outsiders' }),
  })
  .meta({
    id: 'EffectiveSettings',
    examples: [
      {
        visibility: 'public',
        timeZone: 'Europe/Berlin',
        locale: 'en_US',
        recruiting: { open: true, roles: ['healer'], message: null },
        attendance: { lateWeight: 100, benchedWeight: 100, countDeclined: false, tooFewEvents: 4 },
        chat: { serverId: null, inviteChannelId: null, withoutAccount: 'roster' },
      },
    ],
  });
export type EffectiveSettings = z.infer<typeof EffectiveSettings>;

type Removable<Shape extends z.ZodRawShape> = { [Key in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Key]>> };

function removable<Shape extends z.ZodRawShape>(shape: Shape): Removable<Shape> {
  const entries = Object.entries(shape).map(([key, schema]) => [key, z.nullable(schema as z.ZodType).optional()]);
  // Each key keeps its shape, which `Object.entries` cannot express.
  return Object.fromEntries(entries) as Removable<Shape>;
}

/** Omitted settings stay as they are and null removes one; the result is validated as a whole. */
export const SettingsPatchInput = z.strictObject({
  id: OrganizationRef,
  ...removable({
    ...general,
    recruiting: z.strictObject(removable(recruiting)),
    attendance: z.strictObject(removable(attendance)),
    chat: z.strictObject(removable(chat)),
  }),
});
export type SettingsPatchInput = z.infer<typeof SettingsPatchInput>;
