/** How the socket stands, for who shows it; the socket itself comes later. */
import { useSyncExternalStore } from 'react';

type Connection = 'off' | 'connected' | 'reconnecting';
let connection: Connection = 'off';
const listeners = new Set<() => void>();

export const useConnection = () => useSyncExternalStore(subscribe, () => connection);

/** Answers what it was before. */
export function setConnection(next: Connection): Connection {
  const before = connection;
  connection = next;
  if (next !== before) for (const listener of listeners) listener();
  return before;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
