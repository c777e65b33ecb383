/** The two things that people know about their browser, out of all that it says of itself. */
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

export function browserName(userAgent: string | null): { browser: string; system: string } | undefined {
  const first = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [first(BROWSERS), first(SYSTEMS)];
  return browser && system ? { browser, system } : undefined;
}
