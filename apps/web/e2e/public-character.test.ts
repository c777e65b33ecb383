import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { characterNamed, untilEnriched } from '../../server/test/character.ts';
import { expectAccessibleInBothThemes, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [40] }) });
  await stage.guildOf('ysolde');
  await untilEnriched(stage.app);
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

test('a person shares a character, a visitor looks at it without an account, and the address ends', async () => {
  const { id } = await characterNamed(await stage.signedIn('ysolde'), 'Ysolde');
  const page = await openPage(stage, { as: 'ysolde', path: `/characters/${id}/overview` });
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('button', { name: 'Create a public address' }).click();
  const address = await dialog.getByLabel('Public address').inputValue();
  await expectAccessibleInBothThemes(page);

  for (const width of [1280, 390, 320] as const) {
    const visitor = await openPage(stage, { path: new URL(address).pathname, width, refusals: true });
    await visitor.getByRole('heading', { name: 'Ysolde', level: 1 }).waitFor();
    await visitor.getByRole('region', { name: 'What to do first' }).waitFor();
    await expectAccessibleInBothThemes(visitor);
    if (width !== 320) await expectFits(visitor);
    else expect(await visitor.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await visitor.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await visitor.context().close();
  }

  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await dialog.getByRole('button', { name: 'Create a public address' }).waitFor();
  const visitor = await openPage(stage, { path: new URL(address).pathname, refusals: true });
  await visitor
    .getByText('This page does not exist')
    .or(visitor.getByText('Nothing is shared at this address'))
    .waitFor();
});
