/** Decides which addresses are pictures of the game platform. They come from its answers, so none is trusted. */

/** A listed host stands for itself and its subdomains, on https and its default port; a listed origin for itself. */
export function isMediaHost(url: URL, hosts: string[]): boolean {
  if (url.username || url.password) return false;
  return hosts.some((entry) => {
    if (entry.includes('://')) return url.origin === entry;
    const { protocol, port, hostname } = url;
    return protocol === 'https:' && port === '' && (hostname === entry || hostname.endsWith(`.${entry}`));
  });
}
