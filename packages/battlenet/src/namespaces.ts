/**
 * Regions of the API that share one application token. China is not one of them: it has its own gateway, credentials
 * and accounts.
 */
export type Region = 'us' | 'eu' | 'kr' | 'tw';

/**
 * `classic` means the progression realms, `classic-era` the 1.x realms with Hardcore and the seasonal ones,
 * `classic-anniversary` the realms that started over in 2024.
 */
export type GameVersion = 'retail' | 'classic' | 'classic-era' | 'classic-anniversary';

/**
 * The platform's categories: static, dynamic and profile data. Guilds are profile data although their path starts with
 * /data.
 */
export type NamespaceCategory = 'static' | 'dynamic' | 'profile';

const suffixes: Record<GameVersion, string> = {
  retail: '',
  classic: '-classic',
  'classic-era': '-classic1x',
  'classic-anniversary': '-classicann',
};

/** The value of the `Battlenet-Namespace` header, e.g. `profile-eu`, `static-classic-us`, `dynamic-classic1x-kr`. */
export function namespaceFor(category: NamespaceCategory, region: Region, gameVersion: GameVersion): string {
  return `${category}${suffixes[gameVersion]}-${region}`;
}

/**
 * The segment of an API path that names a guild. Prefer `guildSlugFromHref` where a link is available: the platform's
 * own slug outlives a rule we inferred.
 */
export function guildSlug(name: string): string {
  return lowerCased(name.trim()).replace(/['’]/g, '').replace(/\s+/g, '-');
}

/**
 * The segment of an API path that names a character: lower case by Unicode rules, never by the machine's locale (a
 * Turkish host would turn I into ı). Composed form, because some systems send a letter and its combining accent
 * separately.
 */
export function characterSlug(name: string): string {
  return lowerCased(name.trim());
}

/** The guild a `guild.key.href` points to, decoded; null when the link does not point to a guild. */
export function guildSlugFromHref(href: string): { realmSlug: string; nameSlug: string } | null {
  const found = twoSegmentsAfter('/data/wow/guild/', href);
  return found && { realmSlug: found[0], nameSlug: found[1] };
}

/**
 * The character a `character.key.href` points to, decoded, with its name in lower case; null when the link does not
 * point to a character.
 */
export function characterSlugFromHref(href: string): { realmSlug: string; name: string } | null {
  const found = twoSegmentsAfter('/profile/wow/character/', href);
  return found && { realmSlug: found[0], name: found[1] };
}

/** Links of an answer carry the version of the static data it was made with. Null when none does. */
export function versionOf(links: ({ href: string } | null)[]): { patch: string; build: number } | null {
  for (const link of links) {
    const [, patch, build] = VERSIONED.exec(link?.href ?? '') ?? [];
    if (patch && build) return { patch, build: Number(build) };
  }
  return null;
}

/** `…?namespace=static-12.0.1_65617-us` */
const VERSIONED = /[?&]namespace=static-(\d+(?:\.\d+){1,3})_(\d{1,9})-/;

function lowerCased(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function twoSegmentsAfter(prefix: string, href: string): [string, string] | null {
  const path = URL.parse(href)?.pathname;
  // The API may sit behind a path prefix, as it does in the simulator.
  const at = path?.indexOf(prefix) ?? -1;
  if (!path || at < 0) return null;
  const [first, second] = path.slice(at + prefix.length).split('/');
  if (!first || !second) return null;
  try {
    return [decodeURIComponent(first), decodeURIComponent(second)];
  } catch {
    return null; // a broken escape, such as %E0%
  }
}
