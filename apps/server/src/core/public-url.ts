/**
 * The whole address of what a row names: our own files are kept as paths, because the host of an installation may change,
 * those of others as they are.
 */
export function publicUrl(baseUrl: string, address: string): string {
  // A page of events has fifty of these, and parsing an address only to write it again is not free.
  return address.startsWith('https://') ? address : new URL(address, baseUrl).href;
}
