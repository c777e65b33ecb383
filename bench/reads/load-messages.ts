/** Messages to and from the load generator. */
export type LoadOrder = {
  origin: string;
  /** Requested in turn. */
  paths: string[];
  /** Session tokens, also used in turn. */
  tokens: string[];
  /** Sent in turn, by PUT; without them everything is asked by GET. */
  bodies?: object[];
  connections: number;
  /** With 0, each connection sends one request. */
  seconds: number;
};

export type LoadResult = {
  /** Milliseconds from sending a request to the last byte of its response. */
  latencies: number[];
  seconds: number;
  /** Status of every response other than 200; 0 if the connection broke. */
  failures: number[];
};
