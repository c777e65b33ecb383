import path from 'node:path';
import type { Config } from '../../core/config.ts';

type Place = Pick<Config, 'dataDir' | 'version'>;

export const backupsOf = ({ dataDir }: Pick<Place, 'dataDir'>) => path.join(dataDir, 'backups');

/** The record of an upgrade that has not ended. */
export const unfinishedOf = (place: Pick<Place, 'dataDir'>) => path.join(backupsOf(place), 'unfinished-upgrade.json');

/** The end of the name of a file that is not whole. */
export const DRAFT = '.part';
/** Drafts of archives begin with a random token; others may have files of that end in the folder. */
export const isArchiveDraft = (name: string) => /^[\w-]{43}\.part$/.test(name);

/** Names with the time of now, to the second. There may be several of one second. */
export function namesOfNow(start: string, end: string): Iterable<string> {
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return (function* () {
    yield `${start}-${moment}${end}`;
    for (let number = 2; ; number += 1) yield `${start}-${moment}-${number}${end}`;
  })();
}

export const archivesOfNow = (place: Place, start: string) =>
  namesOfNow(path.join(backupsOf(place), `${start}-${place.version}`), '.tar.gz');

/** By the time in the name, then by the number within that second: `before-0.1.0-2026-01-01T00-00-00-2.tar.gz`. */
export const byMoment = (one: string, other: string) =>
  momentIn(one).localeCompare(momentIn(other), 'en', { numeric: true });
export const momentIn = (name: string) => /\d{4}-\d\d-\d\dT[\d-]+(?=\.tar\.gz$)/.exec(name)?.[0] ?? '';
