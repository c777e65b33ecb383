import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { FinalFailure } from '../jobs/job.ts';
import { createMailer, MAIL_FOLDER, type Mail } from './mail.ts';

const mail = (to: string): Mail => ({
  to,
  subject: 'Hello',
  text: 'Sign in: /login',
  html: '<p>Sign in',
  id: 'mail-1',
});

/** A mail server with the same answer for every recipient, and for every sender; keeps the lines it receives. */
async function startMailServer(toRecipient = '250 ok', toSender = '250 ok') {
  const heard: string[] = [];
  const server = createServer((socket) => {
    let data = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        heard.push(line);
        if (line === 'DATA') data = true;
        if (line === '.') data = false;
        if (line === 'QUIT') socket.end('221 bye\r\n');
        else if (line.startsWith('MAIL FROM')) socket.write(`${toSender}\r\n`);
        else if (!data || line === 'DATA')
          socket.write(`${line === 'DATA' ? '354 go' : line.startsWith('RCPT') ? toRecipient : '250 ok'}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { heard, url: `smtp://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

const hostile = [
  [''],
  ['nobody'],
  ['a@x.example,b@y.example'],
  ['g: a@a.example, b@b.example;'],
  ['a@x.example b@y.example'],
  ['v@a.example\r\nBcc: x@evil.example'],
  ['a@x.example>\r\nRCPT TO:<evil@e.example'],
  ['"a" <b@y.example>'],
  ['victim@a.example\n'],
  ['v＠a.example'],
  [`${'a'.repeat(300)}@x.example`],
];

test.each(hostile)('S-13: sends nothing to %j', async (to) => {
  await using server = await startMailServer();
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-mail-'));
  for (const SMTP_URL of [server.url, '']) {
    const mailer = createMailer(readConfig({ DATA_DIR: folder, SMTP_URL }));
    await expect(mailer.send(mail(to))).rejects.toThrow('Not a mail address');
    mailer.close();
  }
  expect(server.heard).toEqual([]);
  await expect(readdir(folder)).resolves.toEqual([]);
  await rm(folder, { recursive: true });
});

test('with a mail server one mail reaches one recipient', async () => {
  await using server = await startMailServer();
  const mailer = createMailer(readConfig({ SMTP_URL: server.url, MAIL_FROM: 'Guildhall <no-reply@guild.example>' }));
  await mailer.send({ ...mail('ysolde@example.com'), subject: 'Hello\r\nBcc: evil@evil.example' });
  mailer.close();
  expect(server.heard.filter((line) => line.startsWith('RCPT TO'))).toEqual(['RCPT TO:<ysolde@example.com>']);
  expect(server.heard).toContain('From: Guildhall <no-reply@guild.example>');
  expect(server.heard.filter((line) => /^bcc/i.test(line))).toEqual([]);
});

test('S-13: a name of the sender that reads like a list stays a name, and one address sends', async () => {
  await using server = await startMailServer();
  const MAIL_FROM = '"Raid, <x@evil.example>; Guild" <no-reply@guild.example>';
  const mailer = createMailer(readConfig({ SMTP_URL: server.url, MAIL_FROM }));
  await mailer.send(mail('ysolde@example.com'));
  mailer.close();
  expect(server.heard.filter((line) => line.startsWith('MAIL FROM'))).toEqual(['MAIL FROM:<no-reply@guild.example>']);
  expect(server.heard).toContain(`From: ${MAIL_FROM}`);
});

test.each([
  ['550 no such user', FinalFailure],
  ['550 5.1.1 The account does not exist', FinalFailure],
  ['550 5.7.1 Refused as spam', FinalFailure],
  ['551 not here', FinalFailure],
  ['553 5.1.3 bad address', FinalFailure],
  ['554 5.7.1 no', FinalFailure],
  ['555 unknown parameter', FinalFailure],
  ['556 5.1.10 takes no mail', FinalFailure],
  ['450 come back later', Error],
  ['421 4.7.0 too many connections', Error],
  ['451 4.7.1 greylisted', Error],
  ['452 4.2.2 full', Error],
  // A full mailbox may be emptied, and the rest is for the operator to mend.
  ['552 5.2.2 over quota', Error],
  ['500 unknown command', Error],
  ['503 bad sequence', Error],
  ['530 5.7.0 Must issue a STARTTLS command first', Error],
  ['535 5.7.8 wrong password', Error],
  ['550 5.7.26 The sender is not authenticated', Error],
  ['554 5.7.9 refused by policy of the sender', Error],
  ['554 5.7.1 <ysolde@example.com>: Relay access denied', Error],
  ['553 5.7.1 <no-reply@localhost>: Sender address rejected: not owned by user', Error],
])('gives up after “%s” only if the answer is permanent', async (answer, kind) => {
  await using server = await startMailServer(answer);
  const mailer = createMailer(readConfig({ SMTP_URL: server.url }));
  const error = await mailer.send(mail('ysolde@example.com')).catch((thrown) => thrown);
  mailer.close();
  expect(error.constructor).toBe(kind);
});

test('a refused sender is for the operator to mend, so the mail is tried again', async () => {
  await using server = await startMailServer('250 ok', '553 5.7.1 Sender address rejected');
  const mailer = createMailer(readConfig({ SMTP_URL: server.url }));
  const error = await mailer.send(mail('ysolde@example.com')).catch((thrown) => thrown);
  mailer.close();
  expect([error.constructor, error.responseCode]).toEqual([Error, 553]);
});

test.concurrent.each([
  ['that says nothing', ''],
  ['that falls silent after its greeting', '220 test\r\n'],
])('does not wait minutes for a mail server %s', { timeout: 120_000 }, async (_, greeting) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.write(greeting);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const mailer = createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }));
  await expect(mailer.send(mail('ysolde@example.com'))).rejects.toThrow(/timeout|greeting/i);
  mailer.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('without a mail server the mail becomes a file that only its owner can read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-mail-'));
  await createMailer(readConfig({ DATA_DIR: folder })).send(mail('ysolde@example.com'));
  const [name = ''] = await readdir(path.join(folder, MAIL_FOLDER));
  const file = path.join(folder, MAIL_FOLDER, name);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toContain('Sign in: /login');
  await rm(folder, { recursive: true });
});

test('the domain of an address goes out in ASCII, and an address that cannot be mailed is not tried again', async () => {
  await using server = await startMailServer();
  const mailer = createMailer(readConfig({ SMTP_URL: server.url }));
  await mailer.send(mail('Raid+Two&Co@пример.рф'));
  await expect(mailer.send(mail('почта@example.org'))).rejects.toThrow(FinalFailure);
  mailer.close();
  expect(server.heard.filter((line) => line.startsWith('RCPT TO'))).toEqual([
    'RCPT TO:<raid+two&co@xn--e1afmkfd.xn--p1ai>',
  ]);
});
