export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

/** Detects the format from the first bytes, ignoring the name and type sent by the client. */
export function pictureFormat(bytes: Buffer): PictureFormat | undefined {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (begins('\xff\xd8\xff')) return 'jpeg';
  if (begins('\x89PNG\r\n\x1a\n')) return 'png';
  if (begins('GIF87a') || begins('GIF89a')) return 'gif';
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp';
  return undefined;
}
