import { isList, isObject, type Json } from '../../json/value.ts';
import { writeJson } from '../../json/write.ts';
import type { LegalVariant } from '../../variant.ts';

const pretty = (json: Json, indent: string): string => {
  const inner = `${indent}  `;
  if (isList(json))
    return json.length === 0 ? '[ ]' : `[\n${json.map((each) => inner + pretty(each, inner)).join(',\n')}\n${indent}]`;
  if (!isObject(json)) return writeJson(json);
  const members = json.members.map(([name, value]) => `${inner}${writeJson(name)} : ${pretty(value, inner)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
};

export const prettyPrinted: LegalVariant = {
  id: 'pretty-printed',
  title: 'Writes JSON over several lines',
  apply: (base) => ({ ...base, write: (json) => pretty(json, '') }),
};
