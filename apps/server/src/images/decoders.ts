/**
 * sharp, with only the decoders of the four formats that are accepted. The others (SVG, which fetches files and
 * addresses, TIFF, PDF, …) are blocked for the whole process before anything can be decoded: import sharp from here.
 */
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// No picture is decoded twice, so that a cache would only hold memory.
sharp.cache(false);
// Pictures are worked on side by side, not each on every core.
sharp.concurrency(1);

export type { Metadata } from 'sharp';
export { sharp };
