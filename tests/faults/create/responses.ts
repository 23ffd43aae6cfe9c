import { without } from '../../../src/reference/tree.ts';
import { onStatus, reshapeAnimal, reshapeReply } from '../changes/reshape.ts';
import { createdFields } from '../requirement-groups.ts';
import { each, faultTable } from '../table.ts';

export const createResponseFaults = faultTable({
  'created-is-204': {
    title: 'Returns 204 without a body for a created animal',
    breaks: ['create.created'],
    follows: [
      'create.schema',
      'create.each-status',
      'create.status-optional',
      'create.int64',
      'create.text',
      'create.echo',
    ],
    apply: reshapeReply(onStatus(201), (reply) => ({ ...reply, status: 204, json: undefined })),
  },
  'created-without-body': {
    title: 'Returns 201 without a body',
    breaks: ['create.schema'],
    follows: ['create.echo', 'create.text', 'create.int64', 'create.status-optional', 'create.unique-ids'],
    apply: reshapeReply(onStatus(201), (reply) => ({ ...reply, json: undefined })),
  },
  'created-in-list': {
    title: 'Returns the created animal in a list',
    breaks: ['create.schema'],
    follows: [...createdFields, 'get.same-as-created'],
    apply: reshapeReply(onStatus(201), (reply) => ({ ...reply, json: [reply.json ?? null] })),
  },
  'created-without-id': {
    title: 'Returns the created animal without its id',
    breaks: ['create.schema'],
    follows: ['create.unique-ids'],
    apply: reshapeAnimal('create', (body) => without(body, 'id')),
  },
  'created-id-as-string': {
    title: 'Returns the id of the created animal as a string',
    breaks: ['create.schema'],
    follows: ['create.unique-ids', 'get.same-as-created'],
    apply: reshapeAnimal('create', (body, { id }) => ({ ...body, id: String(id) })),
  },
  'created-without-status': {
    title: 'Returns the created animal without its status',
    breaks: ['create.echo'],
    follows: ['get.same-as-created', 'list.agrees-with-created', 'create.each-status'],
    apply: reshapeAnimal('create', (body) => without(body, 'status')),
  },
  ...each(
    {
      'created-null-status': ['the status null', null],
      'created-fourth-status': ['the status `unknown`', 'unknown'],
    },
    ([what, value]) => ({
      title: `Returns ${what} if none was sent`,
      breaks: ['create.status-optional'],
      follows: ['create.schema'],
      apply: reshapeAnimal('create', (body, { status }) => ({ ...body, status: status ?? value })),
    }),
  ),
});
