/**
 * The full URL of a stored address: our own files are stored as paths, because an installation's host may change;
 * addresses of other hosts are complete.
 */
export function publicUrl(baseUrl: string, address: string): string {
  // A page of events has fifty of these, and parsing an address only to write it again is not free.
  return address.startsWith('https://') ? address : new URL(address, baseUrl).href;
}
