/** What is at an address never changes: another picture has another one. */
export const PUBLIC_FOREVER = 'public, max-age=31536000, immutable';

/** Pictures come from strangers: whatever one turns out to be, a browser treats it as a picture and lets it do nothing. */
export const PICTURE_HEADERS = {
  'Content-Type': 'image/webp',
  'Content-Disposition': 'inline; filename="image.webp"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
