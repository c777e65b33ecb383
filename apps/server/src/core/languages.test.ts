import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { foundClub } from '../../test/standalone.ts';

test('profiles, guilds, views, game data and the API document accept only the installed languages', async () => {
  await using app = await testApp({ roles: ['web'], environment: { LOCALES: 'it_IT,de_DE' } });
  const { id, founder } = await foundClub(app);
  const { call } = founder;
  const statuses = async (locale: string) => [
    (await call('PATCH', '/auth/me', { locale })).status,
    (await call('PATCH', `/organizations/${id}/settings`, { locale })).status,
    (await call('GET', `/organizations/${id}/crafters?locale=${locale}`)).status,
    (await call('GET', `/game-data/expansions?locale=${locale}`)).status,
  ];
  expect(await statuses('it_IT')).toEqual([200, 200, 200, 200]);
  expect(await statuses('fr_FR')).toEqual([400, 400, 400, 400]);
  const { body } = await call('PATCH', '/auth/me', { locale: 'fr_FR' });
  const message = 'fr_FR is not a language of this installation. Choose one of en_US, it_IT, de_DE.';
  expect(body).toMatchObject({ reason: 'invalid_input', message, issues: [{ path: 'locale', message }] });

  const { text } = await app.http.get('/api/v1/openapi.json').expect(200);
  expect(text).toContain('"enum":["en_US","de_DE","it_IT"]');
  expect(text).not.toContain('"fr_FR"');
});
