/**
 * `/dev/mail`: shows the mails that were written instead of sent, with working links. Only without SMTP, outside
 * production, and for a browser on the same machine.
 */

import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Router } from 'express';
import type { AppContext } from '../../core/services/context.ts';
import { MAIL_FOLDER } from '../../core/services/mail.ts';
import { escapeHtml } from '../../core/services/mail-layout.ts';

const SHOWN = 20;

export function devMail({ config }: AppContext): Router {
  const router = Router({ caseSensitive: true });
  if (config.production || config.smtpUrl) return router;
  router.get('/dev/mail', async (req, res, next) => {
    if (!isOnThisMachine(req)) return next();
    const folder = path.join(config.dataDir, MAIL_FOLDER);
    const files = (await readdir(folder).catch(() => []))
      .filter((file) => file.endsWith('.txt'))
      .sort()
      .reverse();
    const mails = await Promise.all(files.slice(0, SHOWN).map((file) => readFile(path.join(folder, file), 'utf8')));
    const shown = mails.map((mail) => `<pre>${linked(escapeHtml(mail))}</pre>`).join('<hr>');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    res.setHeader('Cache-Control', 'no-store');
    res.type('html').send(`<!doctype html><meta charset="utf-8"><title>Mails</title>${shown || 'No mail yet.'}`);
  });
  return router;
}

const LOOPBACK = /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/;
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Judges by the connection and never by forwarded addresses, because a proxy on this machine passes on outside
 * requests. The host must be a name of this machine too: a foreign page can point its own name here.
 */
function isOnThisMachine({ socket, headers }: IncomingMessage): boolean {
  const passedOn = FORWARDED.some((name) => headers[name] !== undefined);
  return LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '') && !passedOn;
}

const linked = (html: string) => html.replace(/https?:\/\/[^\s"<]+/g, (url) => `<a href="${url}">${url}</a>`);
