import { z } from 'zod';
import type { Answer } from '../answer.ts';
import { jsonAnswer } from '../answer.ts';
import type { SimulatorRequest } from '../request.ts';

const terms = z.object({
  max_age: z.int().min(0).max(604_800).default(86_400),
  max_uses: z.int().min(0).max(100).default(0),
});

/** The requested invite terms: the body may be an empty object, but has to be JSON. */
export async function inviteTerms(
  request: SimulatorRequest,
): Promise<{ maxAgeSeconds: number; maxUses: number } | { refused: Answer }> {
  const parsed = terms.safeParse(await jsonBody(request));
  if (parsed.success) return { maxAgeSeconds: parsed.data.max_age, maxUses: parsed.data.max_uses };
  const errors = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [
      path.join('.') || 'body',
      { _errors: [{ code: 'INVALID', message }] },
    ]),
  );
  return { refused: jsonAnswer(400, { message: 'Invalid Form Body', code: 50_035, errors }) };
}

async function jsonBody(request: SimulatorRequest): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse((await request.body(16 * 1024)) ?? '');
  } catch {
    return undefined;
  }
}
