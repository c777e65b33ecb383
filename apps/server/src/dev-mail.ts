/** `/dev/mail`: the mails that were written instead of sent. Only without SMTP and outside production. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import type { AppContext } from './core/context.ts';
import { MAIL_FOLDER } from './core/mail.ts';
import { escapeHtml } from './core/mail-layout.ts';

const SHOWN = 20;

export function devMail({ config }: AppContext): Router {
  const router = Router();
  if (config.production || config.smtpUrl) return router;
  router.get('/dev/mail', async (_req, res) => {
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

const linked = (html: string) => html.replace(/https?:\/\/[^\s"<]+/g, (url) => `<a href="${url}">${url}</a>`);
