import type { Answer } from '../answer.ts';
import type { SimulatorRequest } from '../request.ts';
import { whitePng } from './png.ts';

const emblemSize = 125;
const borderWidth = 147;
const borderHeight = 159;

/** Draws a distinct star or flower for every number: 3 to 12 points of varying depth and rotation, some with a hole. */
function emblem(id: number): Buffer {
  const points = 3 + (id % 10);
  const depth = 0.18 + (Math.floor(id / 10) % 5) * 0.08;
  const hole = id % 3 === 0 ? 0.22 : 0;
  const center = (emblemSize - 1) / 2;
  return whitePng(emblemSize, emblemSize, (x, y) => {
    const angle = Math.atan2(y - center, x - center) + id;
    const distance = Math.hypot(x - center, y - center) / center;
    const edge = 0.95 - depth + depth * Math.cos(angle * points);
    // A one-pixel gradient on either side keeps the edge smooth.
    const outer = (edge - distance) * center;
    const inner = (distance - hole) * center;
    return Math.min(outer, hole === 0 ? 1 : inner);
  });
}

/** A frame along the edge of the tabard, thicker for higher numbers. */
function border(id: number): Buffer {
  const thickness = 4 + id * 2;
  return whitePng(borderWidth, borderHeight, (x, y) => {
    const fromEdge = Math.min(x, y, borderWidth - 1 - x, borderHeight - 1 - y);
    return Math.min(fromEdge - 2, thickness - (fromEdge - 2));
  });
}

/** `/battlenet/render/guild/tabards/{emblem|border}_{nn}.png`: the images that the crest media link. */
export function crestImage(request: SimulatorRequest): Answer | undefined {
  const [, kind, digits] =
    /^\/battlenet\/render\/guild\/tabards\/(emblem|border)_(\d{2,3})\.png$/.exec(request.path) ?? [];
  const id = Number(digits);
  if (kind === undefined || id > (kind === 'emblem' ? 195 : 5)) return undefined;
  const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' };
  return { status: 200, headers, body: kind === 'emblem' ? emblem(id) : border(id) };
}
