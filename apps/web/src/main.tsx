import './theme/tokens.css';
import './theme/base.css';
import './theme/parts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { TRPCClientError } from '@trpc/client';
import { createRoot } from 'react-dom/client';
import { onSignedOut, queryClient } from './api/client.ts';
import { wordsOfRefusals } from './api/fetch-with-words.ts';
import { NotLoaded } from './api/load-once.ts';
import { currentSession, forgetPerson, forgetSession, wasSignedIn } from './api/session.ts';
import { coreWords } from './i18n/core.words.ts';
import { loadReason } from './i18n/failure-words.ts';
import { language, languageOf, setLanguage } from './i18n/language.ts';
import { router } from './router.tsx';
import { toast } from './ui/toast.tsx';

wordsOfRefusals(loadReason);

let leaving = false;

/** If the session ended elsewhere, goes to the sign-in page once, and from there back here. */
onSignedOut(() => {
  forgetSession();
  const { pathname, search } = window.location;
  if (leaving || pathname === '/login') return;
  leaving = true;
  toast({ text: coreWords.now().shell.signedOut });
  void router.navigate({ to: '/login', search: { redirect: `${pathname}${search}` } }).finally(() => {
    leaving = false;
    forgetPerson();
  });
});

type WithPage = { component?: { preload?: () => Promise<unknown> } };

/** Fetches the page while the session loads, unless the sign-in or the front page will probably stand in its place. */
function loadPage(): void {
  if (!wasSignedIn()) return;
  const routes = new Map<string, { options: unknown }>(Object.entries(router.routesById));
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const { component } = (routes.get(routeId)?.options ?? {}) as WithPage;
    // The router tries again, and shows why it failed.
    component?.preload?.().catch(() => {});
  }
}

/** A page that takes longer is drawn without its content, so that a slow network shows something. */
const PATIENCE_MS = 500;

async function start(root: HTMLElement): Promise<void> {
  document.documentElement.lang = language();
  loadPage();
  // If the request fails, each page that needs a session reports it.
  const loaded = Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const [session] = await Promise.all([currentSession().catch(() => null), coreWords.load(), loaded]);
  if (session?.user.onboardingCompletedAt) await setLanguage(languageOf(session.user.locale));
  createRoot(root, { onRecoverableError }).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const logError = console.error;
/** React logs every error that a boundary caught. Refusals and parts that did not load are shown where they belong. */
console.error = (first: unknown, ...more: unknown[]) => {
  if (first instanceof NotLoaded) console.warn(first.cause);
  else if (!(first instanceof TRPCClientError)) logError(first, ...more);
};

/** React has recovered and nothing is lost; the cause is worth a log line. */
function onRecoverableError(error: unknown): void {
  console.warn(error instanceof Error ? (error.cause ?? error) : error);
}

const root = document.getElementById('root');
if (root) {
  start(root).catch((error: unknown) => {
    // Opened without a connection: nothing is on screen yet.
    window.addEventListener('online', () => window.location.reload());
    throw error;
  });
}
