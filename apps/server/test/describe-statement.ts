/** Has PostgreSQL prepare a statement, and tell its columns without running it. */
import type pg from 'pg';

export type Field = { name: string; tableID: number; columnID: number; dataTypeID: number };

type Connection = {
  parse(message: { text: string; name: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
};

/** The driver has no call for this, but lets others speak its protocol. */
export const describeStatement = (client: pg.ClientBase, text: string): Promise<Field[]> =>
  new Promise((resolve, reject) => {
    let fields: Field[] = [];
    const description = {
      submit(connection: Connection) {
        connection.parse({ text, name: '', types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields;
      },
      // After an error the driver forgets whose answer it was, and says no more.
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    };
    // Its types know queries only.
    (client as unknown as { query(submittable: typeof description): void }).query(description);
  });
