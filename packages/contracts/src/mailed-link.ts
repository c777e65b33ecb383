/**
 * Reads what stands behind the page of a mailed link, however mail programs rewrote it: `#` as `%23` or `?`, `=` as `%3D` or `=3D`,
 * `&` as `&amp;`, lines broken within, signs of the sentence around it at its end. `damaged` is a link without a whole token.
 * One function without anything outside it: the plain pages carry its text.
 */
export function readMailedLink(text: string): { token: string | null; callbackUrl: string | null; damaged: boolean } {
  const whole = text.replace(/=?(?:%0d|%0a|[\r\n])+|%20|%09|[ \t]/gi, '');
  const [, token = null, rest = ''] = /token(?:=|%3d|%253d)*(?:3d)?([\w-]{43})(.*)$/i.exec(whole) ?? [];
  const [, way = ''] = /callbackurl(?:=|%3d|%253d)*(?:3d)?([^&]*)/i.exec(rest) ?? [];
  // A link that stands there twice begins anew.
  let callbackUrl = way.replace(/https?:\/\/.*$/i, '');
  try {
    for (let level = 0; level < 3 && /^%(?:25)*2f/i.test(callbackUrl); level += 1)
      callbackUrl = decodeURIComponent(callbackUrl);
  } catch {
    callbackUrl = '';
  }
  // Signs of the sentence that the link stood in.
  while (/[>)\]}.,;"'*]$/.test(callbackUrl)) callbackUrl = callbackUrl.slice(0, -1);
  const damaged = token === null && whole.replace(/^[/?#]+/, '') !== '';
  return { token, callbackUrl: callbackUrl.startsWith('/') ? callbackUrl : null, damaged };
}
