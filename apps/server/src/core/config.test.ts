import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

/** The error lines for an invalid environment. */
function problems(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}

const PRODUCTION = {
  NODE_ENV: 'production',
  BASE_URL: 'https://guild.example',
  DATABASE_URL: 'postgres://db.example/guildhall',
  AUTH_SECRET: 'd3b07384d113edec49eaa6238ad5ff00',
  ENCRYPTION_KEY: 'c157a79031e1c40f85931829bc5fc552',
};

test.each([
  ['AUTH_SECRET', 'a'.repeat(40)],
  ['AUTH_SECRET', 'abcabc'.repeat(6).replaceAll('c', 'b')],
  ['AUTH_SECRET', 'change-me-change-me-change-me-change-me'],
  ['ENCRYPTION_KEY', '0123456789abcdef0123456789abcdef'],
  ['ENCRYPTION_KEY', 'k'.repeat(32)],
])('production refuses the guessable %s %s, and says how to generate another', (name, value) => {
  expect(() => readConfig({ ...PRODUCTION, [name]: value })).toThrow(`${name}: can be guessed. Take the output of`);
  expect(readConfig({ NODE_ENV: 'test', [name]: value })).toBeDefined();
});

test('production refuses the simulator', () => {
  expect(() => readConfig({ ...PRODUCTION, SIMULATOR: 'on' })).toThrow('SIMULATOR: must be off in production');
});

test.each<[NodeJS.ProcessEnv, string]>([
  [{ NODE_ENV: 'staging' }, 'NODE_ENV: must be one of "development", "test", "production"'],
  [{ PORT: '65536' }, 'PORT: must be at most 65535'],
  [{ PORT: 'http' }, 'PORT: must be a number, not something else'],
  [{ LOCALES: 'en_US,xx_XX' }, 'LOCALES: "xx_XX" is not a language of the game platform'],
  [{ ROLES: 'web,wroker' }, 'ROLES: "wroker" is neither web nor worker'],
  [{ ROLES: ' , ' }, 'ROLES: name web, worker or both'],
  [{ BASE_URL: 'guild.example' }, 'BASE_URL: must be an address without a path, such as https://guild.example'],
  [
    { BASE_URL: 'https://guild.example/club' },
    'BASE_URL: must be an address without a path, such as https://guild.example',
  ],
  [{ MAIL_FROM: 'foo' }, 'MAIL_FROM: must be an address, or a name with one: Guildhall <no-reply@guild.example>'],
  [
    { MAIL_FROM: 'Raid, Guild <a@guild.example>' },
    'MAIL_FROM: put the name in double quotes, because of a , : ; @ or \\ in it: "Raid, Guild" <no-reply@guild.example>',
  ],
  [
    { ...PRODUCTION, SMTP_URL: 'smtp://mail.example' },
    'MAIL_FROM: must be set with SMTP_URL in production, to an address as which that server may send',
  ],
  [
    { ...PRODUCTION, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Raid <raid@LOCALHOST>' },
    'MAIL_FROM: must be set with SMTP_URL in production, to an address as which that server may send',
  ],
  [{ BASE_URL: 'ftp://guild.example' }, 'BASE_URL: must be an address without a path, such as https://guild.example'],
  [
    { CORS_ORIGINS: 'https://a.example/' },
    'CORS_ORIGINS: "https://a.example/" is not an origin such as https://guild.example',
  ],
  [{ CORS_ORIGINS: 'https://a.example,null' }, 'CORS_ORIGINS: "null" is not an origin such as https://guild.example'],
  [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS: "*" is not an origin such as https://guild.example'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must be an address that begins with postgres:// or postgresql://'],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL: must be an address that begins with redis:// or rediss://'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL: must be an address that begins with smtp:// or smtps://'],
  [{ STORAGE_URL: 'ftp://x' }, 'STORAGE_URL: must be an address that begins with file:// or s3://'],
  [{ BATTLENET_API_URL: 'api' }, 'BATTLENET_API_URL: must be an address that begins with https:// or http://'],
  [{ BATTLENET_REGION: 'cn' }, 'BATTLENET_REGION: must be one of "us", "eu", "kr", "tw"'],
  [{ BATTLENET_CLIENT_ID: 'id' }, 'BATTLENET_CLIENT_SECRET: must be set too'],
  [{ DISCORD_CLIENT_SECRET: 'x' }, 'DISCORD_CLIENT_ID: must be set too'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET: must have at least 32 characters'],
  [{ ENCRYPTION_KEY: 'k'.repeat(31) }, 'ENCRYPTION_KEY: must have exactly 32 characters, ASCII and no spaces'],
  [{ ENCRYPTION_KEY: 'k'.repeat(33) }, 'ENCRYPTION_KEY: must have exactly 32 characters, ASCII and no spaces'],
  [{ ENCRYPTION_KEY: 'ü'.repeat(32) }, 'ENCRYPTION_KEY: must have exactly 32 characters, ASCII and no spaces'],
  [{ DISCORD_BOT_TOKEN: 'Bot abc' }, 'DISCORD_BOT_TOKEN: must be ASCII without spaces'],
  [{ ENCRYPTION_KEYS_OLD: 'old' }, 'ENCRYPTION_KEYS_OLD: must have exactly 32 characters, ASCII and no spaces'],
  [{ ADMIN_EMAILS: 'a@b.example,bob' }, 'ADMIN_EMAILS: "bob" is not an e-mail address'],
  [{ SIMULATOR: 'yes' }, 'SIMULATOR: must be one of "auto", "on", "off"'],
  [{ ...PRODUCTION, BASE_URL: 'http://guild.example' }, 'BASE_URL: must be https in production'],
])('refuses %j with one readable line', (environment, line) => {
  expect(problems(environment)).toEqual([line]);
});

test.each([
  ['Team: a@guild.example, b@guild.example;'],
  ['Team: Raid <a@guild.example>'],
  ['a@guild.example, b@guild.example'],
  ['a@guild.example,<b@guild.example>'],
  ['a@guild.example <b@guild.example>'],
  ['Guildhall <no-reply@guild.example:587>'],
  ['no-reply@guild.example (Guildhall)'],
  ['(no-reply@guild.example)'],
  ['Guildhall <почта@guild.example>'],
  ['Guildhall <no-reply@mail>'],
  ['"Guildhall <no-reply@guild.example>'],
  ['Guild"hall <no-reply@guild.example>'],
  ['"Guild"hall" <no-reply@guild.example>'],
  ['Guildhall" <no-reply@guild.example>'],
  ['"Guildhall\\" <no-reply@guild.example>'],
  ['Guildhall <no-reply@guild.example'],
  ['Guildhall no-reply@guild.example'],
  ['Guildhall <<no-reply@guild.example>>'],
  ['Guildhall <a@guild.example> <b@guild.example>'],
  ['Guild\r\nBcc: x <no-reply@guild.example>'],
  ['Guildhall <>'],
])('the sender %j is refused at the start', (MAIL_FROM) => {
  expect(problems({ MAIL_FROM })).toEqual([expect.stringMatching(/^MAIL_FROM: /)]);
});

test.each([
  ['no-reply@Guild.example', '', 'no-reply@guild.example'],
  ['<no-reply@guild.example>', '', 'no-reply@guild.example'],
  ['Guildhall <no-reply@guild.example>', 'Guildhall', 'no-reply@guild.example'],
  ['Guildhall<no-reply@guild.example>', 'Guildhall', 'no-reply@guild.example'],
  ['St. Örjan (EU) 🐉 <no-reply@пример.рф>', 'St. Örjan (EU) 🐉', 'no-reply@xn--e1afmkfd.xn--p1ai'],
  ['"Raid, \\"best\\": <us>" <no-reply@guild.example>', 'Raid, "best": <us>', 'no-reply@guild.example'],
  ['', 'Guildhall', 'no-reply@localhost'],
  ['Guildhall <raid@Localhost>', 'Guildhall', 'raid@localhost'],
])('the sender %j is a name and an address', (MAIL_FROM, name, address) => {
  expect(readConfig({ MAIL_FROM, SMTP_URL: 'smtp://localhost:1025' }).mailFrom).toEqual({ name, address });
});

test('production needs no sender without a mail server', () => {
  expect(problems(PRODUCTION)).toEqual([]);
  expect(problems({ ...PRODUCTION, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'raid@guild.example' })).toEqual([]);
});

const UNREADABLE = 'cannot be read as an address. In a user name or password write # as %23';

test.each([
  ['DATABASE_URL', 'postgres://guildhall:hunt#er2@db.example/guildhall'],
  ['DATABASE_URL', 'postgres://guildhall:12#hunter@db.example/guildhall'],
  // An .env file leaves this of the two above.
  ['DATABASE_URL', 'postgres://guildhall:hunt'],
  ['DATABASE_URL', 'postgres://guildhall:12'],
  ['DATABASE_URL', 'postgres://guildhall:hunt/er2@db.example/guildhall'],
  ['SMTP_URL', 'smtps://user:hunt#er2@smtp.example:465'],
  ['REDIS_URL', 'redis://:hunt#er2@localhost:6379'],
])('a password with a special character: %s says how to write it, and does not quote it', (name, value) => {
  const [line = '', ...more] = problems({ [name]: value });
  expect([line.startsWith(`${name}: ${UNREADABLE}`), more]).toEqual([true, []]);
  expect(line).not.toMatch(/hunt|er2/);
});

test('addresses of databases that are complete are accepted', () => {
  const urls = ['postgres://localhost/guildhall', 'postgresql://me@db', 'postgres:///guildhall?host=/run/postgresql'];
  for (const DATABASE_URL of [...urls, 'postgres://guildhall:hunt%23er2@db.example:5432/guildhall']) {
    expect(problems({ DATABASE_URL }), DATABASE_URL).toEqual([]);
  }
});

test('an address in capitals is the one that browsers send', () => {
  const { baseUrl, corsOrigins, webhooks } = readConfig({
    BASE_URL: 'HTTPS://Guild.Example/',
    CORS_ORIGINS: 'https://App.Example',
    WEBHOOK_ALLOW: 'http://NAS.local:9000',
  });
  expect([baseUrl, corsOrigins, webhooks.allow]).toEqual([
    'https://guild.example',
    ['https://app.example'],
    ['http://nas.local:9000'],
  ]);
});

test.each([
  ['database_url', 'DATABASE_URL'],
  ['BATTLENET_CLIENTID', 'BATTLENET_CLIENT_ID'],
  ['AUTH-SECRET', 'AUTH_SECRET'],
  ['BASEURL', 'BASE_URL'],
  ['logLevel', 'LOG_LEVEL'],
  ['port', 'PORT'],
])('the name %s, which reads like %s, is refused unless that is set too', (name, known) => {
  const problem = `${name}: is not a variable of Guildhall. Did you mean ${known}?`;
  expect(problems({ [name]: 'x' })).toContain(problem);
  expect(problems({ [name]: 'x', [known]: PRODUCTION[known as keyof typeof PRODUCTION] ?? '4000' })).not.toContain(
    problem,
  );
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['REDIS_URI', 'REDIS_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['ROLE', 'ROLES'],
])('the name %s, which may be %s mistyped or belong to another program, is warned about', (name, known) => {
  const warning = `${name} is set and is not a variable of Guildhall. If you mean ${known}, rename it.`;
  expect(readConfig({ [name]: 'x' }).warnings).toEqual([warning]);
  expect(readConfig({}).warnings).toEqual([]);
});

test('names of other programs are left alone', () => {
  const names = 'HOME HOSTNAME PATH PWD LOGNAME SHELL TERM LANG USER MAIL NODE_OPTIONS AWS_REGION POSTGRES_PASSWORD';
  const given = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
  expect(problems(given)).toEqual([]);
  expect(readConfig(given).warnings).toEqual([]);
});

test('each problem gets one line, and none quotes a secret', () => {
  const lines = problems({
    NODE_ENV: 'production',
    PORT: '-1',
    AUTH_SECRET: 'hunter2',
    ENCRYPTION_KEYS_OLD: 'hunter3',
  });
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'AUTH_SECRET',
    'ENCRYPTION_KEYS_OLD',
    'BASE_URL',
    'DATABASE_URL',
    'ENCRYPTION_KEY',
  ]);
  expect(lines.join()).not.toMatch(/hunter/);
});

test('production starts with the required settings, and allows plain http on localhost', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({
    production: true,
    simulator: false,
    baseUrl: 'https://guild.example',
  });
  for (const BASE_URL of ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000']) {
    expect(problems({ ...PRODUCTION, BASE_URL })).toEqual([]);
  }
});

test('other environments require no settings, and an empty value counts as unset', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ production: false, port: 4000, baseUrl: 'http://localhost:4000', simulator: true });
  expect([...config.roles]).toEqual(['web', 'worker']);
  expect(readConfig({ PORT: '', ROLES: '', DATABASE_URL: '', AUTH_SECRET: '', SIMULATOR: '' })).toEqual(config);
});

const DISCORD = { DISCORD_CLIENT_ID: 'id', DISCORD_CLIENT_SECRET: 'secret' };
const BATTLENET = { BATTLENET_CLIENT_ID: 'id', BATTLENET_CLIENT_SECRET: 'secret' };

test.each<[boolean, NodeJS.ProcessEnv]>([
  [true, {}],
  [true, { NODE_ENV: 'test', SIMULATOR: 'auto' }],
  [true, { ...BATTLENET, SIMULATOR: 'on' }],
  [false, { SIMULATOR: 'off' }],
  [false, BATTLENET],
  [false, DISCORD],
  [false, PRODUCTION],
])('the simulator is %j with %j', (simulator, environment) => {
  expect(readConfig(environment).simulator).toBe(simulator);
});

test('the region of the game platform is us unless another one is set', () => {
  expect(readConfig({}).battlenet.region).toBe('us');
  expect(readConfig({ BATTLENET_REGION: 'eu' }).battlenet.region).toBe('eu');
});

test('splits and trims lists, and removes the trailing slash of the base URL', () => {
  const config = readConfig({
    ROLES: ' worker ',
    BASE_URL: 'https://guild.example/',
    CORS_ORIGINS: 'https://a.example, http://localhost:5173',
    ADMIN_EMAILS: 'Ysolde@Example.com, b@example.com',
    ...BATTLENET,
  });
  expect([...config.roles]).toEqual(['worker']);
  expect(config).toMatchObject({
    baseUrl: 'https://guild.example',
    corsOrigins: ['https://a.example', 'http://localhost:5173'],
    adminEmails: ['ysolde@example.com', 'b@example.com'],
    battlenet: { app: { clientId: 'id', clientSecret: 'secret' }, region: 'us' },
    discord: { app: undefined, botToken: undefined },
  });
});
