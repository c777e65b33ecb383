import { isInterfacePath } from '@guildhall/contracts/page-path.ts';

/** A path of this site that no browser could read as another address, and that does not lead to the API. */
export function isOwnPage(text: string): boolean {
  if (!/^\/(?![/\\])/.test(text) || !URL.canParse(text, SOMEWHERE)) return false;
  const { origin, pathname } = new URL(text, SOMEWHERE);
  return origin === SOMEWHERE && !pathname.startsWith('//') && !isInterfacePath(pathname);
}

/** Whether a whole address leads to the API of this site. */
export function isOwnInterface(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { host, pathname } = new URL(address);
  return host === globalThis.location?.host && isInterfacePath(pathname);
}

const SOMEWHERE = 'https://guildhall.invalid';
