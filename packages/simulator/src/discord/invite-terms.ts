import { z } from 'zod';
import type { Answer } from '../answer.ts';
import type { SimulatorRequest } from '../request.ts';
import { formBody } from './message-limits.ts';

const terms = z.object({
  max_age: z.int().min(0).max(604_800).default(86_400),
  max_uses: z.int().min(0).max(100).default(0),
});

/** The requested invite terms: the body may be an empty object, but has to be JSON. */
export async function inviteTerms(
  request: SimulatorRequest,
): Promise<{ maxAgeSeconds: number; maxUses: number } | { refused: Answer }> {
  const parsed = await formBody(request, terms);
  if ('refused' in parsed) return parsed;
  return { maxAgeSeconds: parsed.form.max_age, maxUses: parsed.form.max_uses };
}
