import sharp from 'sharp';
import { expect, test } from 'vitest';
import { jsonOf, startLab } from '../test-client.ts';

type Result = { flagged: boolean; categories: Record<string, boolean>; category_scores: Record<string, number> };
type Body = { id: string; model: string; results: Result[]; error: { message: string; type: string } };

const plain = (background: string) => sharp({ create: { width: 90, height: 60, channels: 3, background } });
const dataUrl = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;
const imageInput = (...urls: string[]) => urls.map((url) => ({ type: 'image_url', image_url: { url } }));

async function moderate(moderationUrl: string, input: unknown, key = 'key', model = 'omni-moderation-latest') {
  const response = await fetch(`${moderationUrl}/v1/moderations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, input }),
  });
  return { status: response.status, body: await jsonOf<Body>(response) };
}

test('the moderation refuses a magenta picture in every format and size, and no other', async () => {
  await using simulator = await startLab();
  expect(simulator.moderationUrl).toBe(`${simulator.origin}/moderation`);
  for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
    const magenta = await plain('#ff00ff').toFormat(format).toBuffer();
    const green = await plain('#2f5d50').toFormat(format).toBuffer();
    const small = await sharp(magenta).resize(7, 300, { fit: 'fill' }).webp({ quality: 20 }).toBuffer();
    const verdict = async (...urls: string[]) => (await moderate(simulator.moderationUrl, imageInput(...urls))).body;
    const refused = await verdict(dataUrl(format, magenta));
    expect(refused).toMatchObject({ model: 'omni-moderation-latest', id: expect.stringMatching(/^modr-/) });
    expect(refused.results).toHaveLength(1);
    expect(refused.results[0]).toMatchObject({ flagged: true, categories: { violence: true, sexual: false } });
    expect(Object.keys(refused.results[0]?.category_scores ?? {})).toHaveLength(13);
    expect((await verdict(dataUrl('webp', small))).results[0]?.flagged).toBe(true);
    expect((await verdict(dataUrl(format, green))).results[0]?.flagged).toBe(false);
  }
  const half = await plain('#2f5d50')
    .composite([{ input: await plain('#ff00ff').resize(60, 60).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer();
  const verdict = await moderate(simulator.moderationUrl, imageInput(dataUrl('png', half)));
  expect(verdict.body.results[0]?.flagged).toBe(true);
  expect((await moderate(simulator.moderationUrl, 'a text')).body.results[0]?.flagged).toBe(false);
});

test('an unusable request gets the error that the API sends', async () => {
  await using simulator = await startLab();
  const { moderationUrl } = simulator;
  const png = dataUrl('png', await plain('#fff').png().toBuffer());
  const cases: [number, Promise<{ status: number; body: Body }>][] = [
    [401, moderate(moderationUrl, imageInput(png), 'wrong')],
    [401, moderate(moderationUrl, imageInput(png), '')],
    [400, moderate(moderationUrl, imageInput(png), 'key', 'text-only')],
    [400, moderate(moderationUrl, 5)],
    [400, moderate(moderationUrl, imageInput('https://example.org/picture.png'))],
    [400, moderate(moderationUrl, imageInput(dataUrl('png', Buffer.from('no picture'))))],
    [404, moderate(`${moderationUrl}/v2`, imageInput(png))],
  ];
  for (const [status, call] of cases) {
    const answer = await call;
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', message: expect.any(String) });
  }
  expect((await fetch(`${moderationUrl}/v1/moderations`)).status).toBe(405);
});

test('faults apply to the moderation as to the platforms', async () => {
  await using simulator = await startLab();
  const { moderationUrl, faults } = simulator;
  const input = imageInput(dataUrl('png', await plain('#fff').png().toBuffer()));
  faults.add({ match: '/moderation/*', times: 1, fault: { kind: 'status', status: 500 } });
  const broken = await moderate(moderationUrl, input);
  expect([broken.status, broken.body.error.type]).toEqual([500, 'server_error']);
  faults.add({ match: '/moderation/*', times: 1, fault: { kind: 'truncated' } });
  await expect(moderate(moderationUrl, input)).rejects.toThrow(SyntaxError);
  faults.add({ match: '/moderation/*', times: 1, fault: { kind: 'reset' } });
  await expect(moderate(moderationUrl, input)).rejects.toThrow('fetch failed');
  expect((await moderate(moderationUrl, input)).status).toBe(200);
  expect(simulator.requests.count({ path: '/moderation/v1/moderations' })).toBe(4);
});
