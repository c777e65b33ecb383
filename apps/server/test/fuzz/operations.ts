/** The operations of the service's API document, and a check that a response is one the document declares. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TestApp } from '../app.ts';

/** JSON Schema as the document has it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  examples?: unknown[];
};
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };
type Media = { schema?: Schema; example?: unknown };
export type Operation = {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: { media: string; required: boolean; schema: Schema; example: unknown } | undefined;
  responses: Record<string, { content?: Record<string, Media> }>;
};

type RawOperation = Pick<Operation, 'responses'> & {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
};
export type Document = { paths: Record<string, Record<string, RawOperation>>; components: { schemas: object } };

/** Fetched over HTTP, as clients do. */
export async function liveDocument(app: TestApp): Promise<Document> {
  const response = await fetch(`${app.url}/api/v1/openapi.json`);
  if (!response.ok) throw new Error(`The document answers ${response.status}`);
  // Our own document; a missing part fails where it is used.
  return (await response.json()) as Document;
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, parameters = [], requestBody, responses }]) => {
      const [media, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const { schema = {}, example } = content ?? {};
      const body = media ? { media, required: requestBody?.required === true, schema, example } : undefined;
      return { id: operationId, method: method.toUpperCase(), path, parameters, body, responses };
    }),
  );
}

export type Answer = { status: number; type: string; text: string };

/** Returns why a response is not one the operation declares, or null if it is. */
export function answerChecker(document: Document): (operation: Operation, answer: Answer) => string | null {
  const ajv = addFormats.default(new Ajv2020({ strict: false, validateFormats: true }));
  ajv.addSchema(document, 'document');
  const pointer = (...keys: string[]) => keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  return ({ method, path, responses }, { status, type, text }) => {
    if (status >= 500) return 'a fault of the service';
    const declared = responses[status];
    if (!declared) return 'an undeclared status';
    const media = Object.keys(declared.content ?? {});
    if (media.length === 0) return text === '' || status < 400 ? null : 'an undeclared body';
    if (!media.includes(type)) return `an undeclared type ${type}`;
    if (type !== 'application/json') return null;
    const place = pointer('paths', path, method.toLowerCase(), 'responses', `${status}`, 'content', type, 'schema');
    const validate = ajv.getSchema(`document#/${place}`);
    if (!validate) return `no schema at ${place}`;
    return validate(JSON.parse(text)) ? null : `another body: ${ajv.errorsText(validate.errors)}`;
  };
}
