/** The database as the bus of the socket.io adapter: in order, over broken connections, and knowing when it was cut. */
import type { Pool, PoolClient } from 'pg';

/** `onRestored` is called when the bus hears again after it could not. */
export function createBus(pool: Pool, onRestored: () => void): Pool {
  let last: Promise<unknown> = Promise.resolve();
  let connections = 0;

  // One message at a time: on two connections a later one could overtake an earlier one, and end before progress.
  const query = (text: string, values: unknown[]) => {
    // That a connection is dead is found out by using it; the next one is another. What is told twice does no harm.
    const send = () => pool.query(text, values);
    const answer = last.then(() => send().catch(send));
    last = answer.catch(() => {});
    return answer;
  };

  const connect = async () => {
    const client = await pool.connect();
    releaseOnce(client);
    // The adapter reconnects when its listening client ends, but an error that nobody hears would end the process.
    client.once('error', (err) => client.release(err));
    if (connections++ > 0) setTimeout(() => afterListening(client).then(onRestored, () => {}));
    return client;
  };

  // All that the adapter does with a pool.
  const used = { connect, query };
  return used as unknown as Pool;
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
