/** What a handler wants to be sent. Handlers return it instead of writing, so that faults can change it on the way. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** Null: no body at all, as with 304. */
  body: string | Buffer | null;
};

export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json;charset=UTF-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** A page of ours: it loads nothing, runs nothing, is not cached and tells no other site where it came from. */
export function htmlAnswer(status: number, html: string): Answer {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body: html,
  };
}

export function redirectAnswer(location: string): Answer {
  return { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' }, body: null };
}
