import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';
import { uuidv7 } from './uuid.ts';

export type Mail = { to: string; subject: string; text: string; html: string };
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

/** SMTP when configured; otherwise every mail becomes a file of the data folder. */
export function createMailer(config: Config): Mailer {
  const guards = { disableFileAccess: true, disableUrlAccess: true };
  // An address object, never text: the library would send a list, or follow a line break, that hides in a string.
  const message = ({ to, ...mail }: Mail) => ({ ...mail, ...guards, from: config.mailFrom, to: { name: '', address: to } });
  if (config.smtpUrl) {
    const transport = createTransport(config.smtpUrl);
    return {
      send: async (mail) => void (await transport.sendMail(message(mail))),
      close: () => transport.close(),
    };
  }
  const folder = path.join(config.dataDir, 'mail');
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message: raw } = await transport.sendMail(message(mail));
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, `${uuidv7()}.eml`), raw as Buffer, { mode: 0o600 });
    },
    close: () => transport.close(),
  };
}
