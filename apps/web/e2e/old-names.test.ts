/** A name from before the rule of names stands in the way of no other change: a form sends what was changed in it. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, callerOf } from '../../server/test/caller.ts';
import { done, inHours } from '../../server/test/events.ts';
import { names } from '../../server/test/name-fields.ts';
import { HOOKS } from './routes.ts';
import { openPage, openStage, type Stage } from './stage.ts';

/** It shows nothing. */
const OLD = '\u3164';

let stage: Stage;
let call: Call;
let guild: string;
let person: string;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [5] }), environment: { WEBHOOK_ALLOW: HOOKS } });
  call = callerOf(stage.app, (await stage.signedIn('ysolde')).token);
  const club = { name: 'The Anvil', type: 'community', alias: 'the-anvil' };
  guild = (await make('/organizations', club)).id;
  person = (await done<{ id: string }>(call('GET', '/auth/me'))).id;
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

const make = (path: string, body: Record<string, unknown>) => done<{ id: string }>(call('POST', path, body));
const of = (path: string) => `/organizations/${guild}${path}`;
const night = (title: string) =>
  make(of('/events'), { title, type: 'raid', startsAt: inHours(40), durationMinutes: 60, status: 'published' });

type Form = {
  /** Where the name is kept, and the id of its row. */
  table: string;
  column: string;
  make(): Promise<{ id: string }>;
  /** Where the form is, and how it opens. */
  at(id: string): string;
  open?(page: Page): Promise<unknown>;
  edit(page: Page): Promise<unknown>;
};

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const integrations = () => '/g/the-anvil/settings/integrations';

/** The forms that change something with a name, by the operation that they call. */
const FORMS: Record<string, Form> = {
  'profile.update': {
    ...{ table: 'app_user', column: 'display_name' },
    make: async () => ({ id: person }),
    at: () => '/me',
    edit: (page) => page.getByLabel('About you').fill('Heals'),
  },
  'organizations.update': {
    ...{ table: 'organization', column: 'name' },
    make: async () => ({ id: guild }),
    at: () => '/g/the-anvil/settings/general',
    edit: (page) => page.getByLabel('Kind').selectOption('team'),
  },
  'teams.update': {
    ...{ table: 'team', column: 'name' },
    make: () => make(of('/teams'), { name: 'Lanterns' }),
    at: (id) => `/g/the-anvil/teams/${id}`,
    async open(page) {
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Edit the team' }).click();
    },
    edit: (page) => page.getByLabel('Usual times').fill('Tuesday'),
  },
  'points.updatePool': {
    ...{ table: 'point_pool', column: 'name' },
    make: () => make(of('/point-pools'), { name: 'Main raid', kind: 'epgp', baseGp: 100, minEp: 60 }),
    at: () => '/g/the-anvil/loot/points',
    open: (page) => press(page, 'Change'),
    edit: (page) => page.getByLabel('Base GP').fill('120'),
  },
  'webhooks.update': {
    ...{ table: 'webhook_endpoint', column: 'name' },
    make: async () => (await done<{ webhook: { id: string } }>(call('POST', of('/webhooks'), HOOK))).webhook,
    at: integrations,
    open: (page) => press(page, 'Edit'),
    edit: (page) => page.getByRole('checkbox', { name: 'Everything', exact: true }).click(),
  },
  'services.update': {
    ...{ table: 'service_account', column: 'name' },
    make: () => make(of('/services'), { name: 'Raid bot' }),
    at: integrations,
    open: (page) =>
      page
        .getByRole('article')
        .filter({ hasText: 'No token yet' })
        .getByRole('button', { name: 'Edit', exact: true })
        .click(),
    edit: (page) => page.getByRole('checkbox', { name: 'Sign up for events' }).click(),
  },
  'posts.update': {
    ...{ table: 'post', column: 'title' },
    make: () => make(of('/posts'), { title: 'News', body: 'Bring flasks.' }),
    at: (id) => `/posts/${id}/edit`,
    edit: (page) => page.getByLabel('Text').fill('Bring food.'),
  },
  'events.update': {
    ...{ table: 'event', column: 'title' },
    make: () => night('Night'),
    at: (id) => `/events/${id}/edit`,
    edit: (page) => page.getByLabel('Description').fill('Bring food.'),
  },
  'eventTemplates.update': {
    ...{ table: 'event_template', column: 'name' },
    async make() {
      const { id } = await night('Weekly');
      const template = await make(of('/event-templates'), { name: 'Weekly', eventId: id });
      // Only a past event is one to begin with.
      await stage.app.ctx.sql(PAST, [id]);
      return template;
    },
    at: () => '/g/the-anvil/events/new',
    async open(page) {
      // Behind the blank one and the template.
      await page.getByLabel('Start with').selectOption({ index: 2 });
      await press(page, 'Save as template');
    },
    edit: (page) => page.getByLabel('Replace a template').selectOption({ index: 1 }),
  },
  'raiders.update': {
    ...{ table: 'raider', column: 'name' },
    make: () => make(of('/raiders'), { name: 'Curlybill' }),
    at: (id) => `/g/the-anvil/people?raider=${id}`,
    open: (page) => press(page, 'Edit'),
    edit: (page) => page.getByRole('textbox', { name: 'Note for officers' }).fill('From Thursday on'),
  },
};
const PAST = `update event set starts_at = starts_at - interval '4 days', ends_at = ends_at - interval '4 days' where id = $1`;
const HOOK = { name: 'Planner', address: `${HOOKS}/hook` };

/** Operations that only rename, so that there is nothing else to change. */
const ONLY_RENAME = ['roles.update'];

test('every operation that changes something with a name has its form here', () => {
  const changes = names.flatMap(({ path }) => path.match(/^\w+\.(?:update|change|set|put|amend)\w*/)?.[0] ?? []);
  const own = changes.filter((one) => !ONLY_RENAME.includes(one));
  expect([...new Set(own)].sort()).toEqual(Object.keys(FORMS).sort());
});

test.each(Object.entries(FORMS))('%s saves another field while the name is an old one', async (calls, form) => {
  const { table, column } = form;
  const { sql } = stage.app.ctx;
  const { id } = await form.make();
  await sql(`update ${table} set ${column} = $2 where id = $1`, [id, OLD]);
  const page = await openPage(stage, { as: 'ysolde', path: form.at(id), refusals: true });
  await form.open?.(page);
  await form.edit(page);
  const answer = page.waitForResponse(
    (one) => one.request().method() === 'POST' && new URL(one.url()).pathname.includes(calls),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const answered = await answer;
  expect([answered.status(), (await answered.text()).slice(0, 500)]).toEqual([200, expect.anything()]);
  expect(await sql(`select ${column} as name from ${table} where id = $1`, [id])).toEqual([{ name: OLD }]);
});
