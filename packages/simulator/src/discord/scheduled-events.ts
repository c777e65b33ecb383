/** Scheduled events of servers: create, list, edit, delete. Only those outside of Discord's channels. */
import { z } from 'zod';
import { type Answer, jsonAnswer } from '../answer.ts';
import { discordError } from '../fault-answers.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import type { ChatServer } from '../world-chat.ts';
import { chatPermission } from '../world-chat-roles.ts';
import type { ScheduledEvent } from '../world-scheduled-events.ts';
import { formBody, invalidForm } from './message-limits.ts';
import { botUser, botUserId } from './roles.ts';

const EXTERNAL = 3;
const STATUS = { scheduled: 1, active: 2, completed: 3, canceled: 4 } as const;

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const fields = {
  name: z.string().min(1).max(100),
  description: z.string().max(1_000),
  scheduled_start_time: moment.refine((at) => at > Date.now(), 'Cannot schedule event in the past.'),
  scheduled_end_time: moment.refine((at) => at > Date.now(), 'Cannot schedule event in the past.'),
  entity_metadata: z.object({ location: z.string().min(1).max(100) }),
};

const isInOrder = ({ start, end }: { start: number; end: number }) => start < end;
const createBody = z.object({
  ...fields,
  description: fields.description.default(''),
  privacy_level: z.literal(2),
  entity_type: z.literal(EXTERNAL),
});
const editBody = z.object(fields).partial();

export function createScheduledEventsApi({ chat }: World) {
  async function create(request: SimulatorRequest, server: ChatServer): Promise<Answer> {
    const parsed = await formBody(request, createBody);
    if ('refused' in parsed) return parsed.refused;
    if (!may(server, chatPermission.createEvents | chatPermission.manageEvents)) return missingPermissions();
    const { name, description, scheduled_start_time: startsAt, scheduled_end_time: endsAt } = parsed.form;
    if (!isInOrder({ start: startsAt, end: endsAt })) return endsTooEarly();
    const { location } = parsed.form.entity_metadata;
    const place = { serverId: server.id, creatorId: botUserId };
    const added = chat.addScheduledEvent({ ...place, name, description, location, startsAt, endsAt });
    if (!added) return discordError(400, 'Maximum number of uncompleted guild scheduled events reached (100)', 30_038);
    return jsonAnswer(200, scheduledEventObject(added));
  }

  async function edit(request: SimulatorRequest, event: ScheduledEvent): Promise<Answer> {
    const parsed = await formBody(request, editBody);
    if ('refused' in parsed) return parsed.refused;
    const { scheduled_start_time: startsAt, scheduled_end_time: endsAt, entity_metadata, ...rest } = parsed.form;
    if (event.status === 'completed' || event.status === 'canceled')
      return discordError(400, 'Cannot update a finished event', 180_000);
    if (event.status === 'active' && startsAt !== undefined)
      return invalidForm(
        new z.ZodError([{ code: 'custom', path: ['scheduled_start_time'], message: 'It has begun', input: startsAt }]),
      );
    if (!isInOrder({ start: startsAt ?? event.startsAt, end: endsAt ?? event.endsAt })) return endsTooEarly();
    Object.assign(event, rest, startsAt && { startsAt }, endsAt && { endsAt }, entity_metadata);
    return jsonAnswer(200, scheduledEventObject(event));
  }

  /** `id` is empty for the list of a server. */
  return async (request: SimulatorRequest, server: ChatServer, id?: string): Promise<Answer | undefined> => {
    const { method } = request;
    if (id === undefined) {
      if (method === 'POST') return create(request, server);
      return method === 'GET' ? jsonAnswer(200, chat.scheduledEvents(server.id).map(scheduledEventObject)) : undefined;
    }
    const event = chat.findScheduledEvent(id);
    if (event?.serverId !== server.id) return discordError(404, 'Unknown Guild Scheduled Event', 10_070);
    if (method === 'GET') return jsonAnswer(200, scheduledEventObject(event));
    if (method !== 'PATCH' && method !== 'DELETE') return undefined;
    const isOwn = event.creatorId === botUserId && may(server, chatPermission.createEvents);
    if (!isOwn && !may(server, chatPermission.manageEvents)) return missingPermissions();
    if (method === 'PATCH') return edit(request, event);
    chat.deleteScheduledEvent(id);
    return { status: 204, headers: {}, body: null };
  };
}

const missingPermissions = () => discordError(403, 'Missing Permissions', 50_013);

const endsTooEarly = () =>
  invalidForm(
    new z.ZodError([
      { code: 'custom', path: ['scheduled_end_time'], message: 'Cannot end before it starts', input: '' },
    ]),
  );

/** Whether the roles of the bot hold one of these. */
function may({ id: serverId, roles, botRoles }: ChatServer, permissions: bigint): boolean {
  const own = roles.filter(({ id }) => id === serverId || botRoles.includes(id));
  const held = own.reduce((sum, role) => sum | role.permissions, 0n);
  return (held & (permissions | chatPermission.administrator)) !== 0n;
}

/** A scheduled event as Discord answers it. */
function scheduledEventObject(event: ScheduledEvent) {
  return {
    id: event.id,
    guild_id: event.serverId,
    channel_id: null,
    creator_id: event.creatorId,
    creator: event.creatorId === botUserId ? botUser() : undefined,
    name: event.name,
    description: event.description,
    scheduled_start_time: new Date(event.startsAt).toISOString(),
    scheduled_end_time: new Date(event.endsAt).toISOString(),
    privacy_level: 2,
    status: STATUS[event.status],
    entity_type: EXTERNAL,
    entity_id: null,
    entity_metadata: { location: event.location },
    image: null,
    recurrence_rule: null,
  };
}
