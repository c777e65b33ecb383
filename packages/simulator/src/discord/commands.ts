/** The commands of the application, and the application itself, as its owner configures them. */
import { type Answer, jsonAnswer } from '../answer.ts';
import { discordError } from '../fault-answers.ts';
import type { SimulatorRequest } from '../request.ts';

type Localized = Record<string, string>;
type Option = {
  type: number;
  name: string;
  description: string;
  name_localizations?: Localized;
  description_localizations?: Localized;
};
export type Command = Omit<Option, 'type'> & { type?: number; options?: Option[] };

const NAME = /^[-_'\p{L}\p{N}]{1,32}$/u;

export function createCommands(applicationId: string) {
  let commands: (Command & { id: string })[] = [];

  async function replace(request: SimulatorRequest): Promise<Answer> {
    const text = await request.body(256 * 1024);
    const wanted: Command[] = text === null ? [] : JSON.parse(text);
    const problem = wanted.length > 100 ? 'at most 100' : wanted.map(problemOf).find((found) => found !== null);
    if (problem) return jsonAnswer(400, { message: 'Invalid Form Body', code: 50_035, errors: problem });
    const taken = new Map(commands.map(({ name, id }) => [name, id]));
    commands = wanted.map((command, index) => ({
      ...command,
      type: 1,
      id: taken.get(command.name) ?? `44000000000000${String(index).padStart(4, '0')}`,
    }));
    return jsonAnswer(200, listed());
  }

  const listed = () =>
    commands.map((command) => ({ ...command, application_id: applicationId, version: '1', nsfw: false }));

  return {
    list: (): readonly Command[] => commands,
    idOf: (name: string) => commands.find((command) => command.name === name)?.id,

    /** Undefined for other paths. `connect` checks and saves the address for interactions. */
    async answer(
      request: SimulatorRequest,
      place: string,
      interactions: { connect(url: string): Promise<boolean>; endpoint(): string | null; publicKey: string },
    ): Promise<Answer | undefined> {
      const application = () =>
        jsonAnswer(200, {
          id: applicationId,
          name: 'Guildhall',
          verify_key: interactions.publicKey,
          interactions_endpoint_url: interactions.endpoint(),
        });
      if (place === 'applications/@me' && request.method === 'GET') return application();
      if (place === 'applications/@me' && request.method === 'PATCH') {
        const { interactions_endpoint_url: url }: { interactions_endpoint_url?: string } = JSON.parse(
          (await request.body(64 * 1024)) ?? '{}',
        );
        if (url !== undefined && !(await interactions.connect(url))) {
          const errors = {
            interactions_endpoint_url: 'The specified interactions endpoint url could not be verified.',
          };
          return jsonAnswer(400, { message: 'Invalid Form Body', code: 50_035, errors });
        }
        return application();
      }
      const [kind, id, what, more] = place.split('/');
      if (kind !== 'applications' || what !== 'commands' || more !== undefined) return undefined;
      if (id !== applicationId) return discordError(404, 'Unknown Application', 10_002);
      if (request.method === 'PUT') return replace(request);
      return request.method === 'GET' ? jsonAnswer(200, listed()) : undefined;
    },
  };
}

function problemOf(command: Command): string | null {
  const options = command.options ?? [];
  const parts = [command, ...options];
  const names = parts.flatMap(({ name, name_localizations: others = {} }) => [name, ...Object.values(others)]);
  const wrong = names.find((name) => !NAME.test(name) || name !== name.toLowerCase());
  if (wrong !== undefined) return `name: ${wrong}`;
  const texts = parts.flatMap(({ description, description_localizations: others = {} }) => [
    description,
    ...Object.values(others),
  ]);
  const long = texts.find((text) => text.length < 1 || text.length > 100);
  if (long !== undefined) return `description: ${long}`;
  const longest = (base: string, others: Localized = {}) =>
    Math.max(base.length, ...Object.values(others).map((text) => text.length));
  const size = parts.reduce(
    (sum, part) =>
      sum + longest(part.name, part.name_localizations) + longest(part.description, part.description_localizations),
    0,
  );
  if (size > 8_000) return 'a command of more than 8000 characters';
  return options.length > 25 ? 'options: at most 25' : null;
}
