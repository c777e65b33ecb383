/** The limits of Discord's messages, components and modals, and its error for values beyond them. */
import { z } from 'zod';
import { type Answer, jsonAnswer } from '../answer.ts';
import type { SimulatorRequest } from '../request.ts';

const text = (max: number, min = 1) => z.string().min(min).max(max);
const customId = text(100);
const webAddress = z.url({ protocol: /^https?$/ });
const emoji = z.object({ id: z.string().nullish(), name: z.string().optional() });

const button = z
  .object({
    type: z.literal(2),
    style: z.int().min(1).max(5),
    label: text(80).optional(),
    emoji: emoji.optional(),
    custom_id: customId.optional(),
    url: webAddress.max(512).optional(),
    disabled: z.boolean().optional(),
  })
  .check((context) => {
    const { style, custom_id, url, label, emoji: picture } = context.value;
    const issue = (path: string, message: string) =>
      context.issues.push({ code: 'custom', input: context.value, path: [path], message });
    if (style === 5 && url === undefined) issue('url', 'This field is required');
    if (style !== 5 && custom_id === undefined) issue('custom_id', 'This field is required');
    if (url !== undefined && custom_id !== undefined)
      issue('custom_id', 'A custom id and url cannot both be specified');
    if (label === undefined && picture === undefined) issue('label', 'A label or emoji is required');
  });

/** A select of texts, below a message or in a form. */
export const select = z.object({
  type: z.literal(3),
  custom_id: customId,
  placeholder: text(150).optional(),
  min_values: z.int().min(0).max(25).optional(),
  max_values: z.int().min(1).max(25).optional(),
  disabled: z.boolean().optional(),
  options: z
    .array(
      z.object({
        label: text(100),
        value: text(100),
        description: text(100).optional(),
        default: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(25),
});

const row = z
  .object({
    type: z.literal(1),
    components: z
      .array(z.discriminatedUnion('type', [button, select]))
      .min(1)
      .max(5),
  })
  .check((context) => {
    const { components } = context.value;
    if (components.length > 1 && components.some(({ type }) => type === 3)) {
      context.issues.push({
        code: 'custom',
        input: context.value,
        path: ['components'],
        message: 'A select fills its row',
      });
    }
  });

/** The rows of components below a message. */
export const messageComponents = z
  .array(row)
  .max(5)
  .check((context) => {
    const seen = new Set<string>();
    context.value.forEach(({ components }, rowIndex) => {
      components.forEach(({ custom_id }, index) => {
        if (custom_id === undefined) return;
        if (seen.has(custom_id)) {
          context.issues.push({
            code: 'custom',
            input: custom_id,
            path: [rowIndex, 'components', index, 'custom_id'],
            message: 'Component custom id cannot be duplicated',
          });
        }
        seen.add(custom_id);
      });
    });
  });

const embed = z.object({
  type: z.string().exactOptional(),
  title: text(256, 0).exactOptional(),
  description: text(4_096, 0).exactOptional(),
  url: webAddress.max(2_048).exactOptional(),
  color: z.int().min(0).max(0xffffff).exactOptional(),
  timestamp: z.iso.datetime({ offset: true }).exactOptional(),
  footer: z.object({ text: text(2_048), icon_url: webAddress.exactOptional() }).exactOptional(),
  author: z.object({ name: text(256), url: webAddress.exactOptional() }).exactOptional(),
  image: z.object({ url: webAddress }).exactOptional(),
  thumbnail: z.object({ url: webAddress }).exactOptional(),
  fields: z
    .array(z.object({ name: text(256), value: text(1_024), inline: z.boolean().exactOptional() }))
    .max(25)
    .exactOptional(),
});
type Embed = z.infer<typeof embed>;

/** Counted over all embeds of a message, in UTF-16 units. */
const LONGEST_EMBEDS = 6_000;

const lengthOf = ({ title = '', description = '', footer, author, fields = [] }: Embed) =>
  [title, description, footer?.text ?? '', author?.name ?? '', ...fields.flatMap(({ name, value }) => [name, value])]
    .map(({ length }) => length)
    .reduce((sum, length) => sum + length, 0);

const embeds = z
  .array(embed)
  .max(10)
  .refine((all) => all.reduce((sum, one) => sum + lengthOf(one), 0) <= LONGEST_EMBEDS, {
    message: `Embed size exceeds maximum size of ${LONGEST_EMBEDS}`,
  });

const ids = z.array(z.string().regex(/^\d{1,20}$/)).max(100);

const allowedMentions = z
  .object({
    parse: z.array(z.enum(['users', 'roles', 'everyone'])).optional(),
    users: ids.optional(),
    roles: ids.optional(),
    replied_user: z.boolean().optional(),
  })
  .refine(
    ({ parse = [], users = [], roles = [] }) =>
      !(parse.includes('users') && users.length > 0) && !(parse.includes('roles') && roles.length > 0),
    {
      message: 'parse and a list of the same kind are mutually exclusive',
    },
  );
export type AllowedMentions = z.infer<typeof allowedMentions>;

/** The body of POST and PATCH of a message, and of the answer to an interaction. */
export const messageBody = z.object({
  content: text(2_000, 0).nullish(),
  embeds: embeds.nullish(),
  components: messageComponents.nullish(),
  allowed_mentions: allowedMentions.nullish(),
  flags: z.int().min(0).nullish(),
  nonce: z.union([z.string().max(25), z.int()]).nullish(),
  enforce_nonce: z.boolean().nullish(),
  tts: z.boolean().nullish(),
  message_reference: z
    .object({ message_id: z.string().regex(/^\d{1,20}$/), fail_if_not_exists: z.boolean().optional() })
    .nullish(),
});
export type ParsedMessage = z.infer<typeof messageBody>;

type Errors = { [key: string]: Errors | { code: string; message: string }[] };

/** Discord's 400 with code 50035, in which `errors` follows the path of each field. */
export function invalidForm(error: z.ZodError): Answer {
  const errors: Errors = {};
  for (const { path, message, code } of error.issues) {
    let place = errors;
    for (const key of path.map(String)) {
      const next = place[key];
      if (next && !Array.isArray(next)) place = next;
      else {
        const made: Errors = {};
        place[key] = made;
        place = made;
      }
    }
    const earlier = place._errors;
    place._errors = [...(Array.isArray(earlier) ? earlier : []), { code: code.toUpperCase(), message }];
  }
  return jsonAnswer(400, { message: 'Invalid Form Body', code: 50_035, errors });
}

/** A JSON body checked by a schema, or Discord's refusal of it. */
export async function formBody<T>(
  request: SimulatorRequest,
  schema: z.ZodType<T>,
): Promise<{ form: T } | { refused: Answer }> {
  const parsed = schema.safeParse(await jsonBody(request));
  return parsed.success ? { form: parsed.data } : { refused: invalidForm(parsed.error) };
}

async function jsonBody(request: SimulatorRequest): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse((await request.body(1024 * 1024)) ?? '');
  } catch {
    return undefined;
  }
}
