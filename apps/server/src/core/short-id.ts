/** The 16 bytes of a UUID in base64url: of many ids, 22 characters each instead of 36. */
export const shortId = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
