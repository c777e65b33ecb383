import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import type { TestGuild } from '../../server/test/guild.ts';
import { expectAccessible, expectFits, openPage, openStage, type Stage } from './stage.ts';

const CLUB = 'the-emberforge';

let stage: Stage;
let guild: TestGuild;
let writer: string;
let kessaId: string;
beforeAll(async () => {
  stage = await openStage({ world: createWorld({ guildSizes: [30] }) });
  guild = await stage.guildOf('ysolde');
  await stage.guildOf('kessa');
  kessaId = String((await ask('kessa', 'GET', '/auth/me')).body.id);
  const role = { name: 'Writer', permissions: ['canManageContent', 'canViewRoster'] };
  writer = String((await ask('ysolde', 'POST', `/organizations/${guild.id}/roles`, role)).body.id);
  await ask('ysolde', 'POST', '/organizations', { name: 'The Emberforge', type: 'community', alias: CLUB });
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

async function ask(as: string, ...call: Parameters<ReturnType<typeof callerOf>>) {
  const { token } = await stage.signedIn(as);
  const answer = await callerOf(stage.app, token)(...call);
  expect(answer.status).toBeLessThan(300);
  return answer;
}
const open = (as: string, path: string, options: Partial<Parameters<typeof openPage>[1]> = {}) =>
  openPage(stage, { as, path: path.startsWith('/') ? path : `/g/${guild.alias}/${path}`, ...options });
const setWriter = (...permissions: string[]) =>
  ask('ysolde', 'PUT', `/organizations/${guild.id}/roles/${writer}/permissions`, { permissions });
const allowed = async () => {
  const [row] = await stage.app.ctx.sql<{ permissions: string[] }>('select permissions from role where id = $1', [
    writer,
  ]);
  return row?.permissions.toSorted();
};

test('an officer finds a member by name and gives them a role', async () => {
  const page = await open('ysolde', 'members');
  await page.getByText('2 of 2').waitFor();
  await page.getByLabel('Search members and characters').fill('kess');
  await page.getByText('1 of 2').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('kess');
  await page.getByRole('button', { name: /^Actions for Kess/ }).click();
  await page.getByRole('menuitem', { name: 'Change roles' }).click();
  const box = page.getByRole('checkbox', { name: 'Writer' });
  await box.click();
  await expect.poll(() => box.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('listitem').getByText('Writer').waitFor();
  const held = await stage.app.ctx.sql('select from role_holder where role_id = $1 and user_id = $2', [
    writer,
    kessaId,
  ]);
  expect(held).toHaveLength(1);
});

test('a Turkish browser finds members whatever the case and the accents of what is typed', async () => {
  const { sql } = stage.app.ctx;
  const [kessa] = await sql<{ name: string }>('select display_name as name from app_user where id = $1', [kessaId]);
  const rename = (name?: string) => sql('update app_user set display_name = $2 where id = $1', [kessaId, name]);
  onTestFinished(async () => void (await rename(kessa?.name)));
  await rename('Łukasz Illidan');
  const page = await open('ysolde', 'members', { locale: 'tr-TR' });
  for (const typed of ['illidan', 'ILLIDAN', 'lukasz']) {
    await page.getByLabel('Search members and characters').fill(typed);
    await page.getByText('1 of 2').waitFor();
    await page.getByLabel('Search members and characters').fill('');
    await page.getByText('2 of 2').waitFor();
  }
});

test('the page shows who gains and who loses rights before it saves them', async () => {
  await setWriter('canManageContent', 'canViewRoster');
  const page = await open('ysolde', 'roles');
  await page.getByRole('checkbox', { name: 'Writer: Events' }).click();
  await page.getByRole('checkbox', { name: 'Writer: News and texts' }).click();
  await page.getByText('1 role changed').waitFor();
  // The permissions that the founder role keeps cannot be unticked.
  expect(await page.getByRole('checkbox', { name: 'Guild Master: Roles' }).first().isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Who gains, who loses' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('+ Events').waitFor();
  await dialog.getByText('− News and texts').waitFor();
  await dialog.getByText('1 gains').waitFor();
  expect(await allowed()).toEqual(['canManageContent', 'canViewRoster']);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The new rights apply now.').waitFor();
  expect(await allowed()).toEqual(['canManageEvents', 'canViewRoster']);
});

test('two people who change a role see each other’s change, and both changes survive', async () => {
  await setWriter('canViewRoster');
  const page = await open('ysolde', 'roles', { live: false, refusals: true });
  await page.getByRole('checkbox', { name: 'Writer: News and texts' }).click();
  await page.getByRole('button', { name: 'Who gains, who loses' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('+ News and texts').waitFor();
  // Another officer, meanwhile.
  await setWriter('canViewRoster', 'canInviteMembers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Another officer has changed a role in the meantime.').waitFor();
  expect(await allowed()).toEqual(['canInviteMembers', 'canViewRoster']);
  await page.keyboard.press('Escape');
  await page.getByText('Another officer has changed roles in the meantime.').waitFor();
  await page.getByText('+ Invites').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Writer: Invites' }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Writer: News and texts' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Who gains, who loses' }).click();
  await dialog.getByText('+ News and texts').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The new rights apply now.').waitFor();
  expect(await allowed()).toEqual(['canInviteMembers', 'canManageContent', 'canViewRoster']);
});

test('roles are created, renamed and deleted, but one that a member holds cannot be deleted', async () => {
  const page = await open('ysolde', 'roles', { refusals: true });
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Raid lead');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Actions for the role Raid lead' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('writer');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Raid leader');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: 'Actions for the role Raid leader' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('rowheader', { name: /^Raid leader/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Actions for the role Writer' }).click();
  expect(await page.getByRole('menuitem', { name: /^Delete/ }).getAttribute('aria-disabled')).toBe('true');
});

test('members without the right see the rights but cannot change them', async () => {
  await setWriter('canViewRoster');
  const page = await open('kessa', 'roles');
  await page.getByRole('rowheader', { name: /^Writer/ }).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'New role' }).count()).toBe(0);
  const outsider = await open('vesper', 'members', { refusals: true });
  await outsider.getByRole('alert').filter({ hasText: 'You don’t have access' }).waitFor();
  const audit = await open('kessa', 'audit', { refusals: true });
  await audit.getByRole('alert').filter({ hasText: 'You don’t have access' }).waitFor();
});

test('people join through an invite that says where it leads, after they sign in', async () => {
  const founder = await open('ysolde', `/g/${CLUB}/invites`);
  await founder.getByText('No open invites').waitFor();
  await founder.getByRole('button', { name: 'New invite' }).click();
  await founder.getByLabel('For how many players').fill('1');
  await founder.getByRole('button', { name: 'Create link' }).click();
  const address = await founder.getByLabel('Address').inputValue();
  expect(address).toContain('/invite/');
  for (const _ of [1, 2, 3]) await founder.keyboard.press('Escape');
  await founder.mouse.click(5, 5);
  await founder.getByRole('button', { name: 'Done' }).click();
  await founder.getByText('Used 0 of 1').waitFor();

  const stranger = await openPage(stage, { path: new URL(address).pathname });
  await stranger.getByRole('heading', { name: 'The Emberforge' }).waitFor();
  await stranger.getByText('Ysolde invites you to').waitFor();
  await expectAccessible(stranger);
  await stranger.getByRole('link', { name: 'Sign in to join' }).click();
  await expect.poll(() => new URL(stranger.url()).searchParams.get('redirect')).toBe(new URL(address).pathname);

  const vesper = await openPage(stage, { as: 'vesper', path: new URL(address).pathname });
  await vesper.getByRole('button', { name: 'Join' }).click();
  await expect.poll(() => new URL(vesper.url()).pathname).toBe(`/g/${CLUB}`);
  const late = await openPage(stage, { as: 'kessa', path: new URL(address).pathname, refusals: true });
  await late.getByRole('alert').waitFor();

  await founder.goto(`/g/${CLUB}/members`);
  await founder.getByText('2 of 2').waitFor();
  await founder.getByRole('button', { name: /^Actions for Vesper/ }).click();
  await founder.getByRole('menuitem', { name: 'Remove' }).click();
  await founder.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await founder.getByText('1 of 1').waitFor();
});

test('the heads of the rights stay in view while the roles scroll', async () => {
  for (const width of [390, 1280] as const) {
    const page = await open('ysolde', 'roles', { width });
    await page.setViewportSize({ width, height: 500 });
    const box = page.getByRole('region', { name: /^Roles and rights/ });
    const head = box.getByRole('columnheader', { name: 'Role', exact: true });
    const last = box.getByRole('rowheader').last();
    await last.scrollIntoViewIfNeeded();
    await box.evaluate((element) => element.scrollTo(element.scrollWidth, element.scrollHeight));
    const [around, top, left] = await Promise.all([box.boundingBox(), head.boundingBox(), last.boundingBox()]);
    expect(await box.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    expect([top?.x, top?.y, left?.x]).toEqual([around?.x, around?.y, around?.x]);
    await expectFits(page);
  }
});

test('a community is handed over only after a question, by its roles and by its settings', async () => {
  const alias = 'handed-over';
  const { body: club } = await ask('ysolde', 'POST', '/organizations', {
    name: 'Handed Over',
    type: 'community',
    alias,
  });
  const { body: invite } = await ask('ysolde', 'POST', `/organizations/${club.id}/invites`, {});
  await ask('kessa', 'POST', `/invites/${invite.code}/accept`);
  const masters = async () => {
    const rows = await stage.app.ctx.sql<{ userId: string }>(
      `select user_id as "userId" from role_holder h join role r on r.id = h.role_id
      where r.organization_id = $1 and r.is_founder`,
      [club.id],
    );
    return rows.map(({ userId }) => userId);
  };
  const [founder] = await masters();
  const page = await open('ysolde', `/g/${alias}/members`);
  await page.getByRole('button', { name: /^Actions for Kessaly/ }).click();
  await page.getByRole('menuitem', { name: 'Change roles' }).click();
  const master = page.getByRole('checkbox', { name: 'Guild Master' });
  await master.click();
  await page
    .getByRole('dialog', { name: 'Make Kessaly “Guild Master”?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect.poll(() => master.isChecked()).toBe(false);
  expect(await masters()).toEqual([founder]);
  await master.click();
  await page.getByRole('button', { name: 'Give the role' }).click();
  await expect.poll(() => master.isChecked()).toBe(true);
  await master.click();
  await expect.poll(masters).toEqual([founder]);

  await page.goto(`/g/${alias}/settings/danger`);
  await page.getByRole('button', { name: 'Transfer ownership' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer Handed Over?' });
  const verb = dialog.getByRole('button', { name: 'Transfer ownership' });
  expect(await verb.isDisabled()).toBe(true);
  await dialog.getByLabel('New owner').selectOption({ label: 'Kessaly' });
  await expectAccessible(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await verb.click();
  await page.getByText('Kessaly is the new owner.').waitFor();
  expect(sent.filter((one) => one.includes('members.'))).toEqual(['/trpc/members.grantRole']);
  await expect.poll(masters).toEqual([kessaId]);
  await expect.poll(() => page.getByRole('button', { name: 'Transfer ownership' }).count()).toBe(0);
});

test('the audit log says who did what, and filters by kind', async () => {
  const page = await open('ysolde', 'audit');
  await page.getByText('+ News and texts').first().waitFor();
  await page.getByLabel('Kind of entry').selectOption('role_granted');
  await expect.poll(() => new URL(page.url()).search).toBe('?action=role_granted');
  await page.getByRole('listitem').filter({ hasText: 'Role given' }).filter({ hasText: 'Writer' }).waitFor();
  await page.getByLabel('Kind of entry').selectOption('guild_gone');
  await page.getByText('Nothing has happened yet').waitFor();
});

test('roles that fail to load leave the page usable, and can be retried', async () => {
  await stage.app.ctx.sql('alter table role_holder rename to role_holder_away');
  const page = await openPage(stage, { as: 'ysolde', refusals: true });
  try {
    await page.goto(`/g/${CLUB}/members`);
    await page.getByRole('alert').first().waitFor();
  } finally {
    await stage.app.ctx.sql('alter table role_holder_away rename to role_holder');
  }
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByText('1 of 1').waitFor();
});
