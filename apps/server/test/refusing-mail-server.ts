/** A mail server that answers each recipient, and each mail, as it is told. */
import { createServer, type Socket } from 'node:net';

export type RefusingMailServer = {
  url: string;
  /** The recipients of mails that were taken. */
  taken: string[];
  [Symbol.asyncDispose](): Promise<void>;
};

type Replies = { toRecipient(recipient: string): string | null; toMail(recipient: string): string | null };

/** Each is asked at each attempt, the second after the text of a mail; a reply of 2yz takes, and null hangs up. */
export async function refusingMailServer({ toRecipient, toMail }: Replies): Promise<RefusingMailServer> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    let isData = false;
    let recipient = '';
    const say = (answer: string | null) => (answer === null ? socket.destroy() : socket.write(`${answer}\r\n`));
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          const answer = toMail(recipient);
          if (answer?.startsWith('2')) taken.push(recipient);
          say(answer);
          continue;
        }
        const named = /^RCPT TO:<([^>]*)>/.exec(line)?.[1];
        if (named === undefined) {
          isData = line === 'DATA';
          socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
          continue;
        }
        recipient = named;
        say(toRecipient(named));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    taken,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
