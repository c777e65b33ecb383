import { type Answer, htmlAnswer } from '../answer.ts';
import { escapeHtml, page } from '../page.ts';
import type { World } from '../world.ts';
import type { ChatChannel } from '../world-chat.ts';
import type { ChatMessage, MessageButton, MessageSelect } from '../world-messages.ts';

/** `GET /discord/channels`: every channel with its messages, roughly as Discord shows them. */
export function channelsPage({ chat }: World): Answer {
  const servers = chat.servers.map(({ name, channels, hasBot }) => {
    const shown = channels.map((channel) => channelSection(channel, chat.messages(channel.id)));
    return `<h2>${escapeHtml(name)}${hasBot ? '' : ', without the bot'}</h2>${shown.join('')}`;
  });
  return htmlAnswer(
    200,
    page({
      title: 'Discord (simulated)',
      lead: 'The channels and their messages. Reload the page to see what changed.',
      accent: '#5865f2',
      body: servers.join(''),
    }),
  );
}

function channelSection({ id, name }: ChatChannel, messages: ChatMessage[]): string {
  const shown = messages.map((message) => `<li class="card">${messageHtml(message)}</li>`).join('');
  return `<h3 id="${id}">#${escapeHtml(name)}</h3><ul>${shown || '<li><small>No messages</small></li>'}</ul>`;
}

function messageHtml({ content, embeds, components, createdAt, edits }: ChatMessage): string {
  const embedHtml = embeds.map(({ title = '', description = '', fields = [], footer }) =>
    [
      `<p><strong>${escapeHtml(title)}</strong><br>${markup(description)}</p>`,
      ...fields.map(({ name, value }) => `<p><strong>${escapeHtml(name)}</strong><br>${markup(value)}</p>`),
      footer ? `<small>${escapeHtml(footer.text)}</small>` : '',
    ].join(''),
  );
  const rows = components.map((row) => `<p>${row.components.map(componentHtml).join(' ')}</p>`);
  const times = `${new Date(createdAt).toISOString()}${edits.length > 0 ? `, edited ${edits.length} times` : ''}`;
  return `<small>${times}</small><p>${escapeHtml(content)}</p>${embedHtml.join('')}${rows.join('')}`;
}

function componentHtml(component: MessageButton | MessageSelect): string {
  if (component.type === 3) {
    const options = component.options.map(({ label }) => `<option>${escapeHtml(label)}</option>`);
    return `<select disabled>${options.join('')}</select>`;
  }
  const label = escapeHtml(component.label ?? '');
  if (component.url !== undefined) return `<a href="${escapeHtml(component.url)}">${label}</a>`;
  return `<button disabled title="${escapeHtml(component.custom_id ?? '')}">${label}</button>`;
}

/** Times, escapes and line breaks of Discord's Markdown; the rest stays as it was written. */
function markup(text: string): string {
  return escapeHtml(text)
    .replace(/&lt;t:(\d+)(?::\w)?&gt;/g, (_, seconds) => new Date(Number(seconds) * 1_000).toUTCString())
    .replace(/\\([^\w\s])/g, '$1')
    .replaceAll('\n', '<br>');
}
