import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deliverable } from '@guildhall/contracts/auth.ts';
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { FinalFailure, UnknownRefusal } from '../jobs/job.ts';
import { uuidv7 } from '../uuid.ts';
import { type MailRefusal, scopeOfReply } from './mail-replies.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stays the same for every attempt, so that mail servers recognise a duplicate. */
  id: string;
};
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

/** The subfolder of the data folder for unsent mails. */
export const MAIL_FOLDER = 'mail';

const KEPT_MS = 24 * 3600_000;

/** Sends by SMTP if configured; otherwise writes mails to files in the data folder. One plain address per mail. */
export function createMailer(config: Config): Mailer {
  const mailer = config.smtpUrl ? smtpMailer(config, config.smtpUrl) : folderMailer(config);
  return {
    async send(mail) {
      const to = deliverable(mail.to);
      // No attempt can succeed. Nothing accepts such an address now, but one may have been stored before.
      if (to === null) throw new FinalFailure('Not a mail address');
      await mailer.send({ ...mail, to });
    },
    close: () => mailer.close(),
  };
}

/** Counts the mails that left, and the attempts that failed. */
export const createCountingMailer = (mailer: Mailer, count: (outcome: 'sent' | 'failed') => void): Mailer => ({
  send: (mail) =>
    mailer.send(mail).then(
      () => count('sent'),
      (error) => {
        count('failed');
        throw error;
      },
    ),
  close: () => mailer.close(),
});

/**
 * Call before creating a sign-in link: in production links are mailed or not made at all, because one in a folder could
 * be used by any reader of the disk or its backups. Throws NOT_FOUND.
 */
export function requireMail({ production, smtpUrl }: Config): void {
  if (!production || smtpUrl) return;
  throw new AppError('NOT_FOUND', 'provider_not_configured', 'Mail is not configured here, so no link can be sent.');
}

/** Removes unsent mails that were not collected within a day. */
export async function removeOldMails({ dataDir }: Config): Promise<void> {
  const folder = path.join(dataDir, MAIL_FOLDER);
  const files = await readdir(folder).catch(() => []);
  for (const file of files) {
    const at = path.join(folder, file);
    if ((await stat(at)).mtimeMs < Date.now() - KEPT_MS) await rm(at);
  }
}

/**
 * A silent server costs a job one attempt, not the minutes that are usual between mail servers. Some servers inspect a
 * mail before accepting it, and giving up earlier would send it twice.
 */
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

function smtpMailer(config: Config, smtpUrl: string): Mailer {
  const guards = { disableFileAccess: true, disableUrlAccess: true };
  // Objects of name and address, never text: in a string the library would honour a hidden list or line break.
  const message = ({ to, id, ...mail }: Mail) => ({
    ...mail,
    messageId: `<${id}@${new URL(config.baseUrl).hostname}>`,
    ...guards,
    from: config.mailFrom,
    to: { name: '', address: to },
  });
  let transport: Transporter | undefined;
  return {
    async send(mail) {
      // Loaded when it is needed: a web process hands its mails to a worker.
      const { createTransport } = await import('nodemailer');
      transport ??= createTransport({ url: smtpUrl, ...LIMITS });
      await transport.sendMail(message(mail)).catch(finalIfRefused);
    },
    close: () => transport?.close(),
  };
}

/** Only the number of a reply about this mail is shown: the text may quote an address. All other mails are tried again. */
function finalIfRefused(error: Error & MailRefusal): never {
  const scope = scopeOfReply(error);
  const message = `The mail server refused the mail with ${error.responseCode}.`;
  if (scope === 'item') throw new FinalFailure(message);
  throw scope === null ? new UnknownRefusal('mail', message) : error;
}

function folderMailer(config: Config): Mailer {
  const folder = path.join(config.dataDir, MAIL_FOLDER);
  return {
    async send({ to, subject, text }) {
      await mkdir(folder, { recursive: true });
      const content = `To: ${to}\nSubject: ${subject}\n\n${text}\n`;
      await writeFile(path.join(folder, `${uuidv7()}.txt`), content, { mode: 0o600 });
    },
    close: () => {},
  };
}
