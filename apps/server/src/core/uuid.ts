import { randomFillSync } from 'node:crypto';

let lastTime = 0;
let sequence = 0;

/** Random bytes for many ids at once: asking the system for them costs more than the rest of an id. */
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

function randomBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

/**
 * UUID version 7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter that keeps the ids of one millisecond in one
 * process in order, and 62 random bits. Node has no generator for it.
 */
export function uuidv7(now = Date.now()): string {
  const bytes = randomBytes();
  if (now > lastTime) {
    lastTime = now;
    sequence = bytes.readUInt16BE(6) & 0x7ff;
  } else if (++sequence > 0xfff) {
    lastTime += 1;
    sequence = 0;
  }
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The least id that can be made at this moment, to find rows by their age. */
export const firstUuidAt = (at: Date): string => {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
};
