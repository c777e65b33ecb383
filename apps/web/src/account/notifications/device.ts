/** The browser's own notifications. Only a button asks for permission, and the same button turns them off again. */
import { useSyncExternalStore } from 'react';

export type Device = 'unknown' | 'blocked' | 'off' | 'on';

const KEY = 'device-notifications';
const listeners = new Set<() => void>();

export function device(): Device {
  if (!('Notification' in window)) return 'unknown';
  if (Notification.permission === 'denied') return 'blocked';
  try {
    return Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on' ? 'on' : 'off';
  } catch {
    return 'off';
  }
}

export const useDevice = () => useSyncExternalStore(subscribe, device);

export async function allowDevice(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') remember('on');
  tell();
}

export function stopDevice(): void {
  remember('off');
  tell();
}

/** Does nothing where pages cannot show notifications themselves, as on Android. */
export function showOnDevice(title: string, body: string, onClick: () => void): void {
  if (device() !== 'on' || document.hasFocus()) return;
  try {
    const shown = new Notification(title, { body, icon: '/favicon.svg', tag: title });
    shown.onclick = () => {
      window.focus();
      onClick();
      shown.close();
    };
  } catch {
    // Nothing depends on it.
  }
}

function remember(value: 'on' | 'off'): void {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Storage may be forbidden; notifications then stay off.
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
