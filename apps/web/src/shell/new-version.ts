const EVERY_MS = 10 * 60_000;

/** Script names contain a content hash, so another name means a new version. A missing chunk does too. */
export function watchForNewVersion(found: () => void): () => void {
  let asked = Date.now();
  const look = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < EVERY_MS) return;
    asked = Date.now();
    const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-cache' }).catch(() => null);
    const script = scriptOf((await answer?.text()) ?? '');
    if (script && script !== scriptOf(document.documentElement.outerHTML)) found();
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  const onVisible = () => void look();
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('vite:preloadError', found);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('vite:preloadError', found);
  };
}

const scriptOf = (html: string) => /\/assets\/index-[\w-]+\.js/.exec(html)?.[0];
