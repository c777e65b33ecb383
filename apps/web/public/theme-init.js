// Runs before the first paint, so that nothing flashes. A classic script, because modules run too late.
(() => {
  const system = () => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
  let chosen = 'system';
  try {
    chosen = localStorage.getItem('theme') ?? 'system';
  } catch {
    // Storage may be blocked.
  }
  document.documentElement.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : system();
})();
