const EVERY_MS = 10 * 60_000;

/** Looks now and then, and at once when a chunk is missing. */
export function watchForNewVersion(found: () => void): () => void {
  let asked = Date.now();
  const look = async () => {
    asked = Date.now();
    if (await isNewVersionOut()) found();
  };
  const lookSometimes = () => {
    if (document.visibilityState === 'visible' && Date.now() - asked >= EVERY_MS) void look();
  };
  const lookNow = () => void look();
  const timer = setInterval(lookSometimes, EVERY_MS);
  document.addEventListener('visibilitychange', lookSometimes);
  window.addEventListener('vite:preloadError', lookNow);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookSometimes);
    window.removeEventListener('vite:preloadError', lookNow);
  };
}

/** Script names contain a content hash, so another name means a new version. */
export async function isNewVersionOut(): Promise<boolean> {
  const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-cache' }).catch(() => null);
  const script = scriptOf((await answer?.text()) ?? '');
  return script !== undefined && script !== scriptOf(document.documentElement.outerHTML);
}

const scriptOf = (html: string) => /\/assets\/index-[\w-]+\.js/.exec(html)?.[0];
