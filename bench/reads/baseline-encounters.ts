/**
 * `GET /game-data/encounters` of the baseline: one statement per request, without authentication or a cache. The
 * service answers from memory, which makes up for the layers around it.
 */
import { ENCOUNTERS } from '../../apps/server/src/reference/game-data.queries.ts';
import type { Query } from './baseline-session.ts';

type EncounterRow = {
  id: number;
  name: string | null;
  description: string | null;
  journalInstanceId: number;
  position: number;
};

const LOCALES = new Set(['en_US', 'de_DE', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU']);

export async function readEncounters(query: Query, parameters: URLSearchParams): Promise<[number, unknown]> {
  const locale = parameters.get('locale') ?? 'en_US';
  const instanceId = Number(parameters.get('journalInstanceId'));
  if (!LOCALES.has(locale) || !Number.isInteger(instanceId) || instanceId < 1 || instanceId > 1_000_000) {
    return [400, { code: 'BAD_REQUEST' }];
  }
  const rows = await query<EncounterRow>('encounters', ENCOUNTERS.text, [locale, instanceId]);
  const encounters = rows.map(({ id, name, description, journalInstanceId, position }) => {
    return { id, name: name ?? `Encounter ${id}`, description, journalInstanceId, position };
  });
  return [200, encounters];
}
