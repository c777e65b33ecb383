/** What a line of the table of access says: who may use a route, and what they are answered then. */
import type { Permission } from '@guildhall/contracts/organization.ts';
import type { TestApp } from '../app.ts';
import type { Place } from '../members.ts';

/** Founders and administrators of the platform may do all of it; everybody else what is said here. */
export type Who =
  /** Also without an account. */
  | 'everybody'
  /** Everybody who is signed in. */
  | 'anybody'
  /** Everybody who belongs to the organization. */
  | 'member'
  /** Whoever holds this permission. */
  | Permission;

export type Scene = { app: TestApp; place: Place };

export type Request = {
  /** Parameters of the path beside the organization itself. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown> | FormData;
};

export type Row = {
  who: Who;
  /** Status for those who may. An error is right where more is needed than rights, such as a thing to work on. */
  answer: number;
  /** Made anew for each caller. */
  request?: (scene: Scene) => Request | Promise<Request>;
  /** A guild of the game unless said otherwise. */
  on?: Place['source'];
  /** For what changes or ends the organization itself: each caller is asked with one of its own. */
  fresh?: true;
  /** Also of administrators only those who are members may. */
  membersOnly?: true;
  /** Not for the tokens of bots, whatever it does. */
  inPerson?: true;
  /** Changes something although it is a GET, so that it is refused of what is archived. */
  changes?: true;
  /** Changes something, and may so also of what is archived. */
  evenArchived?: true;
  /** A token in its address says who asks. Without one it is 401, whether there is such an organization or not. */
  byAddress?: true;
};

/** By method and path, as in the API reference. */
export type AccessRows = Record<string, Row>;

/** Of something that does not exist: whoever has the right is told so, everybody else that they lack it. */
export const NOTHING = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
