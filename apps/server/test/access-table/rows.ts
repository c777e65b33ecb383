/** The lines of the access table: the permission a route needs and the status of a permitted request. */
import type { Permission } from '@guildhall/contracts/organization.ts';
import type { TestApp } from '../app.ts';
import type { Place } from '../members.ts';

/** The people who may use a route, besides founders and administrators of the platform, who may use all of them. */
export type Who =
  /** Even without an account. */
  | 'everybody'
  /** Every signed-in person. */
  | 'anybody'
  /** Every member of the organization. */
  | 'member'
  /** Every holder of this permission. */
  | Permission;

export type Scene = { app: TestApp; place: Place };

export type Request = {
  /** Path parameters besides the organization itself. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown> | FormData;
};

export type Row = {
  who: Who | readonly Permission[];
  /**
   * The status of a permitted request. An error is right if the request needs more than permission, such as an existing
   * object.
   */
  answer: number;
  /** Called anew for each caller. */
  request?: (scene: Scene) => Request | Promise<Request>;
  /** A guild of the game by default. */
  on?: Place['source'];
  /** For routes that change or end the organization itself: each caller gets one of its own. */
  fresh?: true;
  /** Members only, even among administrators. */
  membersOnly?: true;
  /** Refused to bot tokens of every scope. */
  inPerson?: true;
  /** A GET that changes something, so an archived organization refuses it. */
  changes?: true;
  /** Changes something, and works on an archived organization too. */
  evenArchived?: true;
  /**
   * The address contains a token that identifies the caller. Without one it is 401, whether or not the organization
   * exists.
   */
  byAddress?: true;
};

/** By method and path, as in the API reference. */
export type AccessRows = Record<string, Row>;

/** An id that does not exist: callers with the right get a 404, all others a 403. */
export const NOTHING = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
