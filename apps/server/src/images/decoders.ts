/**
 * sharp, limited to the decoders of the four accepted formats. The others (SVG, which fetches files and addresses,
 * TIFF, PDF, …) are blocked for the whole process before anything can be decoded: always import sharp from here.
 */
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// No picture is decoded twice, so a cache would only waste memory.
sharp.cache(false);
// Process pictures side by side, each on a single core.
sharp.concurrency(1);

export type { Metadata } from 'sharp';
export { sharp };
