export { parseHttpDate } from '../../exchange/http-date.ts';
