/** First visits by a link: from the sign-in to the page, without a detour. */
import { createWorld } from '@guildhall/simulator/world.ts';
import type { Guild } from '@guildhall/simulator/world-model.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { inHours } from '../../server/test/events.ts';
import { eventually } from '../../server/test/guild.ts';
import { hold } from '../../server/test/waiting.ts';
import { expectAccessibleInBothThemes, expectFits, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let guild: { id: string; alias: string; name: string };
let eventPath: string;
/** An event of another guild. */
let otherPath: string;
/** An event whose sign-up is closed by a test. */
let closingPath: string;
const ACCOUNT = '/profile/user/wow';
/** The page of the link, that of the sign-in, those that lead to a provider and back, and that of the mail. */
const MOST_PAGES = 8;
/** About twenty, and some more where a sync is asked for its progress. */
const MOST_REQUESTS = 40;

beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [60, 4, 4] }), syncAtSignIn: true });
  guild = await stage.guildOf('ysolde');
  const { post } = await stage.signedIn('ysolde');
  const { body } = await post(`/organizations/${guild.id}/events`)
    .send({
      title: 'Mirefell Vault',
      type: 'raid',
      startsAt: inHours(40),
      durationMinutes: 180,
      slots: [
        { roleKey: 'tank', max: 2 },
        { roleKey: 'healer', max: 4 },
        { roleKey: 'melee', max: 8 },
        { roleKey: 'ranged', max: 8 },
      ],
    })
    .expect(201);
  eventPath = `/events/${body.id}`;
  const { body: closing } = await post(`/organizations/${guild.id}/events`)
    .send({ title: 'Last Call', type: 'raid', startsAt: inHours(60), durationMinutes: 60 })
    .expect(201);
  closingPath = `/events/${closing.id}`;
  const other = await stage.guildOf('ilveth');
  const { body: keep } = await (await stage.signedIn('ilveth'))
    .post(`/organizations/${other.id}/events`)
    .send({ title: 'Ashen Keep', type: 'raid', startsAt: inHours(50), durationMinutes: 120 })
    .expect(201);
  otherPath = `/events/${keep.id}`;
});
afterAll(() => stage[Symbol.asyncDispose]());

/** The two taps of a sign-in: the provider, and there the account. */
async function signIn(page: Page, account: string, provider = 'Battle.net'): Promise<void> {
  await page.getByRole('link', { name: `Continue with ${provider}` }).click();
  await page.locator('a.card').filter({ hasText: account }).first().click();
}

const answersOf = async (name: string) =>
  (
    await stage.app.ctx.sql<{ status: string }>(
      `select p.status from participation p join app_user u on u.id = p.user_id where u.display_name = $1`,
      [name],
    )
  ).map(({ status }) => status);

const keptBy = (name: string) =>
  stage.app.ctx.sql<{ status: string; role: string | null }>(
    `select k.status, k.role_key as role from kept_answer k join app_user u on u.id = k.user_id where u.display_name = $1`,
    [name],
  );

const LANGUAGES = ['en-GB', 'de-DE', 'es-ES', 'fr-FR', 'pt-BR', 'ru-RU'];

test('visitors see in every language what Guildhall is, and find public guilds', async () => {
  const call = callerOf(stage.app, (await stage.signedIn('ysolde')).token);
  const recruiting = { open: true, roles: ['healer'] };
  expect((await call('PATCH', `/organizations/${guild.id}/settings`, { recruiting })).status).toBe(200);
  const english = new Set<string>();
  for (const locale of LANGUAGES) {
    const page = await openPage(stage, { path: '/', width: 320, locale });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: guild.name }).waitFor();
    const texts = await page.locator('main :is(h1, h2, p, .btn)').allInnerTexts();
    const said = texts.filter((text) => text.includes(' ') && !text.includes('Lantern'));
    expect(said.length).toBeGreaterThan(6);
    if (locale === 'en-GB') for (const text of said) english.add(text);
    else expect(said.filter((text) => english.has(text))).toEqual([]);
    await expectFits(page);
    await page.goto('/g');
    await page.getByRole('link', { name: guild.name }).waitFor();
    await expectFits(page);
    await page.context().close();
  }
});

test('the front page leads to the directory, and from there to the public page of a guild', async () => {
  const page = await openPage(stage, { path: '/', width: 390 });
  await page.getByRole('heading', { name: 'Guilds looking for players' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Find your guild' }).click();
  await page.getByRole('heading', { name: 'Guilds', exact: true }).waitFor();
  await expectAccessibleInBothThemes(page);
  const found = page.getByRole('listitem');
  await page.getByRole('searchbox', { name: 'Find a guild' }).fill('no such guild');
  await page.getByText('No guild matches').waitFor();
  await page.getByRole('searchbox').fill(guild.name.slice(0, 6).toUpperCase());
  await found.filter({ hasText: guild.name }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe(guild.name.slice(0, 6).toUpperCase());
  await page.getByRole('combobox', { name: 'Region' }).selectOption('kr');
  await page.getByText('No guild matches').waitFor();
  await page.getByRole('combobox', { name: 'Region' }).selectOption('');
  await page.getByRole('combobox', { name: 'Recruiting' }).selectOption('true');
  await page.getByRole('link', { name: guild.name }).click();
  await page.getByRole('heading', { name: guild.name, level: 1 }).waitFor();
  await page.getByText('healer').first().waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
});

test('a new account takes the zone and the language of its browser, and says so until the person agrees', async () => {
  const page = await openPage(stage, {
    path: `/g/${guild.alias}/roster`,
    width: 390,
    locale: 'de-DE',
    timeZone: 'America/Denver',
    refusals: true,
  });
  await page.getByRole('link', { name: /Battle\.net/ }).click();
  await page.locator('a.card').filter({ hasText: 'Ilveth' }).first().click();
  await page.getByText('Zeiten stehen hier für America/Denver, Texte auf Deutsch.').waitFor();
  const asked = (column: string) =>
    stage.app.ctx.sql<{ value: string }>(`select ${column} as value from app_user where time_zone like 'America/%'`);
  await eventually(async () => expect(await asked('time_zone')).toEqual([{ value: 'America/Denver' }]));
  expect(await asked('locale')).toEqual([{ value: 'de_DE' }]);
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Ändern' }).click();
  await page.getByRole('combobox', { name: 'Zeitzone' }).selectOption('America/Chicago');
  await eventually(async () => expect(await asked('time_zone')).toEqual([{ value: 'America/Chicago' }]));
  await page.reload();
  await page.getByText('Zeiten stehen hier für America/Chicago').waitFor();
  await page.getByRole('button', { name: 'Stimmt' }).click();
  await page.getByText('Zeiten stehen hier für').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('Zeiten stehen hier').count()).toBe(0);
});

/** Taps on pages of this service, requests that wait for one another or not, and pages: those of a provider are its own. */
async function countSteps(page: Page) {
  const steps = { taps: 0, requests: 0, pages: 0 };
  await page.exposeFunction('tapped', () => {
    steps.taps += 1;
  });
  await page.addInitScript((origin) => {
    if (location.origin === origin) addEventListener('click', ({ detail }) => detail > 0 && tapped(), true);
  }, stage.app.config.baseUrl);
  page.on('request', (request) => {
    if (!request.url().startsWith(stage.app.config.baseUrl)) return;
    if (request.isNavigationRequest()) steps.pages += 1;
    else if (new URL(request.url()).pathname.startsWith('/trpc')) steps.requests += 1;
  });
  return steps;
}
declare const tapped: () => void;

/** A time would measure the machine. These are what the time is made of: one sync, and this much between page and service. */
async function expectShort(steps: Awaited<ReturnType<typeof countSteps>>, person: string): Promise<void> {
  expect(steps.taps).toBeLessThanOrEqual(3);
  expect(steps.pages).toBeLessThanOrEqual(MOST_PAGES);
  expect(steps.requests).toBeLessThanOrEqual(MOST_REQUESTS);
  const syncs = await stage.app.ctx.sql(
    `select s.id from sync_session s join app_user u on u.id = s.subject_id where s.kind = 'character' and u.display_name = $1`,
    [person],
  );
  expect(syncs).toHaveLength(1);
}

/** Another account of the game, whose character takes the place of a member that nobody plays. */
function newcomer(name: string, of: Guild): void {
  const { world } = stage.app.simulator;
  const played = new Set(world.accounts.flatMap(({ characters }) => characters));
  const free = world
    .members(of)
    .find((one) => (one.rank ?? 0) > 2 && one.level === 80 && !one.profileHidden && !played.has(one));
  if (!free) throw new Error('Each member of the guild is played');
  world.addCharacterToAccount(world.createAccount(name.toLowerCase(), { battletag: `${name}#1000` }), free);
}

test('a fresh account gets from the link of an event to “In” with two taps', async () => {
  const release = hold(stage.app.simulator.faults, ACCOUNT);
  const page = await openPage(stage, { width: 390, refusals: true });
  const steps = await countSteps(page);
  await page.goto(eventPath);
  await signIn(page, 'Pellwick');
  await page.getByRole('heading', { name: 'Finding your characters' }).waitFor();
  await page.getByRole('progressbar', { name: 'Finding your characters' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  expect(new URL(page.url()).pathname).toBe(eventPath);
  release();
  await page.getByRole('heading', { name: 'Mirefell Vault' }).waitFor();
  await page.locator('label:visible', { hasText: /^In$/ }).first().click();
  await eventually(async () => expect(await answersOf('Pellwick')).toEqual(['signed_up']));
  await expectShort(steps, 'Pellwick');
});

test('a sign-in with Discord links the game account on the way, and needs three taps to “In”', async () => {
  const page = await openPage(stage, { width: 390, refusals: true });
  const steps = await countSteps(page);
  await page.goto(otherPath);
  await signIn(page, 'wrennaby', 'Discord');
  await page.getByRole('link', { name: 'Link Battle.net' }).click();
  await page.locator('a.card').filter({ hasText: 'Dagrun' }).first().click();
  await page.getByRole('heading', { name: 'Ashen Keep' }).waitFor();
  await page.locator('label:visible', { hasText: /^In$/ }).first().click();
  await eventually(async () => expect(await answersOf('wrennaby')).toEqual(['signed_up']));
  await expectShort(steps, 'wrennaby');
});

test('a mailed link leads on to the event of the first link, and needs three taps to “In”', async () => {
  newcomer('Maravel', stage.app.simulator.world.guild(guild.name));
  const page = await openPage(stage, { width: 390, refusals: true });
  const steps = await countSteps(page);
  await page.goto(eventPath);
  await page.getByLabel('Your email').fill('mara@example.org');
  await page.keyboard.press('Enter');
  const link = await eventually(async () => {
    const mail = await (await fetch(`${stage.app.url}/dev/mail`)).text();
    const found = /https?:\/\/[^\s"<]+\/login\/verify#[^\s"<]+/.exec(mail)?.[0];
    if (!found) throw new Error('No mail with a link has arrived');
    return found.replaceAll('&amp;', '&');
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Which characters are yours?' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(eventPath);
  await page.getByRole('link', { name: 'Link Battle.net' }).click();
  await page.locator('a.card').filter({ hasText: 'Maravel' }).first().click();
  await page.getByRole('heading', { name: 'Mirefell Vault' }).waitFor();
  await page.locator('label:visible', { hasText: /^In$/ }).first().click();
  const [{ name } = { name: '' }] = await stage.app.ctx.sql<{ name: string }>(
    `select display_name as name from app_user where email = 'mara@example.org'`,
  );
  await eventually(async () => expect(await answersOf(name)).toEqual(['signed_up']));
  await expectShort(steps, name);
});

test('the door speaks each language, and fits the narrowest screen in it', async () => {
  await stage.signedIn('vesper');
  const english = new Set<string>();
  for (const locale of LANGUAGES) {
    const page = await openPage(stage, {
      as: 'vesper',
      introduced: false,
      path: eventPath,
      width: 320,
      locale,
      refusals: true,
    });
    await page.locator('main section[aria-live] li').first().waitFor();
    const said = (await page.locator('main :is(h1, h2, p, small, button)').allInnerTexts()).filter((text) =>
      text.includes(' '),
    );
    expect(said.length).toBeGreaterThan(4);
    if (locale === 'en-GB') for (const text of said) english.add(text);
    else expect(said.filter((text) => english.has(text))).toEqual([]);
    await expectFits(page);
    await page.context().close();
  }
});

test('the link of a roster opens it for a fresh account of a member', async () => {
  const page = await openPage(stage, { path: `/g/${guild.alias}/roster`, refusals: true });
  await signIn(page, 'Kessaly');
  await page.getByRole('heading', { name: 'Roster' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/g/${guild.alias}/roster`);
});

test('the link of a post for members asks for a sign-in, and shows the post to a member', async () => {
  const { post } = await stage.signedIn('ysolde');
  const sent = { title: 'Rules of the vault', body: 'Bring flasks.', visibility: 'guild' };
  const { body } = await post(`/organizations/${guild.id}/posts`).send(sent).expect(201);
  const page = await openPage(stage, { path: `/posts/${body.id}`, refusals: true });
  await page.getByRole('heading', { name: 'This page may be for members' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, 'Marrow');
  await page.getByRole('heading', { name: 'Rules of the vault' }).waitFor();
});

test('a sign-in with Discord is offered the game account, and the answer left before counts afterwards', async () => {
  const page = await openPage(stage, { path: eventPath, width: 390, refusals: true });
  await signIn(page, 'Osric', 'Discord');
  await page.getByRole('heading', { name: 'Which characters are yours?' }).waitFor();
  await page.locator('label:visible', { hasText: 'In, later' }).click();
  await page.getByText('Kept. You can leave this page.').waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  await page.getByRole('link', { name: 'Link Battle.net' }).click();
  await page.locator('a.card').filter({ hasText: 'Tamsel' }).first().click();
  await page.getByRole('heading', { name: 'Mirefell Vault' }).waitFor();
  // Without a further tap.
  await eventually(async () => expect(await answersOf('Osric')).toEqual(['signed_up']));
});

test('characters of another guild are named, with what to do, and another account leads back here', async () => {
  const page = await openPage(stage, { path: eventPath, width: 390, refusals: true });
  await signIn(page, 'Wrennaby');
  await page.getByRole('alert').getByText('Nothing here').waitFor();
  await page.getByRole('heading', { name: 'This page is not for your characters' }).waitFor();
  await page.locator('main').getByText('Wrennaby', { exact: true }).waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Change account' }).click();
  await page.getByText('Then on to the event').waitFor();
});

test('an account without characters is told so', async () => {
  const page = await openPage(stage, { path: eventPath, refusals: true });
  await signIn(page, 'Vesper');
  await page.getByRole('heading', { name: 'No characters found' }).waitFor();
  await page.getByText('Battle.net answered: this account has no characters').waitFor();
  await page.getByRole('button', { name: 'Read my characters again' }).waitFor();
});

test('a platform that fails is named, keeps an answer, and the page opens once it answers again', async () => {
  const recover = stage.app.simulator.faults.add({ match: ACCOUNT, fault: { kind: 'status', status: 503 } });
  const page = await openPage(stage, { path: `/g/${guild.alias}/roster`, width: 390, refusals: true });
  await signIn(page, 'Quill');
  await page.getByRole('heading', { name: 'Battle.net is not answering' }).waitFor();
  await page.getByText(/Next try in \d+ seconds/).waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  // At the door of an event, an answer can be left; the service keeps it, for another browser too.
  await page.goto(eventPath);
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'healer' });
  await page.getByRole('radio', { name: 'In, later' }).press('Space');
  await page.getByText('Kept. You can leave this page.').waitFor();
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'The usual one of my character' });
  await eventually(async () => expect(await keptBy('Quill')).toEqual([{ status: 'signed_up', role: null }]));
  await page.getByText('Kept. You can leave this page.').waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  const other = await openPage(stage, { width: 390, refusals: true });
  await other.context().addCookies(await page.context().cookies());
  await other.goto(eventPath);
  await expect.poll(() => other.getByRole('radio', { name: 'In, later' }).isChecked()).toBe(true);
  await page.goto(`/g/${guild.alias}/roster`);
  await page.getByRole('heading', { name: 'Battle.net is not answering' }).waitFor();
  expect(await answersOf('Quill')).toEqual([]);
  recover();
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByRole('heading', { name: 'Roster' }).waitFor();
  // No page of the event has to be open.
  await eventually(async () => expect(await answersOf('Quill')).toEqual(['signed_up']));
  expect(await keptBy('Quill')).toEqual([]);
  await page.goto('/notifications');
  await page.getByText('Your answer counts: Mirefell Vault').waitFor();
});

test('an answer that the event refuses later is refused with the reason', async () => {
  const { world } = stage.app.simulator;
  newcomer('Tollen', world.guild(guild.name));
  const recover = stage.app.simulator.faults.add({ match: ACCOUNT, fault: { kind: 'status', status: 503 } });
  const page = await openPage(stage, { path: closingPath, width: 390, refusals: true });
  await signIn(page, 'Tollen');
  await page.getByRole('heading', { name: 'Battle.net is not answering' }).waitFor();
  await page.getByRole('radio', { name: 'In, later' }).press('Space');
  await page.getByText('Kept. You can leave this page.').waitFor();
  await stage.app.ctx.sql(`update event set signup_closes_minutes = 60 * 24 * 30 where title = 'Last Call'`);
  recover();
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByRole('heading', { name: 'Last Call' }).waitFor();
  await page.goto('/notifications');
  await page.getByText('Your answer was refused: Last Call').waitFor();
  await page.getByText('Sign-up is closed. Ask the event’s leader.').waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  expect(await answersOf('Tollen')).toEqual([]);
});

test('the introduction fetches by itself, and says why it has no characters to show', async () => {
  const empty = await openPage(stage, { path: '/', refusals: true });
  await empty.locator('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(empty, 'Vesper');
  await empty.getByRole('heading', { name: 'Bring your characters' }).waitFor();
  await empty.getByText('No characters found').waitFor();
  await empty.getByRole('button', { name: 'Read my characters again' }).waitFor();

  const recover = stage.app.simulator.faults.add({ match: ACCOUNT, fault: { kind: 'status', status: 503 } });
  const page = await openPage(stage, { path: '/login', width: 390, refusals: true });
  await signIn(page, 'Brannoc');
  await page.getByRole('alert').getByText('Battle.net is not answering').waitFor();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
  recover();
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByText(/characters are here/).waitFor();
});

test('an invitation is accepted by a fresh account with one tap after the sign-in', async () => {
  const { post } = await stage.signedIn('ysolde');
  const club = (await post('/organizations').send({ name: 'Ember Choir', type: 'community' }).expect(201)).body;
  const { body } = await post(`/organizations/${club.id}/invites`).send({}).expect(201);
  const page = await openPage(stage, { path: `/invite/${body.code}`, refusals: true });
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, 'Dagrun');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { name: 'Ember Choir' }).waitFor();
});
