/** The database as the bus of the socket.io adapter: in order, over broken connections, and knowing when it was cut. */
import type { Pool, PoolClient } from 'pg';

export type Bus = {
  /** What the adapter takes for a pool. */
  pool: Pool;
  /** Gives back the connection that listens; the adapter forgets one that it is just about to get. */
  close(): void;
};

const ASK_EVERY_MS = 5_000;

/** `onListening` is called when the bus begins to hear: what was said before, since a connection was cut, it has not. */
export function createBus(pool: Pool, onListening: () => void): Bus {
  let last: Promise<unknown> = Promise.resolve();
  let listener: PoolClient | undefined;
  let closed = false;

  // One message at a time: on two connections a later one could overtake an earlier one, and end before progress.
  const query = (text: string, values: unknown[]) => {
    // That a connection is dead is found out by using it; the next one is another. What is told twice does no harm.
    const send = () => pool.query(text, values);
    const answer = last.then(() => send().catch(send));
    last = answer.catch(() => {});
    return answer;
  };

  const dropListener = () => {
    // Nobody shall look for another in its place.
    listener?.removeAllListeners('end');
    listener?.release(true);
    listener = undefined;
  };

  const connect = async () => {
    const client = await pool.connect();
    releaseOnce(client);
    if (closed) {
      client.release(true);
      return new Promise<never>(() => {});
    }
    // The adapter asks for two in place of one that is cut while it says LISTEN; of two, one would be left to listen for ever.
    dropListener();
    listener = client;
    // The adapter reconnects when its listening client ends, but an error that nobody hears would end the process.
    client.once('error', (err) => client.release(err));
    setTimeout(() => afterListening(client).then(onListening, () => {}));
    // It only listens, so that nothing else would tell when it has fallen silent. The adapter then gets another.
    const asking = setInterval(() => client.query('select 1').catch((err) => client.release(err)), ASK_EVERY_MS);
    client.once('end', () => clearInterval(asking));
    return client;
  };

  // All that the adapter does with a pool.
  const used = { connect, query };
  return {
    pool: used as unknown as Pool,
    close() {
      closed = true;
      dropListener();
    },
  };
}

/** Once broken it is given back here, and the adapter may close with it still in hand. */
function releaseOnce(client: PoolClient): void {
  const release = client.release.bind(client);
  let released = false;
  client.release = (err) => {
    if (!released) release(err);
    released = true;
  };
}

/** The adapter says LISTEN as soon as it has the connection, and a connection answers in turn. */
const afterListening = (client: PoolClient) => client.query('select 1');
