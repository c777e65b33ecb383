/** Wishes on Discord: sims read by a link, and items in one's own order. */
import type { WishesView } from '@guildhall/contracts/wish.ts';
import { simLink } from '@guildhall/guild-tools/sim-client.ts';
import type { Seen } from '@guildhall/simulator/discord/interactions.ts';
import { droptimizerId } from '@guildhall/simulator/sims/api.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import { appWithoutEnrichment } from '../../../test/character.ts';
import { connectServer, linkAccount } from '../../../test/discord.ts';
import { done, eventGuild } from '../../../test/events.ts';
import { bringIn, type TestGuild } from '../../../test/guild.ts';
import { syncJournal } from '../../../test/journal.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { registerCommands } from './commands.ts';

const [BLADE, HELM] = [90_019_346, 90_016_963];

let app: TestApp;
let guild: TestGuild;
let call: Call;
let userId: string;
beforeAll(async () => {
  app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [20] }) });
  await syncJournal(app);
  const made = await bringIn(app, 'ysolde');
  guild = made.guild;
  call = callerOf(app, made.client.token);
  const [member] = await app.ctx.sql<{ userId: string }>(
    'select user_id as "userId" from current_member where organization_id = $1',
    [guild.id],
  );
  userId = member?.userId ?? '';
  await connectServer(app, guild.id, userId);
  await linkAccount(app, { userId }, 'ysolde');
  await app.ctx.sql(
    `insert into item (game_version, id, names, wanted_at) values
       ('retail', $1, '{"en_US": "Odd Blade"}', now()), ('retail', $2, '{"en_US": "Odd Helm"}', now())`,
    [BLADE, HELM],
  );
  await registerCommands(app.config, { checkOnly: false });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.simulator.faults.clear();
  for (const table of ['sim_report', 'wish', 'rate_limit']) await app.ctx.sql(`delete from ${table}`);
});

type People = TestApp['simulator']['discord'];
const command: People['command'] = (...input) => app.simulator.discord.command(...input);
const complete: People['autocomplete'] = (...input) => app.simulator.discord.autocomplete(...input);
const choose: People['choose'] = (...input) => app.simulator.discord.choose(...input);
const mine = () => done<WishesView>(call('GET', `/organizations/${guild.id}/wishes/mine`));
const named = async () => (await mine()).named.map(({ itemId, track }) => [itemId, track]);
const selectOf = ({ components }: Seen) => components[0]?.components?.[0];
const linkOf = (name: string) =>
  simLink({ tool: 'raidbots', id: droptimizerId(app.simulator.world.character('highmere', name), 'heroic') });

test('a sim is read by its link as the page reads it, and told boss by boss to the asker alone', async () => {
  const seen = await command('ysolde', 'sim', { link: linkOf('Ysolde') });
  expect(seen).toMatchObject({ kind: 'message', ephemeral: true });
  const { reports, wishes } = await mine();
  expect(reports).toHaveLength(1);
  const [first, second] = seen.content.split('\n');
  expect(first).toMatch(new RegExp(`^\\*\\*Ysolde\\*\\* · ${reports[0]?.spec.name} · heroic$`));
  expect(second).toBe(`${reports[0]?.items} drops read.`);
  const best = wishes.toSorted((one, other) => (other.percent ?? 0) - (one.percent ?? 0))[0];
  const line = seen.content.split('\n').find((each) => each.startsWith(`**${best?.boss?.name}**: `));
  expect(line).toContain(`${best?.item.name} ${best?.itemLevel} +${Math.round((best?.percent ?? 0) * 10) / 10} %`);
  expect(seen.content).not.toContain('-');
});

test('a sim that takes long is promised, and one that cannot be read says why', async () => {
  app.simulator.faults.add({ match: '/raidbots/*', fault: { kind: 'latency', ms: 2_500 } });
  const slow = await command('ysolde', 'sim', { link: linkOf('Ysolde') });
  expect(slow.kind).toBe('thinking');
  await expect.poll(() => app.simulator.discord.seen(slow.id).content, { timeout: 10_000 }).toContain('drops read');
  app.simulator.faults.clear();

  const refused = async (link: string) => (await command('ysolde', 'sim', { link }, { locale: 'en-US' })).content;
  expect(await refused('https://evil.example/simbot/report/jk6WmLFEnBpEqWueDkyRqA')).toContain('no link to a report');
  expect(await refused('https://www.raidbots.com/simbot/report/aaaaaaaaaaaaaaaaaaaaaa')).toContain('no such report');
  expect((await mine()).reports).toHaveLength(1);
});

test('an item is wished for at a place of one’s own order, told to the asker alone, and removed again', async () => {
  const none = await command('ysolde', 'wish');
  expect(none).toMatchObject({ kind: 'message', ephemeral: true });
  expect(none.content).toContain('You have named no items yet');
  expect((await complete('ysolde', 'wish', 'item', { item: 'odd' })).choices).toEqual([
    { name: 'Odd Helm', value: String(HELM) },
    { name: 'Odd Blade', value: String(BLADE) },
  ]);
  await command('ysolde', 'wish', { item: String(BLADE) });
  await command('ysolde', 'wish', { item: String(HELM), difficulty: 'heroic', place: '1' });
  expect(await named()).toEqual([
    [HELM, 'heroic'],
    [BLADE, 'any'],
  ]);
  const seen = await command('ysolde', 'wish', { item: String(BLADE), place: '1' }, { locale: 'de' });
  expect(seen).toMatchObject({ kind: 'message', ephemeral: true });
  expect(seen.content).toContain('1. **Odd Blade** · jede Schwierigkeit\n2. **Odd Helm** · heroisch');
  // Named again without a place, an item stays where it is.
  await command('ysolde', 'wish', { item: String(BLADE) });
  expect(await named()).toEqual([
    [BLADE, 'any'],
    [HELM, 'heroic'],
  ]);

  const asked = await command('ysolde', 'wish', { item: 'odd', difficulty: 'mythic', place: '2' });
  expect(asked).toMatchObject({ ephemeral: true, content: 'Which item do you mean?' });
  const chosen = await choose('ysolde', selectOf(asked)?.custom_id ?? '', [String(HELM)]);
  expect(chosen.content).toContain('2. **Odd Helm** · mythic');
  await choose('ysolde', selectOf(chosen)?.custom_id ?? '', [`${HELM} mythic`]);
  expect(await named()).toEqual([
    [BLADE, 'any'],
    [HELM, 'heroic'],
  ]);
});

test('D-10: wishes are those of the person who presses, in a guild of the server, and of its members alone', async () => {
  const foreign = await eventGuild(app, 0);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [foreign.id, userId]);
  const ids = [customId.wish(foreign.id, 'any', null), customId.unwish(foreign.id)];
  for (const id of ids) expect((await choose('ysolde', id, [String(BLADE)])).content).toContain('isn’t connected');
  const byCommand = await command('ysolde', 'wish', { guild: foreign.id, item: String(BLADE) });
  expect(byCommand.content).toContain('isn’t connected');

  await linkAccount(app, foreign.officer, 'osric');
  const own = customId.wish(guild.id, 'any', null);
  for (const seen of [
    await choose('osric', own, [String(BLADE)]),
    await command('osric', 'wish', { item: String(BLADE) }),
    await command('osric', 'sim', { link: linkOf('Ysolde') }),
  ]) {
    expect(seen.kind).toBe('message');
    expect(seen.content).not.toMatch(/Odd|drops/);
  }
  app.simulator.world.chat.join('lantern', 'wrenna');
  for (const seen of [await choose('wrenna', own, [String(BLADE)]), await command('wrenna', 'sim', { link: 'x' })]) {
    expect(seen.content).toContain('doesn’t know who you are');
  }
  for (const value of ['-1', 'NaN', '', '1e99']) await choose('ysolde', own, [value]);
  await choose('ysolde', own.replace('any', 'anything'), [String(BLADE)]);
  await choose('ysolde', own.replace('g1|', 'g0|'), [String(BLADE)]);
  expect(await app.ctx.sql('select from wish')).toEqual([]);
  expect(await app.ctx.sql('select from sim_report')).toEqual([]);
});

test('no two items of one name read alike in the select that removes them', async () => {
  const rename = (name: string) =>
    app.ctx.sql(`update item set names = jsonb_build_object('en_US', $2::text) where id = $1`, [HELM, name]);
  await rename('Odd Blade');
  await command('ysolde', 'wish', { item: String(BLADE), difficulty: 'heroic' });
  await command('ysolde', 'wish', { item: String(BLADE), difficulty: 'mythic' });
  await command('ysolde', 'wish', { item: String(HELM), difficulty: 'heroic' });
  const labels = selectOf(await command('ysolde', 'wish'))?.options?.map(({ label }) => label) ?? [];
  expect(labels).toHaveLength(3);
  expect(new Set(labels).size).toBe(3);
  await rename('Odd Helm');
});
