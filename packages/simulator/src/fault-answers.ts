import { type Answer, jsonAnswer } from './answer.ts';
import { tooMany } from './discord/limits.ts';
import type { Fault } from './faults.ts';
import type { SimulatorRequest } from './request.ts';

const apiTypes = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
]);

/** The error body of the Battle.net API. 404, 403 and 401 follow recordings; the others follow the same pattern. */
export function apiError(status: number, headers: Record<string, string> = {}): Answer {
  const type = `BLZWEBAPI${String(status).padStart(8, '0')}`;
  return jsonAnswer(status, { code: status, type, detail: apiTypes.get(status) ?? 'Error' }, headers);
}

/** The error body of Discord. `code` 0 is its general error. */
export function discordError(status: number, message: string, code = 0): Answer {
  return jsonAnswer(status, { message, code });
}

/** The error body of the moderation API. */
export function moderationError(status: number, message: string): Answer {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  return jsonAnswer(status, { error: { message, type, param: null, code: null } });
}

function isDiscord(request: SimulatorRequest): boolean {
  return request.path.startsWith('/discord/');
}

function usualError(request: SimulatorRequest, status: number, retryAfter: number | undefined): Answer {
  if (/^\/(raid-helper|wowaudit|warcraft-logs)\//.test(request.path))
    return jsonAnswer(status, { error: apiTypes.get(status) });
  if (request.path.startsWith('/moderation/')) return moderationError(status, apiTypes.get(status) ?? 'Error');
  if (!isDiscord(request)) return apiError(status);
  if (status !== 429) return discordError(status, `${status}: ${apiTypes.get(status) ?? 'Error'}`);
  return jsonAnswer(429, { message: 'You are being rate limited.', retry_after: retryAfter ?? 1, global: false });
}

/** The response of a fault that needs no document; undefined for the others. */
export function faultAnswer(request: SimulatorRequest, fault: Fault): Answer | undefined {
  if (fault.kind === 'status') {
    const { status, retryAfter, body } = fault;
    const answer = body === undefined ? usualError(request, status, retryAfter) : jsonAnswer(status, body);
    if (retryAfter !== undefined) answer.headers['Retry-After'] = String(retryAfter);
    return answer;
  }
  if (fault.kind === 'html') {
    const body = fault.body ?? '<html><body><h1>We will be back soon</h1></body></html>';
    return { status: fault.status ?? 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
  }
  if (fault.kind === 'limited') return tooMany(fault.scope, fault.retryAfter * 1_000, {}, fault.code);
  if (fault.kind === 'expired-token') return usualError(request, 401, undefined);
  return undefined;
}

/** Whether the fault alters the correct response, which must then be a whole document and not a 304. */
export function spoilsDocument(fault: Fault): boolean {
  return ['truncated', 'empty-roster', 'partial-roster', 'member-count'].includes(fault.kind);
}

/** Alters the correct response as the fault says; errors stay as they are. */
export function spoil(answer: Answer, fault: Fault): Answer {
  if (answer.status !== 200 || answer.body === null) return answer;
  const text = answer.body.toString();
  if (fault.kind === 'truncated') return { ...answer, body: text.slice(0, Math.floor(text.length / 2)) };
  const document: unknown = JSON.parse(text);
  if (typeof document !== 'object' || document === null) return answer;
  const altered = alterationBy(fault, document);
  return altered ? { ...answer, body: JSON.stringify({ ...document, ...altered }) } : answer;
}

function alterationBy(fault: Fault, document: object): object | undefined {
  if (fault.kind === 'member-count') return 'member_count' in document ? { member_count: fault.members } : undefined;
  const members = fault.kind === 'partial-roster' ? fault.members : 0;
  if (!('members' in document) || !Array.isArray(document.members)) return undefined;
  return { members: document.members.slice(0, members) };
}
