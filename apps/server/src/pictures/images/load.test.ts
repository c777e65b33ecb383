import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { Person } from '../../../test/people.ts';
import { createPerson } from '../../../test/people.ts';
import { photograph } from '../../../test/pictures.ts';
import { uploadAvatar } from '../../../test/uploads.ts';

test('U-10: accepts twenty parallel pictures of 24 megapixels without delaying other requests', async () => {
  await using app = await testApp();
  const bytes = await photograph();
  const people = await Promise.all(Array.from({ length: 20 }, () => createPerson(app)));
  let busy = true;
  const uploads = Promise.all(people.map((person) => untilTaken(person, bytes))).finally(() => {
    busy = false;
  });
  let answered = 0;
  while (busy && answered < 100) {
    await app.http.get('/livez').expect(200);
    answered += 1;
  }
  const answers = await uploads;
  expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(200));
  expect(new Set(answers.map(({ body }) => body.avatarUrl)).size).toBe(20);
  // Encoding on the main thread would let one or two through for each picture.
  expect(answered).toBe(100);
});

/** On a slow machine the last ones are asked to retry, and do. */
async function untilTaken(person: Person, bytes: Buffer) {
  for (;;) {
    const answer = await uploadAvatar(person, bytes);
    if (answer.status !== 503) return answer;
    expect([answer.body.reason, answer.headers['retry-after']]).toEqual(['busy', '5']);
  }
}
