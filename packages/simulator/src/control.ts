import { z } from 'zod';
import { type Answer, jsonAnswer } from './answer.ts';
import type { Interactions, Seen, Where } from './discord/interactions.ts';
import type { createFaults } from './faults.ts';
import type { SimulatorRequest } from './request.ts';
import type { RequestLog } from './request-log.ts';
import type { World } from './world.ts';
import { parseWorldAction, runWorldAction } from './world-actions.ts';
import { WorldRefusal } from './world-refusal.ts';

const fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('latency'), ms: z.int().min(0).max(600_000) }),
  z.object({ kind: z.literal('hang') }),
  z.object({ kind: z.literal('reset') }),
  z.object({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    retryAfter: z.number().min(0).exactOptional(),
    body: z.json().exactOptional(),
  }),
  z.object({
    kind: z.literal('html'),
    status: z.int().min(200).max(599).exactOptional(),
    body: z.string().exactOptional(),
  }),
  z.object({
    kind: z.literal('limited'),
    scope: z.enum(['user', 'global', 'shared']),
    retryAfter: z.number().min(0),
    code: z.int().exactOptional(),
  }),
  z.object({ kind: z.literal('answered-but-lost') }),
  z.object({ kind: z.literal('expired-token') }),
  z.object({ kind: z.literal('truncated') }),
  z.object({ kind: z.literal('empty-roster') }),
  z.object({ kind: z.literal('partial-roster'), members: z.int().min(0), lastModified: z.int().exactOptional() }),
  z.object({ kind: z.literal('member-count'), members: z.int().min(0) }),
  z.object({ kind: z.literal('serve'), body: z.json(), lastModified: z.int().exactOptional() }),
]);

const expression = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 'i');
  } catch {
    context.addIssue({ code: 'custom', message: 'Not a regular expression' });
    return z.NEVER;
  }
});

/** `match` is a path in which `*` matches anything, `matchExpression` the source of a regular expression. */
const faultRule = z.union([
  z.strictObject({ match: z.string().min(1), times: z.int().min(1).optional(), fault }),
  z.strictObject({ matchExpression: expression, times: z.int().min(1).optional(), fault }),
]);

const expiry = z.object({ account: z.string().min(1).optional() });

const account = z.string().min(1);
const options = z.record(z.string(), z.union([z.string(), z.number()])).default({});
const where = z
  .strictObject({
    server: z.string().nullable().optional(),
    channel: z.string().optional(),
    parent: z.string().optional(),
    message: z.string().optional(),
    locale: z.string().optional(),
    fault: z.enum(['bad-signature', 'stale-timestamp', 'duplicate']).optional(),
  })
  .default({})
  // Omitted fields are absent, never undefined: that is what JSON can say.
  .transform((given) => given as Where);

/** The body of `POST /control/discord`: what a person does on Discord. */
const personAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('press'), account, customId: z.string(), where }),
  z.object({ action: z.literal('choose'), account, customId: z.string(), values: z.array(z.string()), where }),
  z.object({ action: z.literal('submit'), account, form: z.string(), values: z.record(z.string(), z.string()), where }),
  z.object({ action: z.literal('command'), account, name: z.string(), options, where }),
  z.object({ action: z.literal('autocomplete'), account, name: z.string(), focused: z.string(), options, where }),
]);

function perform(discord: Interactions, action: z.infer<typeof personAction>): Promise<Seen> {
  const { account: person, where: place } = action;
  switch (action.action) {
    case 'press':
      return discord.press(person, action.customId, place);
    case 'choose':
      return discord.choose(person, action.customId, action.values, place);
    case 'submit':
      return discord.submit(person, discord.seen(action.form), action.values, place);
    case 'command':
      return discord.command(person, action.name, action.options, place);
    case 'autocomplete':
      return discord.autocomplete(person, action.name, action.focused, action.options, place);
  }
}

type ControlParts = {
  origin: string;
  world: World;
  faults: ReturnType<typeof createFaults>;
  requests: RequestLog;
  discord: Interactions;
};

const longestBody = 8 * 1024 * 1024;

/** `/control/…`: lets scripts control the simulator. Belongs to no platform, and faults do not apply to it. */
export function createControl({ origin, world, faults, requests, discord }: ControlParts) {
  async function bodyOf(request: SimulatorRequest): Promise<unknown> {
    const text = await request.body(longestBody);
    try {
      return text === null ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  function invalid(error: z.ZodError): Answer {
    return jsonAnswer(400, { error: 'Invalid body', issues: error.issues });
  }

  function attempt(action: () => unknown): Answer {
    try {
      return jsonAnswer(200, { result: action() });
    } catch (error) {
      if (!(error instanceof WorldRefusal)) throw error;
      return jsonAnswer(error.reason === 'missing' ? 404 : 409, { error: error.message });
    }
  }

  /** Answers with what the person sees. */
  async function act(request: SimulatorRequest): Promise<Answer> {
    const action = personAction.safeParse(await bodyOf(request));
    if (!action.success) return invalid(action.error);
    const { data } = action;
    try {
      return jsonAnswer(200, { result: await perform(discord, data) });
    } catch (error) {
      if (!(error instanceof WorldRefusal)) throw error;
      return jsonAnswer(error.reason === 'missing' ? 404 : 409, { error: error.message });
    }
  }

  async function post(place: string, request: SimulatorRequest): Promise<Answer | undefined> {
    if (place === 'discord') return act(request);
    if (place === 'world') {
      const action = parseWorldAction(await bodyOf(request));
      return action.success ? attempt(() => runWorldAction(world, action.data)) : invalid(action.error);
    }
    if (place === 'faults') {
      const rule = faultRule.safeParse(await bodyOf(request));
      if (!rule.success) return invalid(rule.error);
      const { times } = rule.data;
      const match = 'match' in rule.data ? rule.data.match : rule.data.matchExpression;
      faults.add({ match, fault: rule.data.fault, ...(times === undefined ? {} : { times }) });
      return jsonAnswer(201, { id: faults.list().at(-1)?.id });
    }
    if (place === 'expire-tokens') {
      const parsed = expiry.safeParse(await bodyOf(request));
      if (!parsed.success) return invalid(parsed.error);
      return attempt(() => {
        faults.expireTokens(parsed.data.account);
        return null;
      });
    }
    return undefined;
  }

  function get(place: string, request: SimulatorRequest): Answer | undefined {
    if (place === 'faults') return jsonAnswer(200, { faults: faults.list() });
    if (place !== 'requests') return undefined;
    const path = request.query.get('path');
    const filter = path === null ? {} : { path };
    const limit = Math.min(1000, Math.max(0, Number(request.query.get('limit') ?? 100) || 0));
    const entries = requests.entries(filter);
    return jsonAnswer(200, {
      count: entries.length,
      perSecond: requests.perSecond(filter),
      entries: limit === 0 ? [] : entries.slice(-limit),
    });
  }

  function remove(place: string): Answer | undefined {
    const [, id] = /^faults\/(\d+)$/.exec(place) ?? [];
    if (place === 'faults') faults.clear();
    else if (place === 'requests') requests.clear();
    else if (id === undefined || !faults.removeById(Number(id))) return undefined;
    return { status: 204, headers: {}, body: null };
  }

  return async (request: SimulatorRequest): Promise<Answer> => {
    // Keeps web pages opened on the same machine from controlling the simulator.
    const from = request.headers.origin;
    if (from !== undefined && from !== origin) return jsonAnswer(403, { error: 'Not from another origin' });
    const place = request.path.replace(/^\/control\//, '');
    let answer: Answer | undefined;
    if (request.method === 'GET') answer = get(place, request);
    if (request.method === 'DELETE') answer = remove(place);
    if (request.method === 'POST') {
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
        return jsonAnswer(415, { error: 'The body has to be JSON' });
      }
      answer = await post(place, request);
    }
    return answer ?? jsonAnswer(404, { error: 'There is nothing here' });
  };
}
