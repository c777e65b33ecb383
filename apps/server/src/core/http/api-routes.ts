/**
 * The routes of the API document as a tree. An address has to match a route exactly as written there, and fixed
 * segments take precedence over parameters. Refuses every other address, method and query parameter before anything
 * else looks at the request, and tells the REST bridge which route it is (`res.locals.apiPath`) and whether it needs a
 * body (`res.locals.needsBody`).
 */
import type { RequestHandler } from 'express';
import { AppError, addressNotFound, badRequest } from '../errors.ts';
import { nearestFirst } from '../nearest-first.ts';
import type { openApiDocument } from './openapi.ts';

type Document = ReturnType<typeof openApiDocument>;
type Method = { parameters: Set<string>; needsBody: boolean };
type Methods = Map<string, Method>;
type Node = {
  path: string;
  fixed: Map<string, Node>;
  variable: { node: Node; pattern: RegExp } | undefined;
  methods: Methods;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Providers add parameters of their own when they send the browser back. */
const TAKES_ANYTHING = '/auth/callback/{provider}';

export function apiRoutes({ paths = {} }: Document): RequestHandler {
  const root = newNode();
  for (const [path, item] of Object.entries(paths)) {
    const node = segmentsOf(path).reduce(childOf, root);
    node.path = path;
    for (const method of METHODS) {
      const { parameters = [], requestBody } = item[method] ?? {};
      const names = parameters.flatMap((each) => ('in' in each && each.in === 'query' ? [each.name] : []));
      const needsBody = requestBody !== undefined && 'content' in requestBody && requestBody.required === true;
      if (item[method]) node.methods.set(method.toUpperCase(), { parameters: new Set(names), needsBody });
    }
  }
  const anything = find(root, segmentsOf(TAKES_ANYTHING));
  return (req, res, next) => {
    const node = find(root, segmentsOf(req.path));
    if (!node) throw addressNotFound();
    const known = node.methods.get(req.method === 'HEAD' ? 'GET' : req.method);
    if (!known) {
      const allowed = [...node.methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      res.setHeader('Allow', allowed.join(', '));
      throw new AppError('METHOD_NOT_SUPPORTED', 'method_not_supported', `This address takes ${allowed.join(', ')}.`);
    }
    if (node !== anything) refuseUnknown(req.originalUrl, known.parameters);
    res.locals.apiPath = node.path;
    res.locals.needsBody = known.needsBody;
    next();
  };
}

function refuseUnknown(address: string, known: Set<string>): void {
  if (!address.includes('?')) return;
  const query = new URLSearchParams(address.slice(address.indexOf('?')));
  const unknown = [...new Set(query.keys())].filter((name) => !known.has(name)).slice(0, 20);
  if (unknown.length === 0) return;
  const issues = unknown.map((name) => ({ path: name.slice(0, 200), message: noSuchParameter(name, known) }));
  throw badRequest('invalid_input', 'The address has a parameter that this route does not know.', {
    issues,
  });
}

function noSuchParameter(name: string, known: Set<string>): string {
  if (known.size === 0) return 'There is no such parameter.';
  return `There is no such parameter. Known: ${nearestFirst(name, [...known]).join(', ')}.`;
}

const newNode = (): Node => ({ path: '', fixed: new Map(), variable: undefined, methods: new Map() });
const segmentsOf = (path: string) => path.slice(1).split('/');

function childOf(node: Node, segment: string): Node {
  if (segment.includes('{')) {
    const text = segment.replaceAll('.', '\\.').replaceAll(/\{[^{}]+\}/g, '.+');
    node.variable ??= { node: newNode(), pattern: new RegExp(`^${text}$`) };
    return node.variable.node;
  }
  const child = node.fixed.get(segment) ?? newNode();
  node.fixed.set(segment, child);
  return child;
}

function find(node: Node, [segment, ...rest]: string[]): Node | undefined {
  if (segment === undefined) return node.methods.size > 0 ? node : undefined;
  const fixed = node.fixed.get(segment);
  const found = fixed && find(fixed, rest);
  if (found || !node.variable?.pattern.test(segment)) return found;
  return find(node.variable.node, rest);
}
