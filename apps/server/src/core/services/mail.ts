import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deliverable } from '@guildhall/contracts/auth.ts';
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { FinalFailure } from '../jobs/job.ts';
import { uuidv7 } from '../uuid.ts';

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
  // An address object, never text: in a string the library would honour a hidden list or line break.
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

/**
 * Replies of mail servers (RFC 5321) and their enhanced codes (RFC 3463) about this mail or its receiver, who stays the same
 * when it is sent again. All others are retried: 4yz is for now; a refused login, an unknown command or a missing encryption (50z, 53z,
 * 5.7.8 to 5.7.14, 5.7.20 and up) is for the operator to mend; and a full mailbox (552, 5.2.2) may be emptied.
 */
const OF_MAIL: readonly number[] = [510, 511, 512, 513, 515, 521, 523, 541, 550, 551, 553, 554, 555, 556, 557];
const MENDABLE = /\b5\.(?:2\.2|3\.0|3\.2|3\.5|4\.\d{1,3}|5\.\d{1,3}|7\.(?:[89]|1[0-4]|2[0-9]))\b/;

/** Whether no repeat of this mail will be accepted. A refused sender is for the operator to mend. */
function isOfMail({ code, command, responseCode = 0, response = '' }: MailRefusal): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (command === 'MAIL FROM') return false;
  return OF_MAIL.includes(responseCode) && !MENDABLE.test(response);
}

type MailRefusal = { code?: string; command?: string; responseCode?: number; response?: string };

/** The server rejected this mail for good. Only its number is shown: the text may quote an address. */
function finalIfRefused(error: Error & MailRefusal): never {
  if (isOfMail(error)) throw new FinalFailure(`The mail server refused the mail with ${error.responseCode}.`);
  throw error;
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
