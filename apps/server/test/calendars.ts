/** Calendars as an independent program reads them. */
import ICAL from 'ical.js';

export type ReadEvent = {
  uid: string;
  title: string;
  description: string | null;
  location: string | null;
  status: string;
  sequence: number;
  start: string;
  end: string;
  /** The wall clock and the zone, as they are written. */
  local: string;
  timeZone: string;
};

/** Instants are worked out by the rules that the calendar itself brings along, and by no others. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zones = calendar.getAllSubcomponents('vtimezone').map((component) => new ICAL.Timezone(component));
  const events = calendar.getAllSubcomponents('vevent').map((component): ReadEvent => {
    const instant = (name: string) => {
      const property = component.getFirstProperty(name);
      const time = property?.getFirstValue();
      if (!(time instanceof ICAL.Time)) throw new Error(`${name} is no time`);
      const tzid = property?.getFirstParameter('tzid');
      const zone = tzid ? zones.find((candidate) => candidate.tzid === tzid) : ICAL.Timezone.utcTimezone;
      if (!zone) throw new Error(`The calendar does not bring ${tzid}`);
      const placed = time.clone();
      placed.zone = zone;
      return { at: placed.toJSDate().toISOString(), local: time.toString(), timeZone: tzid ?? 'UTC' };
    };
    const text = (name: string) => component.getFirstPropertyValue(name);
    const start = instant('dtstart');
    return {
      uid: String(text('uid')),
      title: String(text('summary')),
      description: text('description') === null ? null : String(text('description')),
      location: text('location') === null ? null : String(text('location')),
      status: String(text('status')),
      sequence: Number(text('sequence')),
      start: start.at,
      end: instant('dtend').at,
      local: start.local,
      timeZone: start.timeZone,
    };
  });
  return { name: String(calendar.getFirstPropertyValue('name')), events, zones: zones.map(({ tzid }) => tzid) };
}
