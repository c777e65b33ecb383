/** `public/theme-init.js` reads the same setting before the first paint. */
import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

const light = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<() => void>();
let chosen = remembered();
light.addEventListener('change', show);

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

function shown(): Exclude<Theme, 'system'> {
  const system = light.matches ? 'light' : 'dark';
  return chosen === 'system' ? system : chosen;
}

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
