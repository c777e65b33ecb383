import { z } from 'zod';

const absent = <T extends z.ZodType>(schema: T) =>
  z.nullish(schema).transform((value): z.output<T> | null => value ?? null);

/**
 * GET /users/@me. `email` and `verified` come with the scope `email` only, and `email` can still be null. Ids are
 * decimal text.
 */
export type User = z.infer<typeof User>;
export const User = z.object({
  id: z.string().regex(/^\d+$/),
  username: z.string().min(1),
  global_name: absent(z.string()),
  avatar: absent(z.string()),
  email: absent(z.string()),
  verified: absent(z.boolean()),
});

/**
 * The body of a refusal; `retry_after` is in seconds, with a fraction. Proxies answer too, so neither field is certain.
 */
export const Refusal = z.object({
  code: z.int().optional().catch(undefined),
  retry_after: z.number().nonnegative().optional().catch(undefined),
});
