/** Scheduled events of a chat server, and what people do to them by hand. */
import { WorldRefusal } from './world-refusal.ts';

export type ScheduledEvent = {
  readonly id: string;
  readonly serverId: string;
  readonly creatorId: string;
  name: string;
  description: string;
  location: string;
  startsAt: number;
  endsAt: number;
  /** Transitions go one way. */
  status: 'scheduled' | 'active' | 'completed' | 'canceled';
};

/** Discord's own limit of events that are neither over nor canceled. */
const MOST = 100;

export function createScheduledEvents() {
  const events = new Map<string, ScheduledEvent>();
  let made = 0;

  /** Discord begins and ends events without a channel by the clock. */
  function asOf(event: ScheduledEvent, at: number): ScheduledEvent {
    if (event.status === 'scheduled' && event.startsAt <= at) event.status = 'active';
    if (event.status === 'active' && event.endsAt <= at) event.status = 'completed';
    return event;
  }

  const isOpen = ({ status }: ScheduledEvent) => status === 'scheduled' || status === 'active';

  /** Those that are neither over nor canceled, in the order of their start. */
  const scheduledEvents = (serverId: string, at = Date.now()): ScheduledEvent[] =>
    [...events.values()]
      .filter((event) => event.serverId === serverId && isOpen(asOf(event, at)))
      .sort((a, b) => a.startsAt - b.startsAt);

  function findScheduledEvent(id: string, at = Date.now()): ScheduledEvent | undefined {
    const event = events.get(id);
    return event && asOf(event, at);
  }

  function existing(id: string): ScheduledEvent {
    const event = findScheduledEvent(id);
    if (!event) throw new WorldRefusal('missing', `There is no scheduled event ${id}`);
    return event;
  }

  return {
    scheduledEvents,
    findScheduledEvent,

    /** Null if the server has the maximum number of events. */
    addScheduledEvent(event: Omit<ScheduledEvent, 'id' | 'status'>, at = Date.now()): ScheduledEvent | null {
      if (scheduledEvents(event.serverId, at).length >= MOST) return null;
      made += 1;
      const added: ScheduledEvent = {
        ...event,
        id: String(440_000_000_000_000_000n + BigInt(made)),
        status: 'scheduled',
      };
      events.set(added.id, added);
      return added;
    },

    /** An officer ends it by hand, or cancels it before it begins. */
    endScheduledEvent(id: string): void {
      const event = existing(id);
      event.status = event.status === 'active' ? 'completed' : 'canceled';
    },

    deleteScheduledEvent(id: string): void {
      events.delete(existing(id).id);
    },
  };
}
