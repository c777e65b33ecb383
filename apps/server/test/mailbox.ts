/** A mail server that keeps its mails as a receiving server would see them: recipients, headers, both bodies. */
import { createServer, type Socket } from 'node:net';
import { vi } from 'vitest';

export type ReceivedMail = {
  /** The recipients named by the sender. */
  recipients: string[];
  /** Lower-case names and decoded values, in order. */
  headers: [name: string, value: string][];
  subject: string;
  text: string;
  html: string;
  /** The part after `#` of the first link in the text. */
  fragment: URLSearchParams;
  link: string;
};

export type Mailbox = {
  url: string;
  mails: ReceivedMail[];
  /** The `nth` mail to an address, counted from one; waits until it arrives. */
  nthTo(address: string, nth?: number): Promise<ReceivedMail>;
  to(address: string): ReceivedMail[];
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => {}));
    receive(socket, (mail) => void mails.push(mail));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const to = (recipient: string) => mails.filter(({ recipients }) => recipients.includes(recipient));
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    to,
    nthTo: (recipient, nth = 1) =>
      vi.waitFor(
        () => {
          const mail = to(recipient)[nth - 1];
          if (!mail) throw new Error(`No mail number ${nth} to ${recipient}`);
          return mail;
        },
        { timeout: 60_000, interval: 10 },
      ),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function receive(socket: Socket, keep: (mail: ReceivedMail) => void): void {
  let buffer = '';
  let recipients: string[] = [];
  let inData = false;
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
    if (recipient !== undefined) recipients.push(recipient);
    if (/^MAIL/i.test(line)) recipients = [];
    inData = /^DATA/i.test(line);
    if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else say(inData ? '354 go on' : '250 ok');
  };
  say('220 mailbox');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = inData ? '\r\n.\r\n' : '\r\n';
      const at = buffer.indexOf(end);
      if (at < 0) return;
      const taken = buffer.slice(0, at);
      buffer = buffer.slice(at + end.length);
      if (!inData) {
        command(taken);
        continue;
      }
      keep(parseMail(recipients, taken.replaceAll('\r\n..', '\r\n.')));
      inData = false;
      say('250 kept');
    }
  });
}

function parseMail(recipients: string[], source: string): ReceivedMail {
  const { headers, body } = splitMessage(source);
  const value = (name: string) => headers.find(([key]) => key === name)?.[1] ?? '';
  const boundary = /boundary="?([^";]+)/.exec(value('content-type'))?.[1];
  const parts = boundary ? body.split(`--${boundary}`).map((part) => splitMessage(part.trimStart())) : [];
  const content = (type: string) => {
    const part = parts.find(({ headers: own }) => own.some(([, text]) => text.startsWith(type)));
    const encoding = part?.headers.find(([name]) => name === 'content-transfer-encoding')?.[1] ?? '7bit';
    return decodeBody(part?.body ?? '', encoding);
  };
  const text = content('text/plain');
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  const fragment = new URLSearchParams(link.split('#')[1] ?? '');
  return { recipients, headers, subject: value('subject'), text, html: content('text/html'), link, fragment };
}

function splitMessage(source: string): { headers: [string, string][]; body: string } {
  const at = source.indexOf('\r\n\r\n');
  const head = at < 0 ? source : source.slice(0, at);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]] : [];
  });
  return { headers, body: at < 0 ? '' : source.slice(at + 4) };
}

const decodeWords = (value: string) =>
  value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      decodeBody(
        kind.toLowerCase() === 'q' ? word.replaceAll('_', ' ') : word,
        kind.toLowerCase() === 'q' ? 'quoted-printable' : 'base64',
      ),
    );

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
