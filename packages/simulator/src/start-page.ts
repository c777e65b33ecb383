import { type Answer, htmlAnswer } from './answer.ts';
import { escapeHtml, page } from './page.ts';
import { droptimizerId, ODD_REPORTS, upgradeReportId } from './sims/api.ts';
import type { World } from './world.ts';

function list(rows: readonly { title: string; note: string; detail: string }[]): string {
  const items = rows.map(
    ({ title, note, detail }) =>
      `<li class="card"><strong>${escapeHtml(title)}</strong> · ${escapeHtml(note)}` +
      `<small>${escapeHtml(detail)}</small></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

/** `GET /`: explains the simulator and lists its platforms and the accounts of its world. */
export function startPage(origin: string, world: World): Answer {
  const addresses = [
    ['Battle.net sign-in', `${origin}/battlenet/oauth`],
    ['Battle.net API', `${origin}/battlenet/api/{region}`],
    ['Discord API', `${origin}/discord/api/v10`],
    ['Discord channels', `${origin}/discord/channels`],
    ['Image moderation', `${origin}/moderation`],
    ['Raid-Helper', `${origin}/raid-helper`],
    ['wowaudit', `${origin}/wowaudit`],
    ['Raidbots', `${origin}/raidbots`],
    ['QE Live', `${origin}/qe-live`],
    ['Warcraft Logs', `${origin}/warcraft-logs/{host}`],
    ['Control', `${origin}/control/{faults|world|requests|expire-tokens}`],
  ];
  const body = [
    '<h2>Addresses</h2><ul>',
    ...addresses.map(
      ([name = '', address = '']) => `<li>${escapeHtml(name)}: <code>${escapeHtml(address)}</code></li>`,
    ),
    '</ul><h2>Guilds</h2>',
    list(
      world.guilds.map((guild) => ({
        title: guild.name,
        note: `${world.members(guild).length} members`,
        detail: `us · ${guild.realm.slug} · ${guild.slug}`,
      })),
    ),
    '<h2>Events on Raid-Helper</h2>',
    list(
      world.guilds.flatMap((guild) =>
        world.evenings(guild).map(({ id, title, startsAt, answers }) => ({
          title,
          note: `${answers.length} answers`,
          detail: `https://raid-helper.dev/event/${id} · ${new Date(startsAt).toISOString()}`,
        })),
      ),
    ),
    '<h2>Sims</h2>',
    list(
      world.accounts.flatMap(({ battletag, characters }) =>
        characters
          .filter(({ realm, level }) => realm.gameVersion === 'retail' && level >= 70)
          .map((character) => ({
            title: character.name,
            note: battletag,
            detail: `https://www.raidbots.com/simbot/report/${droptimizerId(character, 'heroic')} · https://questionablyepic.com/live/upgradereport/${upgradeReportId(character)}`,
          })),
      ),
    ),
    '<h2>Odd sims</h2>',
    list(
      [
        { title: 'A sim of another type', id: ODD_REPORTS.anotherType },
        { title: 'A sim whose error is above 1 %', id: ODD_REPORTS.inexact },
        { title: 'A report of more than 5 MB', id: ODD_REPORTS.huge },
      ].map(({ title, id }) => ({
        ...{ title, note: world.accounts[0]?.characters[0]?.name ?? '' },
        detail: `https://www.raidbots.com/simbot/report/${id}`,
      })),
    ),
    '<h2>Battle.net accounts</h2>',
    list(
      world.accounts.map(({ key, battletag, label, description }) => ({
        title: battletag,
        note: label,
        detail: `account=${key} · ${description}`,
      })),
    ),
    '<h2>Discord accounts</h2>',
    list(
      world.discordAccounts.map(({ key, username, label, description }) => ({
        title: username,
        note: label,
        detail: `account=${key} · ${description}`,
      })),
    ),
    '<h2>Discord servers</h2>',
    list(
      world.chat.servers.map(({ id, name, hasBot, channels }) => ({
        title: name,
        note: hasBot ? id : `${id}, without the bot`,
        detail: channels
          .map((channel) => `#${channel.name} ${channel.id} (permissions of the bot: ${channel.botPermissions})`)
          .join(' · '),
      })),
    ),
  ];
  return htmlAnswer(
    200,
    page({
      title: 'The platforms on your desk',
      lead: 'A simulator of Battle.net, Discord and other guild tools with an invented world. Nothing here is real, nothing leaves this machine.',
      accent: '#2f5d50',
      body: body.join(''),
    }),
  );
}
