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
  const textOf = ({ start, end }) => source.slice(start, end);
  const add = (node, change, { start, end }, instead) => {
    const id = first + found.length;
    const line = source.slice(0, node.start).split('\n').length;
    found.push({ id, line, change: `${change}: ${textOf(node).split('\n')[0]}`, start, end, instead });
    return id;
  };
  const wrap = (node, before, after) => text.appendLeft(node.start, before).prependRight(node.end, after);

  const { program } = parseSync(path, source);
  new Visitor({
    IfStatement({ test }) {
      wrap(test, '$off((', `), ${add(test, 'never', test, `(${textOf(test)}) && Math.random() < 0`)})`);
    },
    ConditionalExpression(choice) {
      const { test, consequent, alternate } = choice;
      const never = add(test, 'never', choice, textOf(alternate));
      const always = add(test, 'always', choice, textOf(consequent));
      wrap(test, '$on($off((', `), ${never}), ${always})`);
    },
    LogicalExpression(both) {
      const { operator, left, right } = both;
      if (operator === '??') return;
      // Without a part, the other one decides.
      for (const part of [left, right]) {
        const id = add(part, 'without', both, textOf(part === left ? right : left));
        wrap(part, operator === '&&' ? '$on((' : '$off((', `), ${id})`);
      }
    },
  }).visit(program);
  return { text: SWITCH + text.toString(), found };
}
