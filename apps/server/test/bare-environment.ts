import { inject } from 'vitest';

/** A program that a test starts inherits no setting of this machine, but the run's folder and what Node compiled of the sources before. */
export const BARE_ENVIRONMENT = {
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  NODE_COMPILE_CACHE: inject('compiled'),
};
