import path from 'node:path';
import type { Config } from '../../core/config.ts';

/** The record of an upgrade that has not ended. */
export const unfinishedOf = ({ dataDir }: Pick<Config, 'dataDir'>) =>
  path.join(dataDir, 'backups', 'unfinished-upgrade.json');

/** A moment as it stands in the name of a file. */
export const moment = () => new Date().toISOString().slice(0, 23).replaceAll(/[:.]/g, '-');

export const byMoment = (one: string, other: string) => momentOf(one).localeCompare(momentOf(other));
const momentOf = (name: string) => /\d{4}-\d\d-\d\dT.*/.exec(name)?.[0] ?? '';
