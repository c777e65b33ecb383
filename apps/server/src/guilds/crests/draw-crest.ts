/** Draws a guild's crest as a square logo: the background's colour, the border on it, the emblem in the middle. */
import { AppError } from '../../core/errors.ts';
import { createGate } from '../../core/gate.ts';
import { pictureFormat, sharp } from '../../pictures/images/decoders.ts';

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
type Colour = { r: number; g: number; b: number; a: number };
type Layer = { picture: Buffer; colour: Colour };
type Crest = { background: Colour; border: Layer; emblem: Layer };

const SIZE = 512;
const BORDER = 480;
/** The emblem's share of the border's height in the game's own pictures. */
const EMBLEM = Math.round(BORDER * (125 / 159));
const MAX_PIXELS = 1_000_000;
const QUALITY = 90;
const SECONDS = 5;

/** Draws one at a time; a sync of many guilds waits. */
const inTurn = createGate({ capacity: 1, waiting: 10_000 });

/** Returns WebP. Throws NOT_FOUND `crest_not_found` when a picture cannot be decoded. */
export function drawCrest({ background, border, emblem }: Crest): Promise<Buffer> {
  return inTurn(1, async () => {
    const layers = [await tinted(border, BORDER), await tinted(emblem, EMBLEM)];
    return sharp({ create: { width: SIZE, height: SIZE, channels: 4, background: inLimits(background) } })
      .composite(layers.map((input) => ({ input, gravity: 'centre' })))
      .webp({ quality: QUALITY })
      .toBuffer();
  });
}

/** The platform's pictures are grey; multiplying each pixel by the colour keeps their shades. */
async function tinted({ picture, colour: { r, g, b, a } }: Layer, size: number): Promise<Buffer> {
  if (!pictureFormat(picture)) throw unreadable();
  const factors = [channel(r) / 255, channel(g) / 255, channel(b) / 255, alpha(a)];
  const { data, info } = await sharp(picture, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    .resize(size, size, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw unreadable();
    });
  // A separate step, because a grey picture gets colour channels only when decoded.
  return sharp(data, { raw: info }).linear(factors, [0, 0, 0, 0]).png().toBuffer();
}

const channel = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
const alpha = (value: number) => Math.min(1, Math.max(0, value));
const inLimits = ({ r, g, b, a }: Colour) => ({ r: channel(r), g: channel(g), b: channel(b), alpha: alpha(a) });

const unreadable = () =>
  new AppError('NOT_FOUND', 'crest_not_found', "The game platform's pictures of this crest cannot be read.");
