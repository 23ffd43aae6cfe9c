import MagicString from 'magic-string';
import { parseSync, Visitor } from 'oxc-parser';

// A mutant is reached only where it changes a value: `$off` a true one, `$on` a false one.
const SWITCH = [
  '/* mutants */ const $is = (id: number): boolean => ((globalThis as any).$covered?.add(id), id === ((globalThis as any).$mutant ??= Number(process.env["STORECHECK_MUTANT"] ?? 0)));',
  'const $off = (value: any, id: number): any => (value && $is(id) ? false : value);',
  'const $on = (value: any, id: number): any => (!value && $is(id) ? true : value);\n',
].join(' ');

/** The file with a switch at each condition, and where the switches are. Their numbers begin with `first`. */
export function instrumented(path, source, first) {
  const text = new MagicString(source);
  const found = [];
  const add = (node, change) => {
    const id = first + found.length;
    const line = source.slice(0, node.start).split('\n').length;
    found.push({ id, line, change: `${change}: ${source.slice(node.start, node.end).split('\n')[0]}` });
    return id;
  };
  const wrap = (node, before, after) => text.appendLeft(node.start, before).prependRight(node.end, after);

  const { program } = parseSync(path, source);
  new Visitor({
    IfStatement({ test }) {
      wrap(test, '$off((', `), ${add(test, 'never')})`);
    },
    ConditionalExpression({ test }) {
      const [never, always] = [add(test, 'never'), add(test, 'always')];
      wrap(test, '$on($off((', `), ${never}), ${always})`);
    },
    LogicalExpression({ operator, left, right }) {
      if (operator === '??') return;
      // Without a part, the other one decides.
      for (const part of [left, right])
        wrap(part, operator === '&&' ? '$on((' : '$off((', `), ${add(part, 'without')})`);
    },
  }).visit(program);
  return { text: SWITCH + text.toString(), found };
}
