import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Answer, jsonAnswer } from '../answer.ts';
import { moderationError } from '../fault-answers.ts';
import { bearerOf, type SimulatorRequest } from '../request.ts';
import { isTestPicture } from './test-picture.ts';

const longestBody = 20 * 1024 * 1024;

/** The simulator does not moderate texts. */
const part = z.union([
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
  z.object({ type: z.literal('text'), text: z.string() }),
]);
const body = z.object({
  model: z.literal(['omni-moderation-latest', 'omni-moderation-2024-09-26']).default('omni-moderation-latest'),
  input: z.union([z.string(), z.array(z.string()), z.array(part)]),
});

/** The categories of the thirteen that can apply to a picture. */
const pictureCategories = [
  'self-harm',
  'self-harm/intent',
  'self-harm/instructions',
  'sexual',
  'violence',
  'violence/graphic',
];
const textCategories = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'sexual/minors',
];

/** `POST /moderation/v1/moderations`: OpenAI's image moderation. It refuses the test picture and nothing else. */
export async function moderation(request: SimulatorRequest): Promise<Answer> {
  if (request.path !== '/moderation/v1/moderations') return moderationError(404, 'Invalid URL');
  if (request.method !== 'POST') return moderationError(405, 'Not allowed to use this method on this path');
  const key = bearerOf(request);
  if (key === undefined || key === 'wrong') return moderationError(401, 'Incorrect API key provided');
  const parsed = body.safeParse(jsonOf(await request.body(longestBody)));
  if (!parsed.success) return moderationError(400, 'Invalid body');

  const { model, input } = parsed.data;
  let flagged = false;
  for (const item of Array.isArray(input) ? input : [input]) {
    if (typeof item === 'string' || item.type === 'text') continue;
    // The real API also fetches addresses; the simulator never connects anywhere.
    const [, base64] = /^data:image\/(?:png|jpeg|webp|gif);base64,([\w+/=]+)$/.exec(item.image_url.url) ?? [];
    const refused = base64 === undefined ? null : await isTestPicture(Buffer.from(base64, 'base64'));
    if (refused === null) return moderationError(400, 'Failed to read the image');
    flagged ||= refused;
  }
  return jsonAnswer(200, { id: `modr-${randomUUID()}`, model, results: [result(flagged)] });
}

function result(flagged: boolean) {
  const categories = [...pictureCategories, ...textCategories];
  const each = <T>(value: (category: string) => T) =>
    Object.fromEntries(categories.map((category) => [category, value(category)]));
  const isHit = (category: string) => flagged && category === 'violence';
  return {
    flagged,
    categories: each(isHit),
    category_scores: each((category) => (isHit(category) ? 0.98 : 0.0001)),
    category_applied_input_types: each((category) => (pictureCategories.includes(category) ? ['image'] : [])),
  };
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
