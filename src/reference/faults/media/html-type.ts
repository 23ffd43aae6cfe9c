import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const htmlType: Fault = {
  id: 'html-type',
  title: 'Calls every body text/html',
  breaks: ['media.json'],
  apply: (base) => reshapeAnswer(base, onStatus(200), withHeader('Content-Type', 'text/html; charset=utf-8')),
};
