/**
 * People who use the application of the service on Discord: they press buttons, choose, send forms and type commands.
 * Each interaction is signed and sent to the endpoint of the application, which has three seconds to answer.
 */
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { type Answer, jsonAnswer } from '../answer.ts';
import { discordError } from '../fault-answers.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import type { DiscordAccount } from '../world-model.ts';
import { WorldRefusal } from '../world-refusal.ts';
import { type Component, problemOf, type Shown } from './components.ts';

export const APPLICATION_ID = '410000000000000001';

const ANSWER_WITHIN_MS = 3_000;
const TOKEN_LIVES_MS = 15 * 60_000;
/** First second of 2015, from which ids count. */
const EPOCH = 1_420_070_400_000;

/** Kinds of interactions and of answers, by Discord's numbers. */
const KIND = { ping: 1, command: 2, component: 3, autocomplete: 4, modal: 5 } as const;
const EPHEMERAL = 64;
/** The kind of a channel. */
const PUBLIC_THREAD = 11;

/** How to send an interaction other than Discord would. */
export type InteractionFault = 'bad-signature' | 'stale-timestamp' | 'duplicate';

export type Where = {
  /** Key or id of a server; null for direct messages with the bot. Default `lantern`. */
  server?: string | null;
  /** Id of a channel; default the server's first. */
  channel?: string;
  /** The channel or forum above, if the channel is a thread. */
  parent?: string;
  /** Id of the message that has the button. */
  message?: string;
  /** The person's language; default `en-US`. */
  locale?: string;
  guildLocale?: string;
  fault?: InteractionFault;
  /** Fields that replace those of the interaction, for requests that Discord would not send. */
  forged?: Record<string, unknown>;
};

/** The result that the person sees. */
export type Seen = {
  id: string;
  /** `failed` is “This interaction failed”: no answer in time, or one that Discord refuses. */
  kind: 'message' | 'thinking' | 'modal' | 'choices' | 'failed';
  /** Status of the service's answer; null without one. */
  status: number | null;
  /** Why Discord refused the answer. */
  problem: string | null;
  ms: number;
  ephemeral: boolean;
  content: string;
  embeds: { title?: string; description?: string }[];
  components: Component[];
  choices: { name: string; value: string | number }[];
  /** The title of a form. */
  title: string;
  customId: string;
};

type Interaction = { token: string; sentAt: number; state: 'open' | 'answered' | 'void'; seen: Seen };

type Options = { world: World; seed: number; commands: { idOf(name: string): string | undefined } };

export type Interactions = ReturnType<typeof createInteractions>;

export function createInteractions({ world, seed, commands }: Options) {
  const key = createPrivateKey({
    key: pkcs8(createHash('sha256').update(`discord ${seed}`).digest()),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  const interactions = new Map<string, Interaction>();
  let endpoint: string | null = null;
  let count = 0n;

  const nextId = () => {
    count += 1n;
    return String((BigInt(Date.now() - EPOCH) << 22n) + (count & 0xfffn));
  };

  /** Headers that prove that a body comes from Discord. */
  function signed(body: string | Buffer, timestamp = String(Math.floor(Date.now() / 1000))): Record<string, string> {
    const signature = sign(null, Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]), key).toString('hex');
    return {
      'Content-Type': 'application/json',
      'X-Signature-Ed25519': signature,
      'X-Signature-Timestamp': timestamp,
    };
  }

  let answerWithinMs = ANSWER_WITHIN_MS;

  function post(body: string, headers: Record<string, string>, to = endpoint): Promise<Response> {
    if (to === null) throw new WorldRefusal('conflict', 'The application has no interactions endpoint');
    const signal = AbortSignal.timeout(answerWithinMs);
    return fetch(to, { method: 'POST', headers, body, signal, redirect: 'manual' });
  }

  /** Saves the address if it answers a ping, and refuses a ping that is signed wrongly. */
  async function connect(url: string): Promise<boolean> {
    const ping = JSON.stringify({ id: nextId(), application_id: APPLICATION_ID, type: KIND.ping, version: 1 });
    try {
      const right = await post(ping, signed(ping), url);
      const isPong = right.status === 200 && JSON.stringify(await right.json()) === '{"type":1}';
      const wrong = await post(ping, { ...signed(ping), 'X-Signature-Ed25519': '0'.repeat(128) }, url);
      if (!isPong || wrong.status !== 401) return false;
    } catch {
      return false;
    }
    endpoint = url;
    return true;
  }

  async function send(accountKey: string, type: number, data: object, where: Where): Promise<Seen> {
    const account = world.discordAccounts.find((entry) => entry.key === accountKey);
    if (!account) throw new WorldRefusal('missing', `There is no Discord account ${accountKey}`);
    const id = nextId();
    const token = `aW50ZXJhY3Rpb24${randomBytes(60).toString('base64url')}`;
    const interaction: Interaction = { token, sentAt: Date.now(), state: 'open', seen: nothing(id) };
    interactions.set(id, interaction);
    const document = { ...envelope(account, where), id, token, type, data, ...where.forged };
    const body = JSON.stringify(document);
    const answers = (where.fault === 'duplicate' ? [1, 2] : [1]).map(() => post(body, headersOf(body, where.fault)));
    const started = performance.now();
    const [first] = answers;
    const response = await first?.catch(() => null);
    interaction.seen.ms = Math.round(performance.now() - started);
    await Promise.allSettled(answers);
    if (!response) {
      interaction.state = 'void';
      return interaction.seen;
    }
    interaction.seen.status = response.status;
    const text = await response.text();
    if (response.status !== 200) interaction.state = 'void';
    else accept(interaction, type, text);
    return interaction.seen;
  }

  function headersOf(body: string, fault: InteractionFault | undefined): Record<string, string> {
    if (fault === 'bad-signature') return { ...signed(body), 'X-Signature-Ed25519': 'ab'.repeat(64) };
    if (fault === 'stale-timestamp') return signed(body, String(Math.floor(Date.now() / 1000) - 360));
    return signed(body);
  }

  function envelope(account: DiscordAccount, where: Where): Record<string, unknown> {
    const { server: keyOrId = 'lantern', locale = 'en-US', guildLocale = 'en-US' } = where;
    const user = {
      id: account.id,
      username: account.username,
      global_name: account.globalName,
      avatar: null,
      discriminator: '0',
      public_flags: 0,
    };
    const common = { application_id: APPLICATION_ID, version: 1, locale, entitlements: [], app_permissions: '84993' };
    const message = where.message ? { message: { id: where.message, type: 0, flags: 0 } } : {};
    if (keyOrId === null) {
      const channel = { id: where.channel ?? '430000000000000999', type: 1 };
      return { ...common, ...message, channel_id: channel.id, channel, user, context: 1 };
    }
    const server = world.chat.server(keyOrId);
    const member = server.members.get(account.id);
    if (!member) throw new WorldRefusal('conflict', `${account.key} is not in ${server.name}`);
    if (!server.hasBot) throw new WorldRefusal('conflict', `The application is not in ${server.name}`);
    const channelId = where.channel ?? server.channels[0]?.id;
    return {
      ...common,
      ...message,
      guild_id: server.id,
      guild: { id: server.id, locale: guildLocale, features: [] },
      guild_locale: guildLocale,
      channel_id: channelId,
      channel: where.parent
        ? { id: channelId, type: PUBLIC_THREAD, parent_id: where.parent, thread_metadata: { archived: false } }
        : { id: channelId, type: 0, parent_id: null },
      member: {
        user,
        nick: null,
        avatar: null,
        roles: member.roles,
        joined_at: new Date(member.joinedAt).toISOString(),
        deaf: false,
        mute: false,
        pending: member.pending,
        permissions: '1024',
        flags: 0,
      },
      context: 0,
    };
  }

  function accept(interaction: Interaction, type: number, text: string): void {
    const { seen } = interaction;
    const shown: Shown = JSON.parse(text);
    seen.problem = problemOf(shown, type);
    interaction.state = seen.problem === null ? 'answered' : 'void';
    if (seen.problem !== null) return;
    const data = shown.data ?? {};
    seen.ephemeral = ((data.flags ?? 0) & EPHEMERAL) > 0;
    seen.kind = shown.type === 5 ? 'thinking' : shown.type === 9 ? 'modal' : shown.type === 8 ? 'choices' : 'message';
    show(seen, data);
  }

  /** The rows of a form or a message whose components the person sees; fields that are not given stay. */
  function show(seen: Seen, data: NonNullable<Shown['data']>): void {
    if (data.content !== undefined) seen.content = data.content ?? '';
    if (data.embeds !== undefined) seen.embeds = data.embeds ?? [];
    if (data.components !== undefined) seen.components = data.components ?? [];
    if (data.choices !== undefined) seen.choices = data.choices;
    if (data.title !== undefined) seen.title = data.title;
    if (data.custom_id !== undefined) seen.customId = data.custom_id;
  }

  /** `POST /interactions/{id}/{token}/callback`: an answer apart from the response to the request. */
  async function callback(request: SimulatorRequest, id: string, token: string): Promise<Answer> {
    const interaction = interactions.get(id);
    if (!interaction || interaction.token !== token || interaction.state === 'void') {
      return discordError(404, 'Unknown interaction', 10_062);
    }
    if (interaction.state === 'answered') {
      return discordError(400, 'Interaction has already been acknowledged.', 40_060);
    }
    const text = await request.body(256 * 1024);
    if (text === null) return discordError(413, '413: Payload Too Large');
    accept(interaction, KIND.component, text);
    return interaction.seen.problem === null ? { status: 204, headers: {}, body: null } : invalid(interaction);
  }

  /** `PATCH /webhooks/{application}/{token}/messages/@original`. */
  async function editOriginal(request: SimulatorRequest, applicationId: string, token: string): Promise<Answer> {
    const interaction = [...interactions.values()].find((entry) => entry.token === token);
    const isOver = interaction?.state !== 'answered' || Date.now() - interaction.sentAt > TOKEN_LIVES_MS;
    if (isOver || applicationId !== APPLICATION_ID) return discordError(404, 'Unknown Webhook', 10_015);
    const { seen } = interaction;
    if (seen.kind === 'modal' || seen.kind === 'choices') return discordError(404, 'Unknown Message', 10_008);
    const text = await request.body(256 * 1024);
    if (text === null) return discordError(413, '413: Payload Too Large');
    const data: NonNullable<Shown['data']> = JSON.parse(text);
    const problem = problemOf({ type: 4, data }, KIND.component);
    if (problem !== null) return jsonAnswer(400, { message: 'Invalid Form Body', code: 50_035, errors: problem });
    seen.kind = 'message';
    show(seen, data);
    return jsonAnswer(200, {
      id: nextId(),
      type: 0,
      channel_id: '0',
      content: seen.content,
      application_id: APPLICATION_ID,
    });
  }

  return {
    applicationId: APPLICATION_ID,
    /** 64 hexadecimal digits, as the developer portal shows it. */
    publicKey,
    signed,
    connect,
    /** Saves the address without asking it, for a service that is about to start. */
    expectAt(url: string): void {
      endpoint = url;
    },
    endpoint: () => endpoint,
    /** Waits longer for answers than Discord does, for tests that keep a machine busy. */
    waitForAnswers(ms: number): void {
      answerWithinMs = ms;
    },

    /** Presses a button. */
    press: (account: string, customId: string, where: Where = {}) =>
      send(account, KIND.component, { component_type: 2, custom_id: customId, id: 1 }, where),

    /** Chooses from a select. */
    choose: (account: string, customId: string, values: string[], where: Where = {}) =>
      send(account, KIND.component, { component_type: 3, custom_id: customId, values, id: 1 }, where),

    /** Sends a form that was shown; `values` by the ids of its fields. */
    submit: (
      account: string,
      form: Pick<Seen, 'customId' | 'components'>,
      values: Record<string, string>,
      where: Where = {},
    ) => send(account, KIND.modal, { custom_id: form.customId, components: filledIn(form.components, values) }, where),

    /** Types a command. Refuses one that is not registered, as Discord does not offer it. */
    command: (account: string, name: string, options: Record<string, string | number> = {}, where: Where = {}) =>
      send(account, KIND.command, commandData(name, options), where),

    /** Types into an option with autocompletion. */
    autocomplete: (
      account: string,
      name: string,
      focused: string,
      options: Record<string, string | number> = {},
      where: Where = {},
    ) => send(account, KIND.autocomplete, commandData(name, options, focused), where),

    /** The result that the person sees so far. */
    seen(id: string): Seen {
      const interaction = interactions.get(id);
      if (!interaction) throw new WorldRefusal('missing', `There is no interaction ${id}`);
      return interaction.seen;
    },

    /** Undefined for other paths. */
    answer(request: SimulatorRequest, place: string): Promise<Answer> | undefined {
      const [kind, id = '', token = '', what, which] = place.split('/').map(decodeURIComponent);
      if (kind === 'interactions' && what === 'callback' && request.method === 'POST')
        return callback(request, id, token);
      const isOriginal = kind === 'webhooks' && what === 'messages' && which === '@original';
      return isOriginal && request.method === 'PATCH' ? editOriginal(request, id, token) : undefined;
    },
  };

  function commandData(name: string, options: Record<string, string | number>, focused?: string): object {
    const id = commands.idOf(name);
    if (id === undefined) throw new WorldRefusal('missing', `There is no command /${name}`);
    const given = Object.entries(options).map(([option, value]) => ({
      name: option,
      type: typeof value === 'number' ? 4 : 3,
      value,
      ...(option === focused ? { focused: true } : {}),
    }));
    return { id, name, type: 1, options: given };
  }
}

const nothing = (id: string): Seen => ({
  id,
  kind: 'failed',
  status: null,
  problem: null,
  ms: 0,
  ephemeral: false,
  content: '',
  embeds: [],
  components: [],
  choices: [],
  title: '',
  customId: '',
});

function invalid({ seen }: Interaction): Answer {
  return jsonAnswer(400, { message: 'Invalid Form Body', code: 50_035, errors: seen.problem });
}

/** The fields of a form with what the person entered, else with what it suggested. */
function filledIn(components: Component[], values: Record<string, string>): object[] {
  return components.map((label) => {
    const field = label.component;
    if (!field?.custom_id) return { type: label.type };
    const given = values[field.custom_id];
    const suggested = field.options?.find(({ default: isDefault }) => isDefault)?.value;
    const value = given ?? field.value ?? suggested ?? '';
    const { custom_id } = field;
    const filled = field.type === 3 ? { values: value === '' ? [] : [value] } : { value };
    return { type: label.type, id: 1, component: { type: field.type, id: 2, custom_id, ...filled } };
  });
}

/** An Ed25519 key of 32 bytes in the form that Node reads. */
const pkcs8 = (seed: Buffer) => Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
