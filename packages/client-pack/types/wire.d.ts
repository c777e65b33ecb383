/** Messages of the socket, under the names of the contracts. */
import type { components } from './schema.js';

export type ChangeView = components['schemas']['Change'];
export type ChangeType = components['schemas']['ChangeType'];
export type SyncSessionView = components['schemas']['SyncSession'];
export type ServerEvents = { [T in ChangeType]: (change: ChangeView) => void } & {
  [K in SyncSessionView['kind'] as `${K}-sync.progress`]: (session: SyncSessionView) => void;
};
