import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { createPerson } from '../../test/people.ts';
import { photograph } from '../../test/pictures.ts';
import { uploadAvatar } from '../../test/uploads.ts';
import { createGate } from '../core/gate.ts';

test('U-10 twenty pictures of 24 megapixels at once are all answered, and health does not wait for them', async () => {
  await using app = await testApp();
  const bytes = await photograph();
  const people = await Promise.all(Array.from({ length: 20 }, () => createPerson(app)));
  let busy = true;
  const uploads = Promise.all(people.map((person) => uploadAvatar(person, bytes))).finally(() => {
    busy = false;
  });
  const healthMs: number[] = [];
  // Fewer than an anonymous caller may ask in a minute.
  while (busy && healthMs.length < 40) {
    const started = performance.now();
    await app.http.get('/api/v1/health').expect(200);
    healthMs.push(performance.now() - started);
  }
  const answers = await uploads;
  expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(200));
  expect(new Set(answers.map(({ body }) => body.avatarUrl)).size).toBe(20);
  // The tests share this process and the machine; `bench/` measures on its own.
  expect(median(healthMs)).toBeLessThan(250);
});

test('a gate lets so many in, the next wait in order, and the rest are told to come back', async () => {
  const inTurn = createGate({ atOnce: 2, waiting: 3 });
  const releases: (() => void)[] = [];
  const finished: number[] = [];
  const works = Array.from({ length: 5 }, (_, index) =>
    inTurn(async () => {
      await new Promise<void>((resolve) => releases.push(resolve));
      finished.push(index);
    }),
  );
  await expect(inTurn(async () => undefined)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    reason: 'busy',
    retryAfterSeconds: 5,
  });
  for (let done = 0; done < 5; done++) {
    expect(releases.length).toBeLessThanOrEqual(done + 2);
    releases[done]?.();
    await works[done];
  }
  expect(finished).toEqual([0, 1, 2, 3, 4]);
  await expect(inTurn(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await inTurn(async () => 'again')).toBe('again');
});

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
