/** The service either accepts or rejects a profile or an account's list, whatever the platform leaves out of it. */
import { appToken, ask, jsonOf, userToken } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { changedAt, placesIn, withShortLists } from '../../../test/changed-documents.ts';
import { appWithoutEnrichment } from '../../../test/character.ts';
import { syncCharacters } from '../../../test/guild.ts';
import { charactersOf } from '../../../test/own-characters.ts';

const lonely = () => createWorld({ guildSizes: [12] });
const MANY = 1_000_000;
/** This test sends more requests than a person may in an hour. */
const patient = {
  rateLimits: { person: MANY, anonymous: MANY, gameplatform: MANY },
  platformLimits: { perSecond: MANY, perHour: MANY, interactiveShare: 0.15 },
};

test('a profile with any field missing or null is shown and imported, or answered with 503', async () => {
  await using app = await appWithoutEnrichment({ world: lonely(), config: patient });
  const { simulator } = app;
  const client = await app.signIn('vesper');
  const path = '/profile/wow/character/highmere/ysolde';
  const whole = await jsonOf<object>(await ask(simulator, path, await appToken(simulator)));
  const outcomes: Record<string, string[]> = { 201: [], 503: [] };
  for (const place of placesIn(whole)) {
    for (const replacement of [undefined, null]) {
      const stop = simulator.faults.serve(path, changedAt(whole, place, replacement));
      const found = await client.get('/characters/search?name=ysolde&realm=highmere');
      const imported = await client.post('/characters/import').send({ name: 'ysolde', realm: 'highmere' });
      stop();
      expect([place, found.status === 200 ? 201 : found.status]).toEqual([place, imported.status]);
      outcomes[imported.status]?.push(place.join('.'));
      expect([place, Object.keys(outcomes)]).toEqual([place, ['201', '503']]);
      if (imported.status === 503) expect(imported.body.reason).toBe('platform_unavailable');
    }
  }
  // Only identifying fields, and those every character has, are required.
  const needed = new Set(outcomes[503]);
  expect([...needed].filter((place) => !place.includes('.')).toSorted()).toEqual(
    ['character_class', 'id', 'level', 'name', 'race', 'realm'].toSorted(),
  );
  expect(outcomes[201]?.length).toBeGreaterThan(outcomes[503]?.length ?? 0);
  expect(await charactersOf(client)).toHaveLength(1);
});

test('an account list with any field missing or null is shown, or answered with 503', async () => {
  await using app = await appWithoutEnrichment({ world: lonely(), config: patient });
  const { simulator } = app;
  const client = await app.signIn('quill');
  const list = '/profile/user/wow';
  const whole = withShortLists(await jsonOf<object>(await ask(simulator, list, await userToken(simulator, 'quill'))));
  const refused = new Set<string>();
  for (const place of placesIn(whole)) {
    for (const replacement of [undefined, null]) {
      const stop = simulator.faults.serve(list, changedAt(whole, place, replacement));
      const { status } = await client.get('/characters/battlenet-preview?gameVersion=retail');
      stop();
      expect([place, status]).toEqual([place, status === 503 ? 503 : 200]);
      if (status === 503) refused.add(place.at(-1) ?? '');
    }
  }
  // Only identifying fields, and those every character has, are required.
  const needed = ['0', '1', 'id', 'level', 'name', 'playable_class', 'playable_race', 'realm', 'slug'];
  expect([...refused].toSorted()).toEqual(needed);
});

test('a sync imports names of one to thirty letters, in any script, as the platform writes them', async () => {
  const world = lonely();
  const names = ['Å', 'ß', 'ㄱ', 'Щ', 'Æ'.repeat(30), '가'.repeat(30), 'Дж'.repeat(15)];
  const account = world.createAccount('odd');
  for (const name of names) {
    world.addCharacterToAccount(account, world.createCharacter('forêt-d-argent', { name, level: 60 }));
  }
  await using app = await appWithoutEnrichment({ world });
  const client = await app.signIn('odd');
  expect(await syncCharacters(app, client)).toMatchObject({
    status: 'completed',
    progress: { total: names.length, done: names.length, failed: 0 },
  });
  const characters = await charactersOf(client);
  expect(characters.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(new Set(characters.map(({ freshness }) => freshness.profile?.status))).toEqual(new Set(['ok']));
  for (const { id } of characters) await client.get(`/characters/${id}/simc-profile`).expect(200);
});
