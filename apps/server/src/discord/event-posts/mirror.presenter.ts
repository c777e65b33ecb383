/** Turns an event into a scheduled event of Discord, within its limits whatever the event contains. */
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { OutgoingScheduledEvent } from '@guildhall/discord/scheduled-events.ts';
import { cut } from './cut-text.ts';

const LONGEST = { name: 100, description: 1_000, location: 100 };

export type MirroredEvent = {
  title: string;
  description: string | null;
  /** The name of the guild, for an address that is too long to be a place. */
  organizationName: string;
  startsAt: Date;
  endsAt: Date;
};

/** Its last line is the address of the event, by which it is found again. */
export function presentMirror(event: MirroredEvent, pageUrl: string): OutgoingScheduledEvent {
  const text = escapeMarkdown(event.description?.trim() ?? '');
  const lines = [cut(text, LONGEST.description - pageUrl.length - 1), pageUrl].filter((line) => line !== '');
  return {
    name: cut(event.title, LONGEST.name),
    description: lines.join('\n'),
    location: pageUrl.length <= LONGEST.location ? pageUrl : cut(event.organizationName, LONGEST.location),
    startsAt: event.startsAt,
    endsAt: event.endsAt,
  };
}

/** Whether a description is that of the event with this address. */
export const isMirrorOf = (description: string | null | undefined, pageUrl: string): boolean =>
  description?.split('\n').at(-1) === pageUrl;
