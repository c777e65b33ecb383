/** Every form leads to the first thing that is wrong with it: a field that is not filled, or the refusal of the service. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { done } from '../../server/test/events.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let call: ReturnType<typeof callerOf>;
let clubs = 0;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [5] }) });
  call = callerOf(stage.app, (await stage.signedIn('ysolde')).token);
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

async function foundClub(): Promise<{ id: string; alias: string }> {
  clubs += 1;
  const alias = `the-anvil-${clubs}`;
  const club = { name: `The Anvil ${clubs}`, type: 'community', alias };
  const { id } = await done<{ id: string }>(call('POST', '/organizations', club));
  return { id, alias };
}

const archive = (id: string) => done(call('DELETE', `/organizations/${id}`));

type Form = {
  name: string;
  path(alias: string): string;
  /** The button that opens the form, if the page does not begin with it. */
  opener?: string;
  /** The first field that has to be filled, and others. */
  first: string;
  others?: Record<string, string>;
  submit: string;
  /** Makes the service refuse what is sent next. */
  spoil(page: Page, club: { id: string; alias: string }): Promise<unknown>;
};

const FORMS: Form[] = [
  {
    name: 'a community',
    path: () => '/g/new',
    first: 'Name',
    submit: 'Create',
    spoil: async () => {
      // So many in an hour are allowed.
      for (let status = 201; status !== 429; ) {
        ({ status } = await call('POST', '/organizations', { name: 'Again', type: 'community' }));
      }
    },
  },
  {
    name: 'settings',
    path: (alias) => `/g/${alias}/settings/general`,
    first: 'Name',
    submit: 'Save',
    spoil: (_, { id }) => archive(id),
  },
  {
    name: 'a post',
    path: (alias) => `/g/${alias}/posts/new`,
    first: 'Title',
    others: { Text: 'Bring flasks.' },
    submit: 'Publish',
    spoil: (_, { id }) => archive(id),
  },
  {
    name: 'a role',
    path: (alias) => `/g/${alias}/roles`,
    opener: 'New role',
    first: 'Name',
    submit: 'Create',
    spoil: (_, { id }) => archive(id),
  },
  {
    name: 'a webhook',
    path: (alias) => `/g/${alias}/settings/integrations`,
    opener: 'Add a webhook',
    first: 'Name',
    others: { Address: 'https://127.0.0.1/hooks' },
    submit: 'Add',
    spoil: async () => {},
  },
  {
    name: 'a service',
    path: (alias) => `/g/${alias}/settings/integrations`,
    opener: 'Add a service',
    first: 'Name',
    submit: 'Add',
    spoil: (_, { id }) => archive(id),
  },
];

/** The label or the text of what has the focus, and whether it is on the screen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement as HTMLInputElement | null;
    const { top = -1, bottom = -1 } = active?.getBoundingClientRect() ?? {};
    return {
      label: active?.labels?.[0]?.textContent ?? null,
      problem: active?.validationMessage ?? '',
      role: active?.getAttribute('role') ?? null,
      seen: top >= 0 && bottom <= innerHeight,
    };
  });

test('a post whose text is missing leads to the text, from its preview too', async () => {
  const club = await foundClub();
  const page = await openPage(stage, { as: 'ysolde', path: `/g/${club.alias}/posts/new`, width: 390 });
  await page.getByLabel('Title').fill('News');
  await page.getByRole('radio', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => focused(page)).toMatchObject({ label: 'Text', seen: true });
});

// The last one uses up a limit of the person.
test.each(FORMS.toReversed())('the form for $name focuses a field of mere spaces, then the refusal', async (form) => {
  const club = await foundClub();
  const options = { as: 'ysolde', path: form.path(club.alias), refusals: true, live: false, width: 390 } as const;
  const page = await openPage(stage, options);
  if (form.opener) await page.getByRole('button', { name: form.opener, exact: true }).click();
  const place = form.opener ? page.getByRole('dialog') : page.getByRole('main');
  const first = place.getByLabel(form.first, { exact: true });
  const submit = place.getByRole('button', { name: form.submit, exact: true });
  for (const [label, value] of Object.entries(form.others ?? {})) {
    await place.getByLabel(label, { exact: true }).fill(value);
  }
  await first.fill('  ');
  await submit.click();
  await expect
    .poll(() => focused(page))
    .toMatchObject({ label: form.first, problem: expect.stringContaining('spaces'), seen: true });
  await first.fill('Lantern');
  expect(await first.evaluate((input) => (input as HTMLInputElement).validationMessage)).toBe('');
  await form.spoil(page, club);
  await submit.click();
  await expect.poll(() => focused(page), { timeout: 10_000 }).toMatchObject({ role: 'alert', seen: true });
});
