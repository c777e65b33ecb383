/** Types of the contracts, under their names there, from the OpenAPI and AsyncAPI documents. */
import type { components } from './schema.js';

type Schemas = components['schemas'];

export type ChangeView = Schemas['Change'];
export type ChangesView = Schemas['Changes'];
export type ChangeType = Schemas['ChangeType'];
export type ErrorBody = Schemas['Error'];
export type ErrorReason = Schemas['ErrorReason'];
export type RosterEntryView = Schemas['RosterEntry'];
export type WholeRosterView = Schemas['WholeRoster'];
export type SyncSessionView = Schemas['SyncSession'];
export type WebhookMessage = Schemas['WebhookMessage'];
export type ServerEvents = { [T in ChangeType]: (change: ChangeView) => void } & {
  [K in SyncSessionView['kind'] as `${K}-sync.progress`]: (session: SyncSessionView) => void;
};
