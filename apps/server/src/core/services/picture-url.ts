/** Addresses of pictures, as clients get them: always of this service, whoever keeps the picture. */

import { GameVersion } from '@guildhall/contracts/primitives.ts';
import { LRUCache } from 'lru-cache';
import { publicUrl } from '../public-url.ts';
import type { Signer } from '../secrets.ts';

/** The path of an image within the service, as stored in the rows that show it. */
export const imagePath = (id: string, size: number) => `/api/v1/images/${id}/${size}.webp`;

/** Null stays null, for the many things without a picture. */
export type PictureUrl = <T extends string | null>(address: T) => T extends null ? null : string;

const MEDIA = '/api/v1/media/';
const SIGNATURE_LENGTH = 32;

/**
 * Our own pictures are stored as paths. Those of the platforms are stored with their full address and served by
 * `media/`, so that a visitor asks no other host and no host learns of a visitor. The address is signed, because we fetch
 * whatever it names.
 */
export function createPictureUrl(baseUrl: string, sign: Signer): PictureUrl {
  // A page of events names hundreds.
  const known = new LRUCache<string, string>({ max: 10_000 });
  const urlOf = (address: string) => {
    const url = publicUrl(baseUrl, address.startsWith('/') ? address : `${MEDIA}${mediaName(sign, address)}`);
    known.set(address, url);
    return url;
  };
  return ((address: string | null) => (address === null ? null : (known.get(address) ?? urlOf(address)))) as PictureUrl;
}

/** Stands for the picture of an item, whose address only the platform knows. */
export const itemPicture = (gameVersion: GameVersion, itemId: number): string => `item:${gameVersion}/${itemId}`;

/** Null for every other address. */
export function itemPictured(address: string): { gameVersion: GameVersion; itemId: number } | null {
  const [, named, itemId] = /^item:([\w-]+)\/(\d{1,10})$/.exec(address) ?? [];
  const gameVersion = GameVersion.safeParse(named).data;
  return gameVersion && itemId !== undefined ? { gameVersion, itemId: Number(itemId) } : null;
}

const mediaName = (sign: Signer, address: string) =>
  `${signature(sign, address)}${Buffer.from(address).toString('base64url')}.webp`;

/** The address that the last segment of a media path stands for. Undefined unless we named it. */
export function addressOfMedia(sign: Signer, name: string): string | undefined {
  const [, signed, coded = ''] = /^([0-9a-f]{32})([\w-]+)\.webp$/.exec(name) ?? [];
  const address = Buffer.from(coded, 'base64url').toString();
  return signed !== undefined && signature(sign, address) === signed ? address : undefined;
}

const signature = (sign: Signer, address: string) => sign(`media ${address}`).slice(0, SIGNATURE_LENGTH);
