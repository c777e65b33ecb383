/**
 * Every form leads to the first thing that is wrong with it, keeps what was typed when the session ends, and sends once.
 * `src/ui/form.test.ts` sees that there is no form beside those of `ui/form.tsx`, which all of them share.
 */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { done } from '../../server/test/events.ts';
import { openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let call: ReturnType<typeof callerOf>;
let clubs = 0;
/** For tests that leave it as it is, because only so many may be founded in an hour. */
let shared: ReturnType<typeof foundClub> | undefined;
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
  /** The form's own file: `src/ui/form.test.ts` counts the forms of each. */
  file: string;
  path(alias: string, event: string): string;
  /** The button that opens the form, if the page does not begin with it. */
  opener?: string | RegExp;
  /** The first field that has to be filled, and others. */
  first: string;
  others?: Record<string, string>;
  submit: string;
  /** The procedure that it calls. */
  calls: string;
  /** The text for the first field. */
  typed?: string;
  /** The form is complete as it opens. */
  isFilled?: boolean;
  /** Makes what the form needs, apart from a club and an event. */
  prepare?(): Promise<unknown>;
  /** Makes the service refuse what is sent next. */
  spoil?(page: Page, club: { id: string; alias: string }): Promise<unknown>;
};

const FORMS: Form[] = [
  {
    name: 'a community',
    file: 'guilds/home/found-page.tsx',
    path: () => '/g/new',
    first: 'Name',
    submit: 'Create',
    calls: 'organizations.create',
    spoil: async () => {
      // So many in an hour are allowed.
      for (let status = 201; status !== 429; ) {
        ({ status } = await call('POST', '/organizations', { name: 'Again', type: 'community' }));
      }
    },
  },
  {
    name: 'settings',
    file: 'guilds/settings/general-tab.tsx',
    isFilled: true,
    path: (alias) => `/g/${alias}/settings/general`,
    first: 'Name',
    submit: 'Save',
    calls: 'organizations.update',
    spoil: (_, { id }) => archive(id),
  },
  {
    name: 'the loot policy',
    file: 'loot/policy/policy-page.tsx',
    isFilled: true,
    path: (alias) => `/g/${alias}/loot/policy`,
    first: 'Weeks in which awards and attendance count',
    typed: '8',
    submit: 'Save',
    calls: 'lootPolicy.put',
  },
  {
    name: 'a post',
    file: 'guilds/contents/post-form-page.tsx',
    path: (alias) => `/g/${alias}/posts/new`,
    first: 'Title',
    others: { Text: 'Bring flasks.' },
    submit: 'Publish',
    calls: 'posts.create',
    spoil: (_, { id }) => archive(id),
  },
  {
    name: 'a role',
    file: 'membership/roles/role-dialogs.tsx',
    path: (alias) => `/g/${alias}/roles`,
    opener: 'New role',
    first: 'Name',
    submit: 'Create',
    calls: 'roles.create',
    spoil: (_, { id }) => archive(id),
  },
  {
    name: 'a webhook',
    file: 'guilds/settings/integrations/webhooks.tsx',
    path: (alias) => `/g/${alias}/settings/integrations`,
    opener: 'Add a webhook',
    first: 'Name',
    others: { Address: 'https://127.0.0.1/hooks' },
    submit: 'Add',
    calls: 'webhooks.create',
    spoil: async () => {},
  },
  {
    name: 'a service',
    file: 'guilds/settings/integrations/services.tsx',
    path: (alias) => `/g/${alias}/settings/integrations`,
    opener: 'Add a service',
    first: 'Name',
    submit: 'Add',
    calls: 'services.create',
    spoil: (_, { id }) => archive(id),
  },
  {
    name: 'attendance',
    file: 'guilds/settings/attendance-tab.tsx',
    path: (alias) => `/g/${alias}/settings/attendance`,
    first: 'Too little data below this many events',
    typed: '7',
    isFilled: true,
    submit: 'Save',
    calls: 'organizations.changeSettings',
  },
  {
    name: 'a standing text',
    file: 'guilds/contents/text-page.tsx',
    path: (alias) => `/g/${alias}/texts/rules?edit=true`,
    first: 'Rules',
    isFilled: true,
    submit: 'Save',
    calls: 'texts.update',
  },
  {
    name: 'an invite',
    file: 'membership/invites/make-invite-dialog.tsx',
    path: (alias) => `/g/${alias}/invites`,
    opener: 'New invite',
    first: 'For how many players',
    typed: '3',
    isFilled: true,
    submit: 'Create link',
    calls: 'invites.create',
  },
  {
    name: 'a profile',
    file: 'account/me/profile-tab.tsx',
    path: () => '/me',
    first: 'About you',
    isFilled: true,
    submit: 'Save',
    calls: 'profile.update',
  },
  {
    name: 'an absence',
    file: 'account/away/away.tsx',
    path: () => '/me/absences',
    first: 'Why',
    isFilled: true,
    submit: 'Add absence',
    calls: 'absences.add',
  },
  {
    name: 'a token',
    file: 'account/me/sessions-tab.tsx',
    path: () => '/me/sessions',
    opener: 'New token',
    first: 'What is it for?',
    submit: 'Create token',
    calls: 'sessions.createToken',
  },
  {
    name: 'an event',
    file: 'events/event-form/event-form-page.tsx',
    path: (alias) => `/g/${alias}/events/new`,
    first: 'Title',
    submit: 'Create event',
    calls: 'events.create',
  },
  {
    name: 'a change of an event',
    file: 'events/event-form/event-form-page.tsx',
    path: (_, event) => `/events/${event}/edit`,
    first: 'Title',
    isFilled: true,
    submit: 'Save',
    calls: 'events.update',
  },
  {
    name: 'the end of an event',
    file: 'events/planning/why-dialog.tsx',
    path: (_, event) => `/events/${event}`,
    opener: 'Cancel event',
    first: 'Why?',
    isFilled: true,
    submit: 'Cancel event',
    calls: 'events.cancel',
  },
  {
    name: 'an answer with a note',
    file: 'events/signups/choose-dialog.tsx',
    prepare: () => call('POST', '/characters', { name: 'Walker', classId: 1, raceId: 1, level: 10 }),
    path: (_, event) => `/events/${event}`,
    // A character that another test makes may come first.
    opener: / as (Walker|Lantern)$/,
    first: 'Note',
    isFilled: true,
    submit: 'Sign up',
    calls: 'participations.signUp',
  },
  {
    name: 'a character made by hand',
    file: 'armory/characters/add-dialog.tsx',
    path: () => '/characters?add=hand',
    first: 'Name',
    others: { Class: '1', Race: '1' },
    submit: 'Create',
    calls: 'characters.create',
  },
  {
    name: 'an address for mail',
    file: 'account/me/accounts-tab.tsx',
    path: () => '/me/accounts',
    opener: 'Add an address',
    first: 'New address',
    typed: 'new@mail.test',
    submit: 'Send the link',
    calls: 'profile.changeEmail',
  },
  {
    name: 'a team',
    file: 'guilds/teams/team-dialogs.tsx',
    path: (alias) => `/g/${alias}/teams`,
    opener: 'New team',
    first: 'Name',
    submit: 'Save',
    calls: 'teams.create',
  },
  {
    name: 'a note of a plan',
    file: 'events/notes/note-dialog.tsx',
    path: (_, event) => `/events/${event}/plan`,
    opener: 'Add a note',
    first: 'Note',
    isFilled: true,
    submit: 'Save',
    calls: 'planNotes.save',
  },
  {
    name: 'a raider',
    file: 'guilds/raiders/add-dialogs.tsx',
    path: (alias) => `/g/${alias}/people`,
    opener: 'Add raider',
    first: 'Name',
    submit: 'Add',
    calls: 'raiders.create',
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

function partsOf(page: Page, { opener, path, first, submit, others = {} }: Form) {
  const isDialog = opener !== undefined || path('', '').includes('add=');
  const place = isDialog ? page.getByRole('dialog') : page.getByRole('main');
  return {
    first: place.getByLabel(first, { exact: true }),
    submit: place.getByRole('button', { name: submit, exact: true }),
    async fillOthers() {
      for (const [label, value] of Object.entries(others)) {
        const field = place.getByLabel(label, { exact: true });
        const isSelect = await field.evaluate((element) => element instanceof HTMLSelectElement);
        await (isSelect ? field.selectOption({ index: Number(value) }) : field.fill(value));
      }
    },
  };
}

/** How often a procedure was called, by requests that may carry several calls. */
function callsOf(page: Page, procedure: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'POST' || !pathname.startsWith('/trpc/')) return;
    count += pathname
      .slice('/trpc/'.length)
      .split(',')
      .filter((one) => one === procedure).length;
  });
  return () => count;
}

async function planEvent(id: string): Promise<string> {
  const startsAt = `${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16)}:00.000Z`;
  const event = { title: 'Night', type: 'raid', startsAt, durationMinutes: 180, status: 'published' };
  return (await done<{ id: string }>(call('POST', `/organizations/${id}/events`, event))).id;
}

/** Opens a form, and types into it. */
async function openTyped(form: Form) {
  shared ??= foundClub();
  const club = await shared;
  await form.prepare?.();
  const path = form.path(club.alias, form.path('', '').startsWith('/events/') ? await planEvent(club.id) : '');
  const page = await openPage(stage, { as: 'ysolde', path, refusals: true, live: false, width: 390 });
  const opener = form.opener && page.getByRole('button', { name: form.opener, exact: true });
  if (opener) await opener.click();
  const { first, submit, fillOthers } = partsOf(page, form);
  if (!form.isFilled) {
    await submit.click();
    await expect.poll(() => focused(page)).toMatchObject({ label: form.first, seen: true });
  }
  const typed = form.typed ?? 'Lantern';
  await first.fill(typed);
  await fillOthers();
  return { page, first, submit, typed };
}

/** Ends the session, lets the page find out, signs in anew and comes back. */
async function signInAnew(page: Page, find: () => Promise<unknown>): Promise<void> {
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  const atLogin = page.waitForURL((url) => url.pathname === '/login');
  // Another request of the page may find the end of the session first, and takes the form away.
  await Promise.race([find().catch(() => {}), atLogin]);
  await atLogin;
  await page.context().addCookies(cookies);
  await page.goto(new URL(page.url()).searchParams.get('redirect') ?? '/');
}

test.each(FORMS)('the form for $name keeps what was typed when the session ends, and sends once', async (form) => {
  const { page, first, submit, typed } = await openTyped(form);
  await signInAnew(page, () => submit.click());
  // A dialog opens again by itself.
  await expect.poll(() => first.inputValue()).toBe(typed);
  const calls = callsOf(page, form.calls);
  const answer = page.waitForResponse((response) => response.url().includes(form.calls));
  await submit.dblclick();
  await answer;
  expect(calls()).toBe(1);
});

test.each(FORMS.filter(({ opener }) => opener))(
  'the dialog for $name opens again when another request finds the session over',
  async (form) => {
    const { page, first, typed } = await openTyped(form);
    // A tab that comes back to the front reads anew what is a minute old.
    await signInAnew(page, async () => {
      await page.clock.install();
      await page.clock.fastForward(61_000);
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    });
    await expect.poll(() => first.inputValue()).toBe(typed);
  },
);

// The last one uses up a limit of the person.
test.each(FORMS.filter(({ spoil }) => spoil).toReversed())(
  'the form for $name focuses a field of mere spaces, then the refusal',
  async (form) => {
    const club = await foundClub();
    const options = { as: 'ysolde', path: form.path(club.alias, ''), refusals: true, live: false, width: 390 } as const;
    const page = await openPage(stage, options);
    if (form.opener) await page.getByRole('button', { name: form.opener, exact: true }).click();
    const { first, submit, fillOthers } = partsOf(page, form);
    await fillOthers();
    await first.fill('  ');
    await submit.click();
    await expect
      .poll(() => focused(page))
      .toMatchObject({ label: form.first, problem: expect.stringContaining('spaces'), seen: true });
    await first.fill('Lantern');
    expect(await first.evaluate((input) => (input as HTMLInputElement).validationMessage)).toBe('');
    await form.spoil?.(page, club);
    await submit.click();
    await expect.poll(() => focused(page), { timeout: 10_000 }).toMatchObject({ role: 'alert', seen: true });
  },
);
