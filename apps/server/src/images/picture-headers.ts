/** The content at an address never changes: another picture has another address. */
export const PUBLIC_FOREVER = 'public, max-age=31536000, immutable';

/** Pictures come from strangers: a browser must treat any bytes as a picture and execute nothing. */
export const PICTURE_HEADERS = {
  'Content-Type': 'image/webp',
  'Content-Disposition': 'inline; filename="image.webp"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
