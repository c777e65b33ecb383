/** The page of the channels, whose forms send the interactions that people trigger on Discord. */
import { type Answer, redirectAnswer } from '../answer.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import { WorldRefusal } from '../world-refusal.ts';
import { channelsPage } from './channels-page.ts';
import type { createCommands } from './commands.ts';
import type { Interactions, Seen } from './interactions.ts';

type Parts = { world: World; commands: ReturnType<typeof createCommands>; interactions: Interactions };

/**
 * `GET` shows the page, with the last answer to its person; `POST` performs the action of a form, and redirects back.
 */
export async function answerChannels(request: SimulatorRequest, parts: Parts): Promise<Answer> {
  if (request.method === 'POST') return act(parts, new URLSearchParams((await request.body(64 * 1024)) ?? ''));
  const { world, commands, interactions } = parts;
  const { query } = request;
  const as = query.get('as') ?? world.discordAccounts[0]?.key ?? '';
  const channel = query.get('channel') ?? '';
  const [seen, problem] = [query.get('seen'), query.get('problem')];
  const answer = seen ? { seen: interactions.seen(seen), channel } : problem ? { problem, channel } : null;
  return channelsPage({ world, commands: commands.list(), as, answer });
}

async function act(parts: Parts, form: URLSearchParams): Promise<Answer> {
  const [as, channel] = [form.get('as') ?? '', form.get('channel') ?? ''];
  const back = new URLSearchParams({ as, channel });
  try {
    back.set('seen', (await perform(parts, form, { as, channel })).id);
  } catch (error) {
    if (!(error instanceof WorldRefusal)) throw error;
    back.set('problem', error.message);
  }
  return redirectAnswer(`/discord/channels?${back}#answer`);
}

function perform(
  { world, interactions }: Parts,
  form: URLSearchParams,
  at: { as: string; channel: string },
): Promise<Seen> {
  const server = world.chat.servers.find(({ channels }) => channels.some(({ id }) => id === at.channel));
  if (!server) throw new WorldRefusal('missing', 'There is no such channel');
  world.chat.join(server.key, at.as);
  const message = form.get('message');
  const where = { server: server.id, channel: at.channel, ...(message ? { message } : {}) };
  const [press, choose, sent] = [form.get('press'), form.get('choose'), form.get('form')];
  if (press) return interactions.press(at.as, press, where);
  if (choose) return interactions.choose(at.as, choose, form.getAll('value'), where);
  if (sent) {
    const fields = [...form].flatMap(([name, value]) => (name.startsWith('field:') ? [[name.slice(6), value]] : []));
    return interactions.submit(at.as, interactions.seen(sent), Object.fromEntries(fields), where);
  }
  const { name, options } = commandOf(form.get('command') ?? '');
  return interactions.command(at.as, name, options, where);
}

/** `/absence from:2026-12-24 note:With my family` */
function commandOf(text: string): { name: string; options: Record<string, string> } {
  const [, name = '', rest = ''] = /^\/?(\S*)\s*(.*)$/s.exec(text.trim()) ?? [];
  const given = [...rest.matchAll(/(\w+):\s*(.*?)(?=\s+\w+:|$)/gs)];
  return { name, options: Object.fromEntries(given.map(([, option = '', value = '']) => [option, value])) };
}
