import type { z } from 'zod';
import { fetchJson, type ToolOptions } from './fetch-json.ts';
import { WowauditCharacters, WowauditGuests, WowauditRaid, WowauditRaids } from './wowaudit.ts';

export type Wowaudit = ReturnType<typeof createWowaudit>;

/** A client for one key, which belongs to one team and has no scopes: it could write, too. It is kept nowhere else. */
export function createWowaudit(key: string, options: ToolOptions = {}) {
  const base = options.apiUrl ?? 'https://wowaudit.com';
  const get = <T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal) =>
    fetchJson({ ...options, tool: 'wowaudit', url: base + path, authorization: `Bearer ${key}`, schema, signal });

  return {
    characters: (signal?: AbortSignal) => get('/v1/characters', WowauditCharacters, signal),
    guests: (signal?: AbortSignal) => get('/v1/guests', WowauditGuests, signal),
    raids: (signal?: AbortSignal) => get('/v1/raids?include_past=true', WowauditRaids, signal),
    raid: (id: number, signal?: AbortSignal) => get(`/v1/raids/${id}`, WowauditRaid, signal),
  };
}
