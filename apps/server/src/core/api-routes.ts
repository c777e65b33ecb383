/**
 * The routes of the API document as a tree. An address is a route exactly as it is written there, letter by letter, and a
 * fixed segment comes before a parameter; every other address is refused before anything else looks at the request.
 */
import type { RequestHandler } from 'express';
import { notThere } from './errors.ts';
import type { openApiDocument } from './openapi.ts';

type Document = ReturnType<typeof openApiDocument>;
type Node = { fixed: Map<string, Node>; variable: { node: Node; pattern: RegExp } | undefined; isRoute: boolean };

export function apiRoutes({ paths = {} }: Document): RequestHandler {
  const root = newNode();
  for (const path of Object.keys(paths)) {
    segmentsOf(path).reduce(childOf, root).isRoute = true;
  }
  return (req, _res, next) => {
    if (!find(root, segmentsOf(req.path))) throw notThere();
    next();
  };
}

const newNode = (): Node => ({ fixed: new Map(), variable: undefined, isRoute: false });
const segmentsOf = (path: string) => path.slice(1).split('/');

function childOf(node: Node, segment: string): Node {
  if (segment.includes('{')) {
    const text = segment.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '.+');
    node.variable ??= { node: newNode(), pattern: new RegExp(`^${text}$`) };
    return node.variable.node;
  }
  const child = node.fixed.get(segment) ?? newNode();
  node.fixed.set(segment, child);
  return child;
}

function find(node: Node, [segment, ...rest]: string[]): Node | undefined {
  if (segment === undefined) return node.isRoute ? node : undefined;
  const fixed = node.fixed.get(segment);
  const found = fixed && find(fixed, rest);
  if (found || !node.variable?.pattern.test(segment)) return found;
  return find(node.variable.node, rest);
}
