/** A browser for tests: keeps cookies, does not follow redirects on its own, and signs in on the simulator's pages. */
import { cookieOf, type TestApp } from './app.ts';

type Provider = 'battlenet' | 'discord';

export type Browser = {
  /** Name → value, as the service set them. */
  cookies: Map<string, string>;
  /** The `Set-Cookie` lines of the last response. */
  setCookies: string[];
  open(address: string, init?: { method?: string; headers?: Record<string, string> }): Promise<Response>;
  /** Starts at the service, consents at the provider, and returns the address to which the provider redirects. */
  consent(provider: Provider, account: string, callbackUrl?: string): Promise<string>;
  /** The whole flow; returns the address where it ended, e.g. `/` or `/?error=state_mismatch`. */
  signIn(provider: Provider, account: string, callbackUrl?: string): Promise<string>;
  session(): string | undefined;
};

export function openBrowser(app: Pick<TestApp, 'url'>, start: Record<string, string> = {}): Browser {
  const cookies = new Map(Object.entries(start));
  const browser: Browser = {
    cookies,
    setCookies: [],
    async open(address, { method = 'GET', headers = {} } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const sent = { ...headers, ...(cookie ? { cookie } : {}) };
      const response = await fetch(new URL(address, app.url), { method, headers: sent, redirect: 'manual' });
      browser.setCookies = response.headers.getSetCookie();
      for (const line of browser.setCookies) {
        const name = line.slice(0, line.indexOf('='));
        const value = cookieOf(line, name).slice(name.length + 1);
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      return response;
    },
    async consent(provider, account, callbackUrl = '/') {
      const answer = await browser.open(
        `/api/v1/auth/signin/${provider}?callbackURL=${encodeURIComponent(callbackUrl)}`,
      );
      const choice = account === 'cancel' ? 'cancel=1' : `account=${account}`;
      const consent = await fetch(`${answer.headers.get('location')}&${choice}`, { redirect: 'manual' });
      const back = new URL(consent.headers.get('location') ?? 'http://no.redirect');
      return `${back.pathname}${back.search}`;
    },
    async signIn(provider, account, callbackUrl) {
      const answer = await browser.open(await browser.consent(provider, account, callbackUrl));
      return answer.headers.get('location') ?? `${answer.status}`;
    },
    session: () => cookies.get('session') ?? cookies.get('__Host-session'),
  };
  return browser;
}
