import { type Answer, jsonAnswer } from '../answer.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import type { Evening } from '../world-evenings.ts';

/** Observed: the tool names no numbers and says in words how long to wait. */
const LIMIT = { requests: 10, perMs: 5_000 };

/** Few, so that a client has to turn the page. */
const PAGE_SIZE = 5;

const refused = (status: number, reason: string) => jsonAnswer(status, { status: 'failed', reason });

/** `/raid-helper/api/v2|v4/events/{id}` and `/raid-helper/api/v4/servers/{id}/events`. Any key works, except `wrong`. */
export function createRaidHelper(world: World, now: () => number = Date.now) {
  let window = { startedAt: 0, used: 0 };

  /** Milliseconds to wait, or 0. */
  function wait(): number {
    const at = now();
    if (at >= window.startedAt + LIMIT.perMs) window = { startedAt: at, used: 0 };
    window.used += 1;
    return window.used > LIMIT.requests ? window.startedAt + LIMIT.perMs - at : 0;
  }

  const evenings = () => world.guilds.flatMap((guild) => world.evenings(guild));

  return (request: SimulatorRequest): Answer => {
    const place = request.path.replace(/^\/raid-helper\/api\//, '');
    const waitMs = wait();
    if (waitMs > 0) return refused(429, `Too many requests, try again in ${Math.ceil(waitMs / 1_000)}s.`);
    if (request.method !== 'GET') return refused(405, 'Method not allowed.');
    const [, version, id] = /^v([24])\/events\/(\d+)$/.exec(place) ?? [];
    if (id !== undefined) {
      const evening = evenings().find((one) => one.id === id);
      return evening ? jsonAnswer(200, eventDocument(evening, version === '4')) : refused(404, 'Event not found.');
    }
    const [, serverId] = /^v4\/servers\/(\d+)\/events$/.exec(place) ?? [];
    const server = world.chat.servers.find((one) => one.id === serverId);
    if (serverId === undefined || !server) return refused(404, 'Not found.');
    const key = request.headers.authorization ?? '';
    if (key === '' || key === 'wrong' || /^bearer /i.test(key)) return refused(401, 'Invalid API key.');
    const all = evenings().map((evening) => postedEvent(evening, serverId));
    const page = Math.max(1, Number.parseInt(request.headers.page?.toString() ?? '1', 10) || 1);
    const posted = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return jsonAnswer(200, {
      pages: Math.ceil(all.length / PAGE_SIZE),
      eventsOverall: all.length,
      eventsTransmitted: posted.length,
      currentPage: page,
      postedEvents: posted,
    });
  };
}

const ANSWERS = new Set(['Absence', 'Bench', 'Late', 'Tentative']);
const seconds = (ms: number) => Math.floor(ms / 1_000);

function eventDocument({ id, title, startsAt, endsAt, answers }: Evening, isLatest: boolean) {
  const day = new Date(startsAt);
  return {
    id,
    title,
    date: `${day.getUTCDate()}-${day.getUTCMonth() + 1}-${day.getUTCFullYear()}`,
    startTime: seconds(startsAt),
    endTime: seconds(endsAt),
    templateId: '43',
    color: '103,58,183',
    signUps: answers.map((answer, index) => ({
      ...(isLatest ? { cClassName: answer.column, cSpecName: answer.spec } : {}),
      entryTime: seconds(answer.answeredAt),
      specName: answer.spec,
      name: answer.name,
      // An answer that is no place has no role.
      ...(ANSWERS.has(answer.column) ? {} : { roleName: answer.column }),
      className: answer.column,
      id: answer.id,
      position: index + 1,
      userId: answer.discordId,
      status: 'primary',
    })),
    ...(isLatest ? { classes: [] } : {}),
  };
}

function postedEvent({ id, number, title, startsAt, endsAt, answers, occurrence }: Evening, serverId: string) {
  const series = `15070${String(Math.floor(number / 10)).padStart(14, '0')}`;
  return {
    id,
    channelId: serverId,
    title,
    templateId: '43',
    startTime: seconds(startsAt),
    endTime: seconds(endsAt),
    closeTime: seconds(startsAt),
    signUpCount: String(answers.length),
    scheduledId: occurrence === 0 ? series : `${series}-${occurrence}`,
  };
}
