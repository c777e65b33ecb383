import { localized } from '../localized.ts';
import type { Realm } from '../world-model.ts';
import { regionInfo } from '../world-realms.ts';
import { type Document, dynamicLink, type Scene, text } from './scene.ts';

const day = 86_400;

const normal = localized('Normal|Normal|Normal|Normal|Normale|Normal|Обычный|일반|一般|普通');
const up = localized('Up|Verfügbar|Disponible|En ligne|Online|Ativo|Работает|정상|正常|正常');
const medium = localized('Medium|Mittel|Medio|Moyenne|Media|Médio|Средняя|보통|中等|中');

function dynamicDocument(scene: Scene, schema: Document['schema'], maxAge: number, path: string, body: () => unknown) {
  const modified = Math.floor((scene.world.epoch - day * 1000) / 1000) * 1000;
  return { schema, modified, maxAge, cacheKey: path, body } satisfies Document;
}

function realmsOf(scene: Scene): Realm[] {
  return scene.world.realms.filter((realm) => realm.region === scene.region && realm.gameVersion === scene.gameVersion);
}

export function realmIndex(scene: Scene): Document {
  return dynamicDocument(scene, 'realm', day, 'realm', () => ({
    _links: { self: dynamicLink(scene, 'realm', '') },
    realms: realmsOf(scene).map((realm) => ({
      key: dynamicLink(scene, 'realm', realm.id),
      name: text(scene, realm.name, 'dynamic'),
      id: realm.id,
      slug: realm.slug,
    })),
  }));
}

function realmBody(scene: Scene, realm: Realm) {
  const region = regionInfo[realm.region];
  return {
    id: realm.id,
    region: {
      key: dynamicLink(scene, 'region', region.id),
      name: text(scene, region.name, 'dynamic'),
      id: region.id,
    },
    connected_realm: dynamicLink(scene, 'connected-realm', realm.connectedRealmId),
    name: text(scene, realm.name, 'dynamic'),
    category: text(scene, realm.category, 'dynamic'),
    locale: realm.locale,
    timezone: realm.timeZone,
    type: { type: 'NORMAL', name: text(scene, normal, 'dynamic') },
    is_tournament: false,
    slug: realm.slug,
  };
}

/** By slug or by numeric id: the real platform accepts both. */
export function realmDocument(scene: Scene, slugOrId: string): Document | undefined {
  const realm = scene.world.findRealm(scene.region, scene.gameVersion, slugOrId);
  if (!realm) return undefined;
  return dynamicDocument(scene, 'realm', day, `realm/${realm.id}`, () => ({
    _links: { self: dynamicLink(scene, 'realm', realm.slug) },
    ...realmBody(scene, realm),
  }));
}

export function connectedRealm(scene: Scene, idText: string): Document | undefined {
  const realms = realmsOf(scene).filter(({ connectedRealmId }) => String(connectedRealmId) === idText);
  const [first] = realms;
  if (!first) return undefined;
  const id = first.connectedRealmId;
  return dynamicDocument(scene, 'connected-realm', 30, `connected-realm/${id}`, () => ({
    _links: { self: dynamicLink(scene, 'connected-realm', id) },
    id,
    has_queue: false,
    status: { type: 'UP', name: text(scene, up, 'dynamic') },
    population: { type: 'MEDIUM', name: text(scene, medium, 'dynamic') },
    realms: realms.map((realm) => realmBody(scene, realm)),
    mythic_leaderboards: dynamicLink(scene, 'connected-realm', id, 'mythic-leaderboard', ''),
    auctions: dynamicLink(scene, 'connected-realm', id, 'auctions'),
  }));
}
