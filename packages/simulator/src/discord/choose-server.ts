/** The second half of Discord's consent page for a bot: which server it is added to. */
import { type Answer, htmlAnswer } from '../answer.ts';
import { escapeHtml, page } from '../page.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import type { ChatServer } from '../world-chat.ts';
import { chatPermission } from '../world-chat-roles.ts';

type Chosen = { page: Answer } | { server: string; fields: Record<string, string> };

/**
 * Lists the servers that the account manages, the one that the address names first. With `server`, the bot is added to
 * it, with the permissions that the address names.
 */
export function chooseServer(world: World, request: SimulatorRequest, account: string): Chosen {
  const { chat } = world;
  const { query } = request;
  const wanted = query.get('guild_id');
  const managed = chat.servers
    .filter((server) => manages(world, server, account))
    .sort((a, b) => Number(b.id === wanted) - Number(a.id === wanted));
  const chosen = managed.find(({ id }) => id === query.get('server'));
  if (!chosen) return { page: htmlAnswer(200, chooser(request, managed)) };
  chat.setBot(chosen.id, true);
  const permissions = /^\d{1,20}$/.test(query.get('permissions') ?? '') ? BigInt(query.get('permissions') ?? 0) : 0n;
  for (const role of chosen.roles) if (chosen.botRoles.includes(role.id)) role.permissions |= permissions;
  return { server: chosen.id, fields: { guild_id: chosen.id, permissions: permissions.toString() } };
}

function manages({ discordAccounts }: World, server: ChatServer, account: string): boolean {
  const userId = discordAccounts.find(({ key }) => key === account)?.id ?? '';
  if (server.ownerId === userId) return true;
  const held = server.roles.filter(({ id }) => server.members.get(userId)?.roles.includes(id));
  return held.some(
    ({ permissions }) => (permissions & (chatPermission.manageServer | chatPermission.administrator)) !== 0n,
  );
}

function chooser(request: SimulatorRequest, servers: readonly ChatServer[]): string {
  const link = (name: string, value: string) => {
    const query = new URLSearchParams(request.query);
    query.set(name, value);
    return escapeHtml(`${request.path}?${query}`);
  };
  const cards = servers.map(
    ({ id, name, hasBot }) =>
      `<li><a class="card" href="${link('server', id)}"><strong>${escapeHtml(name)}</strong>` +
      `<small>${hasBot ? 'The bot is in it already' : 'Without the bot'}</small></a></li>`,
  );
  return page({
    title: 'Discord (simulated)',
    lead: servers.length > 0 ? 'Choose the server to which the bot is added.' : 'This account manages no server.',
    accent: '#5865f2',
    body: `<ul>${cards.join('')}</ul><a class="cancel" href="${link('cancel', '1')}">Cancel</a>`,
  });
}
