/** Answers requests that Node could not parse, which therefore never reach the application. */
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '@guildhall/contracts/errors.ts';
import { uuidv7 } from '../uuid.ts';

const STATUS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Node's own handler checks this as well: an answer that has begun cannot be replaced.
  const { _httpMessage: answering } = socket as { _httpMessage?: { headersSent: boolean } };
  if (!socket.writable || error.code === 'ECONNRESET' || answering?.headersSent) return void socket.destroy();
  const requestId = uuidv7();
  const message = 'The request is not valid HTTP, its headers are larger than 16 kB, or it took too long to arrive.';
  const body = JSON.stringify({ code: 'BAD_REQUEST', reason: 'invalid_input', message, requestId } satisfies ErrorBody);
  const lines = [
    `HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
