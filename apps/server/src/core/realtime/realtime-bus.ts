/** The database as the bus of the socket.io adapter: keeps order, survives broken connections, notices gaps. */
import type { Pool, PoolClient } from 'pg';

const ASK_EVERY_MS = 5_000;

/** `onListening` is called when the bus begins to listen: messages sent while its connection was cut are lost. */
export function createBus(pool: Pool, onListening: () => void) {
  let last: Promise<unknown> = Promise.resolve();
  let listener: PoolClient | undefined;
  let asking: NodeJS.Timeout | undefined;
  let closed = false;

  // One message at a time: on two connections a later one could overtake an earlier one, such as an end its progress.
  const query = (text: string, values: unknown[]) => {
    // The adapter may still send while the process stops and its pool has ended, and earlier messages may be waiting.
    const send = async () => (closed ? undefined : pool.query(text, values));
    // A dead connection is noticed by using it, and the retry gets another one. A message sent twice does no harm.
    const answer = last.then(() => send().catch(send));
    last = answer.catch(() => {});
    return answer;
  };

  const dropListener = () => {
    clearInterval(asking);
    // Keep the adapter from opening another connection.
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
    // When a connection is lost during LISTEN, the adapter asks for two; the surplus one would listen for ever.
    dropListener();
    listener = client;
    // The adapter reconnects when its listening client ends, but an unhandled error event would end the process.
    client.once('error', (err) => client.release(err));
    setTimeout(() => afterListening(client).then(onListening, () => {}));
    // The connection only listens, so nothing else would reveal that it is dead. The adapter then gets another.
    asking = setInterval(() => client.query('select 1').catch((err) => client.release(err)), ASK_EVERY_MS);
    client.once('end', () => clearInterval(asking));
    return client;
  };

  // The only methods of a pool that the adapter uses.
  const used = { connect, query };
  return {
    /** Stands in for the adapter's pool. */
    pool: used as unknown as Pool,
    /** Returns the listening connection to the pool; the adapter forgets one that is still being opened. */
    close() {
      closed = true;
      dropListener();
    },
  };
}

/** A broken client is released here, and the adapter may release it again when it closes. */
function releaseOnce(client: PoolClient): void {
  const release = client.release.bind(client);
  let released = false;
  client.release = (err) => {
    if (!released) release(err);
    released = true;
  };
}

/** The adapter sends LISTEN as soon as it has the connection, and a connection answers in order. */
const afterListening = (client: PoolClient) => client.query('select 1');
