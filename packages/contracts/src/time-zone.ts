/** Names of time zones, as people, browsers and other databases give them. Without zod, for the pages. */

/** The name in the spelling that this runtime takes, the newest one of a renamed place; null for one that it does not know. */
export function canonicalZone(name: string): string | null {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  // The runtime also accepts offsets such as +02:00, but they ignore daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return null;
  const taken = [name, ...Object.keys(RENAMED).filter((old) => RENAMED[old] === name)].find(isTaken);
  if (taken === undefined) return null;
  const told = new Intl.DateTimeFormat('en', { timeZone: taken }).resolvedOptions().timeZone;
  // A browser that hides its own zone may tell every other as `Etc/Unknown`, too.
  const zone = [RENAMED[told], told, taken].find(isTaken) ?? taken;
  if (knownZones.size < MAX_KNOWN_ZONES) knownZones.set(name, zone);
  return zone;
}

/**
 * For what was stored elsewhere, or told by a browser: a zone that this runtime knows. Each runtime and each database has a
 * list of its own, so what one has kept another may refuse.
 */
export function zoneOrUtc(name: unknown): string {
  return (typeof name === 'string' ? canonicalZone(name) : null) ?? 'UTC';
}

function isTaken(timeZone: string | undefined): boolean {
  try {
    return Boolean(timeZone) && new Intl.DateTimeFormat('en', { timeZone }) !== null;
  } catch {
    return false;
  }
}

/**
 * Looking up a zone would take longer than everything else in an answer. There are a few hundred, in any letter case.
 */
const knownZones = new Map<string, string>();
const MAX_KNOWN_ZONES = 2_000;

/** Renamed places whose old names the runtime's library keeps. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};
