/**
 * The whole address of what a row names: our own files are kept as paths, because the host of an installation may change,
 * those of others as they are.
 */
export function publicUrl(baseUrl: string, address: string): string {
  return new URL(address, baseUrl).href;
}
