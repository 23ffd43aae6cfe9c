import type { ErrorCode } from 'yaml';

/** The parser's own sentences repeat parts of the file, which may be a key; these do not. */
export const SYNTAX = {
  ALIAS_PROPS: 'an alias (*name) can have neither anchor nor tag',
  BAD_ALIAS: 'an alias (*name) without a proper name; put a text that begins with * in quotes',
  BAD_COLLECTION_TYPE: 'this tag does not fit what stands behind it; remove the tag',
  BAD_DIRECTIVE: 'a directive (a line that begins with %) that is not understood; remove it',
  BAD_DQ_ESCAPE: 'an unknown escape (\\…) in double quotes; write \\\\ for a backslash, or use single quotes',
  BAD_INDENT: 'wrong indentation, or a { or [ before this place that is not closed',
  BAD_PROP_ORDER: 'anchor and tag stand in the wrong place',
  BAD_SCALAR_START: 'a text cannot begin with this character; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a second "key: value" on one line; put the value in quotes if it holds ": "',
  BLOCK_IN_FLOW: 'inside { } or [ ] no indented lists or mappings',
  DUPLICATE_KEY: 'the same key is in this mapping twice',
  IMPOSSIBLE: 'not readable as YAML here',
  KEY_OVER_1024_CHARS: 'a key of more than 1024 characters',
  MISSING_CHAR: 'something is missing here or before: a closing quote, ] or }, a comma, or a colon behind a key',
  MULTILINE_IMPLICIT_KEY: 'a key that goes over several lines; is a colon missing, or a quote?',
  MULTIPLE_ANCHORS: 'two anchors (&name) on one value',
  MULTIPLE_DOCS: 'a second document begins here (---); the file holds one',
  MULTIPLE_TAGS: 'two tags on one value',
  NON_STRING_KEY: 'a key must be a text',
  RESOURCE_EXHAUSTION: 'nested too deep; a configuration is at most six levels deep',
  TAB_AS_INDENT: 'a tab in the indentation; YAML takes blanks only',
  TAG_RESOLVE_FAILED: 'a tag (!name) that is not known here, or does not fit its value; remove it',
  UNEXPECTED_TOKEN: 'something here is not expected; is a quote, a comma or a bracket missing before it?',
} as const satisfies Record<ErrorCode, string>;
