import type { Behaviour } from '../behaviour.ts';
import { authentication } from './authentication.ts';
import { create } from './create.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { rate } from './rate.ts';
import { unlisted } from './unlisted.ts';
import { writing } from './writing.ts';

/** The specification as steps. Where it is silent, one of the legal choices. */
export const conforming: Omit<Behaviour, 'now' | 'later'> = {
  ...authentication,
  ...rate,
  ...list,
  ...create,
  ...get,
  ...unlisted,
  ...writing,
};
