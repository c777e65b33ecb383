type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Merge Patch (RFC 7396): merges objects, removes on null, replaces everything else. */
export function mergePatch(target: Json, patch: Json): Json {
  const merged: Json = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const old = merged[key];
    const next = isObject(value) ? mergePatch(isObject(old) ? old : {}, value) : value;
    if (next === null) delete merged[key];
    else merged[key] = next;
  }
  return merged;
}
