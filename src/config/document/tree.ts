import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  visit,
} from 'yaml';
import { maybeKey, type Path, pointer, shown } from '../path.ts';
import type { Flaw } from '../problem.ts';

export interface Place {
  readonly offset: number;
  readonly keyOffset: number | undefined;
  readonly source: string | undefined;
  /** An integer without loss of digits. */
  readonly integer: bigint | undefined;
}

/** The file as plain values (numbers are doubles, because Ajv cannot read a BigInt), with the place of each value by its pointer. */
export interface Tree {
  /** Undefined if the file cannot be read; the flaws say why. */
  readonly value: unknown;
  readonly places: ReadonlyMap<string, Place>;
  readonly flaws: readonly Flaw[];
  /** Pointers of unreadable values, which are among the flaws. */
  readonly unread: ReadonlySet<string>;
}

/** Maximum number of values with expanded aliases, far above a file without them. */
const MOST_VALUES = 100_000;

interface Walk {
  readonly aliases: ReadonlyMap<Alias, Node | undefined>;
  readonly places: Map<string, Place>;
  readonly flaws: Flaw[];
  readonly unread: Set<string>;
  readonly lineOf: (offset: number) => number;
  /** The open collections: an alias to one of them is circular. */
  readonly open: Set<Node>;
  values: number;
}

export function treeOf(document: Document.Parsed, lineOf: (offset: number) => number): Tree {
  const aliases = aliasTargets(document);
  const walk: Walk = { aliases, places: new Map(), flaws: [], unread: new Set(), lineOf, open: new Set(), values: 0 };
  const value = read(document.contents, [], undefined, walk);
  return { ...walk, value: walk.values < MOST_VALUES ? value : undefined };
}

function read(node: Node | null, path: Path, keyOffset: number | undefined, walk: Walk): unknown {
  const offset = node?.range?.[0] ?? keyOffset ?? 0;
  const say = (message: string) => {
    walk.flaws.push({ offset, path, message });
    walk.unread.add(pointer(path));
    return null;
  };
  walk.values += 1;
  if (walk.values === MOST_VALUES) say(`aliases expand to over ${MOST_VALUES} values; use fewer aliases`);
  if (walk.values >= MOST_VALUES) return null;
  if (isAlias(node)) {
    const target = walk.aliases.get(node);
    if (target === undefined)
      return say('an alias (*name) without an anchor (&name) before it; quote a text that begins with *');
    if (walk.open.has(target)) return say('a circular alias (*name)');
    return read(target, path, keyOffset, walk);
  }
  const scalar = isScalar(node) ? node : undefined;
  walk.places.set(pointer(path), {
    offset: scalar?.value === null && scalar.source === '' ? (keyOffset ?? offset) : offset,
    keyOffset,
    source: scalar?.source,
    integer: typeof scalar?.value === 'bigint' ? scalar.value : undefined,
  });
  if (node === null || scalar !== undefined) return plain(scalar);
  walk.open.add(node);
  const value = isSeq<Node | null>(node)
    ? node.items.map((item, index) => read(item, [...path, index], undefined, walk))
    : isMap<Node, Node | null>(node)
      ? readMap(node.items, path, walk)
      : null;
  walk.open.delete(node);
  return value;
}

function readMap(pairs: readonly Pair<Node, Node | null>[], path: Path, walk: Walk): unknown {
  // Without a prototype, so that `__proto__` and `constructor` are ordinary names.
  const value: Record<string, unknown> = Object.create(null);
  const first = new Map<string, number>();
  for (const { key, value: node } of pairs) {
    const offset = key?.range?.[0] ?? 0;
    const name = nameOf(key);
    const before = name === undefined ? undefined : first.get(name);
    if (name === undefined) walk.flaws.push({ offset, path, message: 'a key must be a string; quote it' });
    else if (before !== undefined)
      walk.flaws.push({
        offset,
        path,
        message: `the key ${maybeKey(path) ? '' : `${shown(name)} `}is a duplicate of line ${walk.lineOf(before)}`,
      });
    else {
      first.set(name, offset);
      value[name] = read(node, [...path, name], offset, walk);
    }
  }
  return value;
}

function nameOf(key: Node | null): string | undefined {
  if (!isScalar(key) || key.value === null) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function plain(scalar: Scalar | undefined): unknown {
  return typeof scalar?.value === 'bigint' ? Number(scalar.value) : (scalar?.value ?? null);
}

/** Each alias with its target: the last value before it with the anchor. */
function aliasTargets(document: Document.Parsed): ReadonlyMap<Alias, Node | undefined> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node | undefined>();
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) targets.set(node, anchors.get(node.source));
      else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

/** The place of the value, or of the nearest mapping around it. */
export function offsetOf(places: ReadonlyMap<string, Place>, path: Path, what: 'key' | 'value' = 'value'): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const place = places.get(pointer(path.slice(0, length)));
    if (place === undefined) continue;
    return what === 'key' || length < path.length ? (place.keyOffset ?? place.offset) : place.offset;
  }
  return 0;
}
