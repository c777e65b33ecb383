/** The web client: its files, and its page at every address that the server does not reserve. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';
import { publicUrl } from '../../core/public-url.ts';
import type { AppContext } from '../../core/services/context.ts';
import { escapeHtml } from '../../core/services/mail-layout.ts';
import { type LinkPreview, organizationPreview, postPreview } from '../../guilds/organizations/link-preview.ts';

export type WebClient = { state(): 'building' | 'absent' | ServedClient };
type ServedClient = { files: RequestHandler; page: string };

/** `/admin/queues` is the server's, `/admin` and `/admin/jobs` are the client's. */
const RESERVED = /^\/(api|trpc|socket\.io|docs|dev|metrics|livez|readyz|admin\/queues)(\/|$)/;
const FILE = /^\/(assets\/.+|[^/]+\.\w+)$/;

/** Mean nothing on a file of the client, of which a page loads dozens. */
const FOR_ANSWERS = [
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** The build in `dist`, or `absent`. Reads the folder once. */
export function openWebClient(dist: string): 'absent' | ServedClient {
  const index = path.join(dist, 'index.html');
  if (!existsSync(index)) return 'absent';
  const files = sirv(dist, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(res, pathname) {
      for (const name of FOR_ANSWERS) res.removeHeader(name);
      res.setHeader('Cache-Control', cacheControl(pathname));
    },
  });
  return { files, page: readFileSync(index, 'utf8') };
}

/** The names of assets change with their contents. */
const cacheControl = (pathname: string) =>
  pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300';

export function serveWebClient(ctx: AppContext, client: WebClient): RequestHandler {
  const policy = contentSecurityPolicy();
  return async (req, res, next) => {
    if (!['GET', 'HEAD'].includes(req.method) || RESERVED.test(req.path)) return next();
    const state = client.state();
    if (state === 'absent') return next();
    if (FILE.test(req.path) && req.path !== '/index.html') {
      return state === 'building' ? next() : state.files(req, res, next);
    }
    if (!wantsPage(req)) return next();
    if (state === 'building') sayBuilding(res);
    else sendPage(res, withPreview(state.page, await previewOf(ctx, req)), policy);
  };
}

/**
 * Browsers accept `text/html` when a person opens an address. `*` does not count: a missing script is a 404, not a page
 * that fails as a script.
 */
const wantsPage = (req: Request) => /\btext\/html\b/i.test(req.headers.accept ?? '');

const GUILD = /^\/g\/([^/]+)\/?$/;
const POST = /^\/posts\/([0-9a-f-]{36})\/?$/i;

/** A page stands without its preview: whatever is wrong, it says so itself. */
async function previewOf(ctx: AppContext, { path: address }: Request): Promise<Preview | undefined> {
  const [, guild] = GUILD.exec(address) ?? [];
  const [, post] = POST.exec(address) ?? [];
  const preview = guild ? organizationPreview(ctx, guild) : post ? postPreview(ctx, post) : undefined;
  const found = await preview?.catch(() => undefined);
  return found ? { ...found, url: publicUrl(ctx.config.baseUrl, address) } : undefined;
}

type Preview = LinkPreview & { url: string };

/** Title and tags by which other sites show a link. */
function withPreview(page: string, preview: Preview | undefined): string {
  if (!preview) return page;
  const { title, description, imageUrl, url } = preview;
  const tags = [
    `<title>${escapeHtml(title)} · Guildhall</title>`,
    ...(description ? [`<meta name="description" content="${escapeHtml(description)}">`] : []),
    ...Object.entries({
      'og:site_name': 'Guildhall',
      'og:type': 'website',
      'og:title': title,
      'og:description': description,
      'og:image': imageUrl,
      'og:url': url,
    }).flatMap(([name, content]) => (content ? [`<meta property="${name}" content="${escapeHtml(content)}">`] : [])),
  ];
  const replaced = description ? /<title>[^<]*<\/title>|<meta name="description"[^>]*>/g : /<title>[^<]*<\/title>/;
  // As a function: a name may contain what `replace` would take for a pattern.
  return page.replace(replaced, '').replace('</head>', () => `${tags.join('')}</head>`);
}

function sendPage(res: Response, page: string, policy: string): void {
  res.setHeader('Content-Security-Policy', policy);
  res.setHeader('Cache-Control', 'no-cache');
  res.setHeader('Vary', 'Accept');
  res.type('html').send(page);
}

const BUILDING = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Guildhall</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="1">
<meta name="color-scheme" content="dark light"></head>
<body><h1>Guildhall</h1><p>The pages are being built. This takes a few seconds, once.</p></body></html>`;

function sayBuilding(res: Response): void {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Retry-After', '1');
  res.status(503).type('html').send(BUILDING);
}

/** Nothing inline, nothing evaluated, nothing from elsewhere. */
function contentSecurityPolicy(): string {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  };
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');
}
