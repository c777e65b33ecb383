/** The response a handler wants sent. Handlers return it instead of writing it, so that faults can still change it. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** Null means no body at all, as with 304. */
  body: string | Buffer | null;
};

export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json;charset=UTF-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** An HTML page of the simulator: it loads and runs nothing, is not cached and sends no referrer. */
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
