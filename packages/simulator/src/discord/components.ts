/** Checks an answer to an interaction as Discord does. */
import { z } from 'zod';
import { messageBody, select } from './message-limits.ts';

const option = z.object({ label: z.string(), value: z.string(), default: z.boolean().optional() });
export type Component = {
  type: number;
  custom_id?: string;
  label?: string;
  url?: string;
  value?: string;
  options?: z.infer<typeof option>[];
  components?: Component[];
  component?: Component;
};

export type Shown = {
  type: number;
  data?: {
    content?: string | null;
    flags?: number;
    embeds?: { title?: string; description?: string }[] | null;
    components?: Component[] | null;
    choices?: { name: string; value: string | number }[];
    custom_id?: string;
    title?: string;
  };
};

const text = (max: number) => z.string().min(1).max(max);

const textField = z.object({
  type: z.literal(4),
  custom_id: text(100),
  style: z.int().min(1).max(2),
  max_length: z.int().min(1).max(4_000).optional(),
  required: z.boolean().optional(),
  value: z.string().max(4_000).optional(),
});
const form = z.object({
  custom_id: text(100),
  title: text(45),
  components: z
    .array(
      z.object({
        type: z.literal(18),
        label: text(45),
        component: z.discriminatedUnion('type', [select, textField]),
      }),
    )
    .min(1)
    .max(5),
});
const choices = z.object({
  choices: z.array(z.object({ name: text(100), value: z.union([text(100), z.number()]) })).max(25),
});

/** The answers that fit each kind of interaction, by Discord's numbers. */
const FITTING: Record<number, number[]> = { 1: [1], 2: [4, 5, 9], 3: [4, 5, 6, 7, 9], 4: [8], 5: [4, 5, 6, 7] };

/** Why Discord would refuse the answer; null for one that it takes. */
export function problemOf({ type, data }: Shown, interaction: number): string | null {
  if (!FITTING[interaction]?.includes(type)) return `${type} is no answer to an interaction of type ${interaction}`;
  if (type === 5 || type === 6) return null;
  const schema = type === 8 ? choices : type === 9 ? form : messageBody;
  const { error } = schema.safeParse(data);
  if (error) return z.prettifyError(error);
  const isEmpty = (type === 4 || type === 7) && !data?.content && !data?.embeds?.length;
  return isEmpty ? 'Cannot send an empty message' : null;
}
