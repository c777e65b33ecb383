/** What the load generator is told, and what it answers. */
export type LoadOrder = {
  origin: string;
  /** Asked for in turn. */
  paths: string[];
  /** Sessions, used in turn too. */
  tokens: string[];
  /** Sent in turn, by PUT; without them everything is asked by GET. */
  bodies?: object[];
  connections: number;
  seconds: number;
};

export type LoadResult = {
  /** Milliseconds from sending a request to the last byte of its answer. */
  latencies: number[];
  seconds: number;
  /** Status of every answer other than 200; 0 when the connection broke. */
  failures: number[];
};
