import { type Answer, htmlAnswer } from '../answer.ts';
import { escapeHtml, page } from '../page.ts';
import type { World } from '../world.ts';
import type { ChatChannel } from '../world-chat.ts';
import type { ChatMessage, MessageButton, MessageSelect } from '../world-messages.ts';
import type { Command } from './commands.ts';
import type { Component } from './components.ts';
import type { Seen } from './interactions.ts';

/** `as` is the key of the acting person; `answer` is the service's last answer to them. */
export type ChannelsView = {
  world: World;
  commands: readonly Command[];
  as: string;
  answer: { seen: Seen; channel: string } | { problem: string; channel: string } | null;
};

/** `GET /discord/channels`: every channel with its messages, roughly as Discord shows them, and with working buttons. */
export function channelsPage(view: ChannelsView): Answer {
  const { chat, discordAccounts } = view.world;
  const people = discordAccounts.map(({ key, username }) =>
    key === view.as
      ? `<strong>${escapeHtml(username)}</strong>`
      : `<a href="?as=${encodeURIComponent(key)}">${escapeHtml(username)}</a>`,
  );
  const servers = chat.servers.map(({ name, channels, hasBot }) => {
    const shown = channels.map((channel) => channelSection(view, channel, chat.messages(channel.id)));
    return `<h2>${escapeHtml(name)}${hasBot ? '' : ', without the bot'}</h2>${shown.join('')}`;
  });
  return htmlAnswer(
    200,
    page({
      title: 'Discord (simulated)',
      lead: 'The channels and their messages. Press, choose and type as any account; reload the page to see what changed.',
      accent: '#5865f2',
      body: `<p>You are ${people.join(' · ')}</p>${servers.join('')}`,
    }),
  );
}

function channelSection(view: ChannelsView, { id, name }: ChatChannel, messages: ChatMessage[]): string {
  const { answer, commands } = view;
  const shown = messages.map((message) => `<li class="card">${messageHtml(message, { view, channel: id })}</li>`);
  const own = answer?.channel === id ? `<li class="card" id="answer">${answerHtml(view, answer)}</li>` : '';
  const names = commands.map((command) => `/${command.name}`).join(' ');
  const type = form(
    { view, channel: id },
    {},
    `<input name="command" placeholder="/event name:Raid" aria-label="Command" title="${escapeHtml(names)}" size="40">
     <button>Send</button>`,
  );
  return `<h3 id="${id}">#${escapeHtml(name)}</h3><ul>${shown.join('') || '<li><small>No messages</small></li>'}${own}</ul>${type}`;
}

type Place = { view: ChannelsView; channel: string; message?: string };

/** One action: `fields` identify it, `inner` has the button and the inputs. */
function form({ view, channel, message = '' }: Place, fields: Record<string, string>, inner: string): string {
  const hidden = Object.entries({ as: view.as, channel, message, ...fields }).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="/discord/channels" style="display: inline">${hidden.join('')}${inner}</form>`;
}

function answerHtml(view: ChannelsView, answer: NonNullable<ChannelsView['answer']>): string {
  const place = { view, channel: answer.channel };
  const only = '<small>Only you see this</small>';
  if ('problem' in answer) return `${only}<p>${escapeHtml(answer.problem)}</p>`;
  const { kind, content, embeds, components, title, problem, id } = answer.seen;
  if (kind === 'failed') return `${only}<p>This interaction failed. ${escapeHtml(problem ?? '')}</p>`;
  if (kind === 'thinking') return `${only}<p>Guildhall is thinking …</p>`;
  if (kind === 'modal') {
    const fields = components.map(({ label = '', component }) => fieldHtml(label, component));
    return `${only}<p><strong>${escapeHtml(title)}</strong></p>${form(place, { form: id }, `${fields.join('')}<button>Send</button>`)}`;
  }
  const shown = embeds.map(
    (embed) => `<p><strong>${escapeHtml(embed.title ?? '')}</strong><br>${markup(embed.description ?? '')}</p>`,
  );
  return `${only}<p>${markup(content)}</p>${shown.join('')}${rowsHtml(components, place)}`;
}

function fieldHtml(label: string, component: Component | undefined): string {
  const name = `name="field:${escapeHtml(component?.custom_id ?? '')}"`;
  const input = component?.options
    ? `<select ${name}>${component.options.map(optionHtml).join('')}</select>`
    : `<input ${name} value="${escapeHtml(component?.value ?? '')}">`;
  return `<p><label>${escapeHtml(label)} ${input}</label></p>`;
}

const optionHtml = ({
  label,
  value,
  default: isChosen,
}: {
  label: string;
  value: string;
  default?: boolean | undefined;
}) => `<option value="${escapeHtml(value)}"${isChosen ? ' selected' : ''}>${escapeHtml(label)}</option>`;

function messageHtml({ id, content, embeds, components, createdAt, edits }: ChatMessage, place: Place): string {
  const embedHtml = embeds.map(({ title = '', description = '', fields = [], footer }) =>
    [
      `<p><strong>${markup(title)}</strong><br>${markup(description)}</p>`,
      ...fields.map(({ name, value }) => `<p><strong>${escapeHtml(name)}</strong><br>${markup(value)}</p>`),
      footer ? `<small>${escapeHtml(footer.text)}</small>` : '',
    ].join(''),
  );
  const times = `${new Date(createdAt).toISOString()}${edits.length > 0 ? `, edited ${edits.length} times` : ''}`;
  return `<small>${times}</small><p>${escapeHtml(content)}</p>${embedHtml.join('')}${rowsHtml(components, { ...place, message: id })}`;
}

type Row = { components?: readonly (MessageButton | MessageSelect | Component)[] };

const rowsHtml = (rows: readonly Row[], place: Place) =>
  rows.map(({ components = [] }) => `<p>${components.map((one) => componentHtml(one, place)).join(' ')}</p>`).join('');

function componentHtml(component: MessageButton | MessageSelect | Component, place: Place): string {
  const customId = component.custom_id ?? '';
  if ('options' in component && component.options) {
    const options = component.options.map(optionHtml).join('');
    return form(place, { choose: customId }, `<select name="value">${options}</select> <button>Choose</button>`);
  }
  const label = escapeHtml(('label' in component ? component.label : '') ?? '');
  if ('url' in component && component.url) return `<a href="${escapeHtml(component.url)}">${label}</a>`;
  if ('disabled' in component && component.disabled) return `<button disabled>${label}</button>`;
  return form(place, { press: customId }, `<button title="${escapeHtml(customId)}">${label}</button>`);
}

/** Renders times, bold text, escapes and line breaks of Discord's Markdown; the rest stays as written. */
function markup(text: string): string {
  return escapeHtml(text)
    .replace(/&lt;t:(\d+)(?::\w)?&gt;/g, (_, seconds) => new Date(Number(seconds) * 1_000).toUTCString())
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\\([^\w\s])/g, '$1')
    .replaceAll('\n', '<br>');
}
