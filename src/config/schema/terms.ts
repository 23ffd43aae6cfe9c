import * as Type from 'typebox';

/** The value types of the file. `title` completes the sentence "expected …" in messages; `examples` appear if the value is missing. */
export const WHOLE = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  title: 'an integer from 1 to 1000000000',
  examples: [60],
});

export const SHARE = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1,
  title: 'a share above 0 and up to 1 (0.5 is half)',
  examples: [0.5],
});

export const SHARE_OR_NONE = Type.Number({
  minimum: 0,
  maximum: 1,
  title: 'a share from 0 to 1 (0.5 is half)',
  examples: [0.85],
});

export const SWITCH = Type.Boolean({ title: 'true or false', examples: [true] });

const duration = {
  title: 'a duration above 0 and up to a day: 500ms, 2s, 1m, 1h or a number of seconds',
  examples: ['60s'],
};

export const DURATION = either(
  { type: 'number' },
  Type.Number({ exclusiveMinimum: 0, maximum: 86_400, ...duration }),
  Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,3})? ?(ms|s|m|h)$', ...duration }),
  duration,
);

export const LATENCY = Type.String({
  pattern: '^[0-9]{1,6}(\\.[0-9]{1,3})? ?(ms|s)$',
  title: 'a time with its unit: 300ms or 1.5s',
  examples: ['300ms'],
});

export const PERCENT = Type.String({
  pattern: '^(100|[0-9]{1,2}(\\.[0-9]{1,6})?) ?%$',
  title: 'a percentage of the requests: 0.1%',
  examples: ['0.1%'],
});

export const BASE_URL = Type.String({
  format: 'uri',
  pattern: '^https?://[^/?#@]+(/[^?#]*)?$',
  maxLength: 500,
  title: 'an http(s) URL with the path prefix, without credentials and query: https://staging.example.com/v1',
  examples: ['https://staging.example.com/v1'],
});

export const PROXY_URL = Type.String({
  format: 'uri',
  pattern: '^https?://[^/?#@]+/?$',
  maxLength: 500,
  title: 'an http(s) URL of a proxy without path and credentials: http://proxy.example.com:3128',
  examples: ['http://proxy.example.com:3128'],
});

export const LINK = Type.String({
  format: 'uri',
  pattern: '^https?://',
  maxLength: 1000,
  title: 'a link: https://…',
  examples: ['https://issues.example.com/123'],
});

export const FILE = Type.String({
  pattern: '^(?!~)[^\\u0000-\\u001f\\u007f]+$',
  maxLength: 1000,
  title: "a file's path, relative to this file's folder (~ is not expanded)",
  examples: ['keys/pro.key'],
});

export const TEXT = Type.String({
  pattern: '\\S',
  maxLength: 1000,
  title: 'a text of 1 to 1000 characters',
  examples: ['…'],
});

export const DATE = Type.String({
  format: 'date',
  title: 'a calendar date (YYYY-MM-DD)',
  examples: ['2027-03-01'],
});

export const NAME = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  title: 'a name of letters, digits, dots, _ and - (at most 64, a letter or digit first)',
});

/** An object with only these keys. */
export function mapping<P extends Type.TProperties>(title: string, properties: P, options: Type.TObjectOptions = {}) {
  return Type.Object(properties, { title, additionalProperties: false, ...options });
}

/** An optional key. `options` describe the value. */
export function optional<S extends Type.TSchema>(type: S, options: Type.TSchemaOptions = {}): Type.TOptional<S> {
  return Type.Optional(Type.With(type, options)) as Type.TOptional<S>;
}

/** `then` if the value matches `condition`, else `otherwise`. Unlike a union, its errors are specific to the written form. */
export function either<A extends Type.TSchema, B extends Type.TSchema>(
  condition: object,
  then: A,
  otherwise: B,
  options: Type.TSchemaOptions,
) {
  return Type.Unsafe<Type.Static<A> | Type.Static<B>>({ ...options, if: condition, then, else: otherwise });
}
