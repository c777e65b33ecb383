import { type AppError, conflict } from '../core/errors.ts';

/** The index `role_one_name` makes names unique within an organization, ignoring case. */
export const nameTaken = (): AppError =>
  conflict('role_name_taken', 'Another role of this organization has this name. Choose another one.');
