import type { ErrorCode } from 'yaml';

/** Messages that never repeat parts of the file, unlike the parser's: these may be a key. */
export const SYNTAX = {
  ALIAS_PROPS: 'an alias (*name) can have neither anchor nor tag',
  BAD_ALIAS: 'an alias (*name) without a valid name; quote a text that begins with *',
  BAD_COLLECTION_TYPE: 'this tag does not fit its value; remove it',
  BAD_DIRECTIVE: 'an unknown directive (a line that begins with %); remove it',
  BAD_DQ_ESCAPE: 'an unknown escape (\\…) in double quotes; use \\\\ for a backslash, or single quotes',
  BAD_INDENT: 'wrong indentation, or an unclosed { or [ before this place',
  BAD_PROP_ORDER: 'anchor and tag are in the wrong place',
  BAD_SCALAR_START: 'a text cannot begin with this character; quote it',
  BLOCK_AS_IMPLICIT_KEY: 'a second "key: value" on one line; quote the value if it contains ": "',
  BLOCK_IN_FLOW: 'an indented list or mapping inside { } or [ ]',
  DUPLICATE_KEY: 'a duplicate key in this mapping',
  IMPOSSIBLE: 'invalid YAML',
  KEY_OVER_1024_CHARS: 'a key of more than 1024 characters',
  MISSING_CHAR: 'something is missing here or before: a closing quote, ] or }, a comma, or a colon after a key',
  MULTILINE_IMPLICIT_KEY: 'a key with several lines; a colon or a quote may be missing',
  MULTIPLE_ANCHORS: 'two anchors (&name) on one value',
  MULTIPLE_DOCS: 'a second YAML document begins here (---); use only one',
  MULTIPLE_TAGS: 'two tags on one value',
  NON_STRING_KEY: 'a key must be a string',
  RESOURCE_EXHAUSTION: 'nested too deep; a configuration has at most six levels',
  TAB_AS_INDENT: 'a tab in the indentation; use spaces',
  TAG_RESOLVE_FAILED: 'an unknown tag (!name), or one that does not fit its value; remove it',
  UNEXPECTED_TOKEN: 'unexpected character; a quote, a comma or a bracket may be missing before it',
} as const satisfies Record<ErrorCode, string>;
