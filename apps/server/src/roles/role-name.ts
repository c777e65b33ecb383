import { type AppError, conflict } from '../core/errors.ts';

/** Names are unique within an organization, whatever their case, by the index `role_one_name`. */
export const nameTaken = (): AppError =>
  conflict('role_name_taken', 'Another role of this organization has this name. Choose another one.');
