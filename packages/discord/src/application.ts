import { z } from 'zod';
import { authorization, type Call, createExchange, type DiscordOptions } from './exchange.ts';
import { Snowflake } from './schemas.ts';

type Localized = Record<string, string>;
type Named = {
  name: string;
  name_localizations?: Localized;
  description: string;
  description_localizations?: Localized;
};
export type TextOption = Named & {
  type: 3;
  required?: boolean;
  autocomplete?: boolean;
  max_length?: number;
  choices?: { name: string; name_localizations?: Localized; value: string }[];
};
type NumberOption = Named & { type: 4; min_value: number; max_value: number };
export type CommandOption = TextOption | NumberOption;
export type Command = Named & { type: 1; contexts: number[]; options: CommandOption[] };

/** As Discord lists it: with additional fields, and without fields at their default. */
const Registered = z.looseObject({ name: z.string() });
export type RegisteredCommand = z.infer<typeof Registered>;
const Application = z.object({ id: Snowflake, interactions_endpoint_url: z.string().nullish() });

export type DiscordApplication = ReturnType<typeof createDiscordApplication>;

/** Configures the application itself. Every method rejects with a `DiscordError`; nothing is retried. */
export function createDiscordApplication({ token, ...options }: DiscordOptions & { token: string }) {
  const exchange = createExchange({ timeoutMs: 15_000, ...options });
  const ask = <T>(call: Omit<Call, 'authorization'>, schema: z.ZodType<T>) =>
    exchange({ ...call, authorization: authorization('Bot', token, call.path) }, schema);

  return {
    /** GET /applications/@me: its id, and the address that interactions go to. */
    read: () => ask({ path: '/applications/@me' }, Application),

    /** PATCH /applications/@me: Discord calls the address immediately, and refuses one that answers incorrectly. */
    receiveAt: (interactionsUrl: string) =>
      ask(
        { method: 'PATCH', path: '/applications/@me', body: { interactions_endpoint_url: interactionsUrl } },
        Application,
      ),

    /** GET /applications/{id}/commands: the global ones, in every language. */
    commands: (id: string) =>
      ask({ path: `/applications/${id}/commands?with_localizations=true` }, z.array(Registered)),

    /** PUT /applications/{id}/commands: replaces all global commands. */
    replaceCommands: (id: string, commands: Command[]) =>
      ask({ method: 'PUT', path: `/applications/${id}/commands`, body: commands }, z.array(Registered)),
  };
}
