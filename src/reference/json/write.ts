import { isList, isNumber, type Json } from './value.ts';

export function writeJson(json: Json): string {
  if (isNumber(json)) return json.digits;
  if (isList(json)) return `[${json.map(writeJson).join(',')}]`;
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  return `{${json.members.map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`).join(',')}}`;
}
