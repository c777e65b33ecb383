// Before the first paint, so that nothing flashes. A classic script: modules run too late.
(() => {
  const system = () => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
  let chosen = 'system';
  try {
    chosen = localStorage.getItem('theme') ?? 'system';
  } catch {
    // Storage may be forbidden.
  }
  document.documentElement.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : system();
})();
