/** `public/theme-init.js` reads the same setting before the first paint. */
import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];
type Shown = Exclude<Theme, 'system'>;

const light = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<() => void>();
let chosen = remembered();
// Kept, because Chromium tells nothing of a change that was read before it was told.
let system: Shown = light.matches ? 'light' : 'dark';
light.addEventListener('change', ({ matches }) => {
  system = matches ? 'light' : 'dark';
  show();
});

export const useTheme = () => useSyncExternalStore(subscribe, () => chosen);
/** The theme that shows now. The system may change it. */
export const useShownTheme = () => useSyncExternalStore(subscribe, shown);

export function setTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage may be blocked; the choice then lasts until the page is left.
  }
  show();
}

const shown = (): Shown => (chosen === 'system' ? system : chosen);

function show(): void {
  document.documentElement.dataset.theme = shown();
  for (const listener of listeners) listener();
}

function remembered(): Theme {
  try {
    const text = localStorage.getItem('theme');
    return THEMES.find((theme) => theme === text) ?? 'system';
  } catch {
    return 'system';
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
