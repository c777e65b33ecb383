import type { FunctionComponent } from 'react';
import { loadOnce } from '../api/load-once.ts';
import { waitFor } from '../api/wait-for.ts';

/** It is `void` because a page's result may depend on the type of its route, which depends on this. */
type Lazy<C> = C extends (props: infer Props) => void ? FunctionComponent<Props> & { preload(): Promise<void> } : never;

/**
 * A component in a chunk of its own. It suspends while the chunk loads, and its nearest boundary shows a failure. The
 * router's `lazyRouteComponent` would reload the page instead, even offline.
 */
export function lazyPart<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Lazy<Module[Name]> {
  let Loaded: FunctionComponent<object> | undefined;
  const preload = loadOnce(async () => {
    // `Lazy` makes sure that this is a component.
    Loaded = (await load())[name] as FunctionComponent<object>;
  });
  const Part = (props: object) => {
    if (!Loaded) waitFor(preload());
    return Loaded && <Loaded {...props} />;
  };
  // It takes the props of the component.
  return Object.assign(Part, { preload }) as Lazy<Module[Name]>;
}
