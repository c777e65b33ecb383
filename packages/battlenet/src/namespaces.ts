/**
 * Regions of the API that share one application token. China has its own gateway, credentials and accounts and is not
 * one.
 */
export type Region = 'us' | 'eu' | 'kr' | 'tw';

/**
 * `classic` is the progression realms; `classic-era` is the 1.x realms, Hardcore and the seasonal ones;
 * `classic-anniversary` is the realms that began anew in 2024.
 */
export type GameVersion = 'retail' | 'classic' | 'classic-era' | 'classic-anniversary';

/**
 * What the platform calls static, dynamic and profile data. Guilds are profile data although their path starts with
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
 * The part of an API path that names a guild. Prefer `guildSlugFromHref` where a link is at hand: the platform's own
 * word outlives a rule we inferred.
 */
export function guildSlug(name: string): string {
  return lowerCased(name.trim()).replace(/['’]/g, '').replace(/\s+/g, '-');
}

/**
 * The part of an API path that names a character: lower case by the rules of Unicode, never of the machine's locale (a
 * Turkish host would turn I into ı). Composed form, because a name typed on some systems arrives as letter plus
 * combining accent.
 */
export function characterSlug(name: string): string {
  return lowerCased(name.trim());
}

/** The guild a `guild.key.href` points to, decoded; null when the link is not one to a guild. */
export function guildSlugFromHref(href: string): { realmSlug: string; nameSlug: string } | null {
  const found = twoSegmentsAfter('/data/wow/guild/', href);
  return found && { realmSlug: found[0], nameSlug: found[1] };
}

/**
 * The character a `character.key.href` points to, decoded, its name in lower case; null when the link is not one to a
 * character.
 */
export function characterSlugFromHref(href: string): { realmSlug: string; name: string } | null {
  const found = twoSegmentsAfter('/profile/wow/character/', href);
  return found && { realmSlug: found[0], name: found[1] };
}

function lowerCased(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function twoSegmentsAfter(prefix: string, href: string): [string, string] | null {
  const path = URL.parse(href)?.pathname;
  // The API may stand behind a prefix of its own, as it does in the simulator.
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
