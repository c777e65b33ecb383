import pino, { type Logger } from 'pino';

export type { Logger };

/** Whatever could sign somebody in never reaches a log line, wherever it hides in the logged object. */
const REDACTED = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'token',
  'accessToken',
  'refreshToken',
  'access_token',
  'password',
  'secret',
  'code',
  'state',
].flatMap((key) => {
  const dotted = key.startsWith('[') ? key : `.${key}`;
  return [key, `*${dotted}`, `*.*${dotted}`, `*.*.*${dotted}`];
});

/** Structured logger. `destination` is for tests that read what was logged. */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: {
      err: pino.stdSerializers.err,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
