import { untranslated } from '../localized.ts';
import { type Document, dynamicLink, type Scene, text } from './scene.ts';

const week = 7 * 86_400_000;

/** The last one runs; the first has no name, as early ones on the platform. */
const seasons = [
  { id: 12, name: null, weeks: [60, 34] },
  { id: 13, name: 'Tide Season 1', weeks: [34, 8] },
  { id: 14, name: 'Tide Season 2', weeks: [8, null] },
] as const;
const current = seasons[2];

const seasonLink = (scene: Scene, id: number) => ({
  key: dynamicLink(scene, 'mythic-keystone', 'season', id),
  id,
});

function document(scene: Scene, path: string, body: () => unknown): Document {
  const modified = Math.floor((scene.world.epoch - week) / 1000) * 1000;
  return { schema: 'mythic-keystone-season', modified, maxAge: 1800, cacheKey: path, body };
}

export const seasonIndex = (scene: Scene): Document =>
  document(scene, 'mythic-keystone/season', () => ({
    _links: { self: dynamicLink(scene, 'mythic-keystone', 'season', '') },
    seasons: seasons.map(({ id }) => seasonLink(scene, id)),
    current_season: seasonLink(scene, current.id),
  }));

export function seasonDocument(scene: Scene, idText: string): Document | undefined {
  const season = seasons.find(({ id }) => String(id) === idText);
  if (!season) return undefined;
  const [from, to] = season.weeks;
  return document(scene, `mythic-keystone/season/${idText}`, () => ({
    _links: { self: dynamicLink(scene, 'mythic-keystone', 'season', idText) },
    id: season.id,
    start_timestamp: scene.world.epoch - from * week,
    ...(to === null ? {} : { end_timestamp: scene.world.epoch - to * week }),
    season_name: season.name === null ? null : text(scene, untranslated(season.name), 'dynamic'),
  }));
}
