import pino, { type Logger } from 'pino';

export type { Logger };

/** Creates a structured logger. `destination` is for tests that read what was logged. */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    // The formatter turns errors into plain objects, which the built-in serializer would mistake for errors.
    serializers: { err: (err: unknown) => err },
    formatters: { log: (entry) => redactedEntries(entry, 0) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Keeps everything that could sign a person in out of the log, wherever it hides in the logged object. */
const SECRET_KEY = /(token|secret|password|authorization|cookie|encryption_?keys?(_?old)?)$|^(code|state)$/i;
const SECRET_TEXT: [RegExp, string][] = [
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 [redacted]'],
  [/([?&#](?:[\w-]*token|code|state|secret)=)[^&#\s"']+/gi, '$1[redacted]'],
  [/(:\/\/[^\s:/@]*:)[^\s/@]+@/g, '$1[redacted]@'],
];
const MAX_DEPTH = 8;
const OF_PLATFORMS = new Set(['BattlenetError', 'DiscordError']);

function redacted(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return SECRET_TEXT.reduce((text, [secret, shown]) => text.replace(secret, shown), value);
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof URL) return redacted(value.href, depth);
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (value instanceof Error) return redactedError(value, depth);
  if (Array.isArray(value)) return value.map((item) => redacted(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  // Requests, clients and the like are endless graphs full of secrets.
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor.name}]`;
  return redactedEntries(value, depth + 1);
}

function redactedEntries(object: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const secret = SECRET_KEY.test(key) && value !== null && value !== undefined;
      return [key, secret ? '[redacted]' : redacted(value, depth)];
    }),
  );
}

/** The `code` of an error identifies it, and is no secret. */
function redactedError(error: Error, depth: number): Record<string, unknown> {
  const { code, ...details }: Record<string, unknown> = { ...error };
  const { cause } = error;
  const errors = error instanceof AggregateError ? error.errors : undefined;
  // Our stack says nothing about a failed platform request; the error names the path and the answer.
  const stack = OF_PLATFORMS.has(error.name) ? undefined : error.stack;
  return {
    type: error.constructor.name,
    ...redactedEntries({ message: error.message, stack, ...details, cause, errors }, depth + 1),
    code,
  };
}
