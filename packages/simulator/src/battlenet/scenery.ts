/** Pictures of characters, instances and items, drawn by their numbers: a hooded figure, hills under an evening sky, a gem. */
import type { Answer } from '../answer.ts';
import type { SimulatorRequest } from '../request.ts';
import { colourPng } from './png.ts';

const SIZES: Record<string, number> = { avatar: 84, inset: 128, 'main-raw': 320 };
const TILE = { width: 384, height: 192 };

/** Red, green and blue; `hue` from 0 to 1. */
function colour(hue: number, lightness: number): number[] {
  const shade = (shift: number) => 0.55 + 0.45 * Math.cos(2 * Math.PI * (hue + shift));
  return [shade(0), shade(1 / 3), shade(2 / 3)].map((part) => 255 * lightness * part);
}

const hueOf = (id: number) => (id * 0.618) % 1;

function portrait(id: number, size: number): Buffer {
  const center = size / 2;
  return colourPng(size, size, (x, y) => {
    const face = Math.hypot(x - center, (y - center * 0.86) * 0.9) / center;
    const cloak = Math.abs(x - center) / center < 0.3 + (y / size) ** 2 * 0.6 && y > center * 0.5;
    if (face < 0.3) return colour(hueOf(id) + 0.5, 0.14);
    if (face < 0.46 || cloak) return colour(hueOf(id), 0.42 - face * 0.12);
    return colour(hueOf(id) + 0.08, 0.95 - (0.6 * y) / size);
  });
}

function landscape(id: number): Buffer {
  const { width, height } = TILE;
  const ridge = (x: number, hill: number) =>
    height *
    (0.45 + 0.17 * hill + 0.09 * Math.sin(x / (29 + hill * 17) + id * (hill + 1)) + 0.04 * Math.sin(x / 11 + id));
  return colourPng(width, height, (x, y) => {
    const hill = [2, 1, 0].find((each) => y > ridge(x, each));
    if (hill !== undefined) return colour(hueOf(id) + 0.1, 0.34 - hill * 0.12);
    const moon = Math.hypot(x - width * 0.72, y - height * 0.26) < 19;
    return moon ? [250, 240, 214] : colour(hueOf(id), 0.45 + (0.45 * y) / height);
  });
}

function icon(id: number, size: number): Buffer {
  const center = size / 2;
  return colourPng(size, size, (x, y) => {
    const facet = (Math.abs(x - center) * 1.25 + Math.abs(y - center)) / center;
    return facet < 0.8 ? colour(hueOf(id), 0.95 - facet * 0.45) : colour(hueOf(id) + 0.5, 0.2);
  });
}

/** `/battlenet/render/…`: the pictures that the media of characters, instances and items link. */
export function scenery({ path }: SimulatorRequest): Answer | undefined {
  const [, zone] = /^\/battlenet\/render\/zones\/instance-(\d+)-small\.jpg$/.exec(path) ?? [];
  const [, character, kind = ''] =
    /^\/battlenet\/render\/.+\/(\d+)-(avatar|inset|main-raw)\.(?:jpg|png)$/.exec(path) ?? [];
  const [, item] = /^\/battlenet\/render\/icons\/56\/item-(\d+)\.jpg$/.exec(path) ?? [];
  const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' };
  if (zone !== undefined) return { status: 200, headers, body: landscape(Number(zone)) };
  if (character !== undefined) return { status: 200, headers, body: portrait(Number(character), SIZES[kind] ?? 84) };
  if (item !== undefined) return { status: 200, headers, body: icon(Number(item), 56) };
  return undefined;
}
