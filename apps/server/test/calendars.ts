/** Reads calendars with other people's programs. */
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

export type ReadEvent = {
  uid: string;
  url: string;
  title: string;
  description: string | null;
  location: string | null;
  status: string;
  sequence: number;
  start: string;
  end: string;
};

/** With ical.js, which knows only the time zones that the calendar itself defines. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component): ReadEvent => {
    const instant = (name: string) => {
      const time = component.getFirstPropertyValue(name);
      if (!(time instanceof ICAL.Time)) throw new Error(`${name} is not a time`);
      if (time.zone !== ICAL.Timezone.utcTimezone) throw new Error(`${name} is not in UTC`);
      return time.toJSDate().toISOString();
    };
    const text = (name: string) => component.getFirstPropertyValue(name);
    return {
      uid: String(text('uid')),
      url: String(text('url')),
      title: String(text('summary')),
      description: text('description') === null ? null : String(text('description')),
      location: text('location') === null ? null : String(text('location')),
      status: String(text('status')),
      sequence: Number(text('sequence')),
      start: instant('dtstart'),
      end: instant('dtend'),
    };
  });
  return { name: String(calendar.getFirstPropertyValue('name')), events };
}

export type Times = Pick<ReadEvent, 'uid' | 'start' | 'end'>;

/** With node-ical. */
export function readByNodeIcal(text: string): Times[] {
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((component) =>
    component?.type === 'VEVENT'
      ? [{ uid: component.uid, start: component.start.toISOString(), end: component.end?.toISOString() ?? '' }]
      : [],
  );
}

/**
 * By Outlook's published rules: a time zone has one standard offset, and daylight saving time only if one rule with
 * FREQ=YEARLY starts it and another ends it. Outlook ignores changes listed one by one.
 */
export function readLikeOutlook(text: string): Times[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  if (lines.some((line) => line.includes('FREQ=YEARLY'))) throw new Error('This reader does not know yearly rules');
  const offsets = new Map<string, string>();
  const events: Times[] = [];
  let zone = '';
  let inStandard = false;
  for (const line of lines) {
    const [, name = '', parameters = '', value = ''] = /^([^:;]+)([^:]*):(.*)$/.exec(line) ?? [];
    if (name === 'BEGIN' && value === 'VEVENT') events.push({ uid: '', start: '', end: '' });
    if (name === 'BEGIN') inStandard = value === 'STANDARD';
    if (name === 'TZID') zone = value;
    if (name === 'TZOFFSETTO' && inStandard) offsets.set(zone, value);
    const event = events.at(-1);
    if (!event) continue;
    if (name === 'UID') event.uid = value;
    if (name === 'DTSTART') event.start = instantOf(value, offsets.get(parameters.replace(';TZID=', '')));
    if (name === 'DTEND') event.end = instantOf(value, offsets.get(parameters.replace(';TZID=', '')));
  }
  return events;
}

/** A time without an offset would be the machine's local time, and so meaningless. */
function instantOf(value: string, offset = 'Z'): string {
  const [, year, month, day, hour, minute, second, utc] = /^(....)(..)(..)T(..)(..)(..)(Z?)$/.exec(value) ?? [];
  if (utc === '' && offset === 'Z') return value;
  const zone = utc || offset.replace(/^(...)(..)$/, '$1:$2');
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`).toISOString();
}
