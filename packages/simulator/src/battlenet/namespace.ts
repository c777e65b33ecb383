import { headerOf, type SimulatorRequest } from '../request.ts';
import type { GameVersion, Region } from '../world-model.ts';

export type Category = 'profile' | 'static' | 'dynamic';

export type Namespace = {
  category: Category;
  gameVersion: GameVersion;
  region: string;
  /** As a response spells it: static namespaces include their version. */
  text: string;
};

const shape = /^(profile|static|dynamic)(-\d+\.\d+\.\d+_\d+)?(?:-(classic|classic1x|classicann))?-(us|eu|kr|tw)$/;

const versions = {
  retail: '12.0.1_65617',
  classic: '5.5.1_63311',
  'classic-era': '1.15.8_63829',
  'classic-anniversary': '2.5.5_64796',
} as const;

const flavors: Record<GameVersion, string> = {
  retail: '',
  classic: '-classic',
  'classic-era': '-classic1x',
  'classic-anniversary': '-classicann',
};

/** The namespace in a link: the platform adds the game data version to static ones. */
export function namespaceFor(category: Category, gameVersion: GameVersion, region: Region): string {
  const version = category === 'static' ? `-${versions[gameVersion]}` : '';
  return `${category}${version}${flavors[gameVersion]}-${region}`;
}

/** The namespace of a request, from query or header; undefined when missing or malformed. */
export function namespaceOf(request: SimulatorRequest): Namespace | undefined {
  const text = request.query.get('namespace') ?? headerOf(request, 'battlenet-namespace') ?? '';
  const [, category, version, flavor, region] = shape.exec(text) ?? [];
  if (category !== 'profile' && category !== 'static' && category !== 'dynamic') return undefined;
  if (region === undefined || (version !== undefined && category !== 'static')) return undefined;
  return { category, gameVersion: gameVersionOf(flavor), region, text };
}

const gameVersionOf = (flavor: string | undefined): GameVersion =>
  flavor === 'classic' ? 'classic' : flavor === 'classic1x' ? 'classic-era' : flavor ? 'classic-anniversary' : 'retail';
