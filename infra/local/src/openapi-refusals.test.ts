import { problems } from '@walkon/contracts/http/problem'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { liftRefusals } from './openapi-refusals.ts'

const [invalid] = Object.values(problems('invalid-request')).map((schema) => z.toJSONSchema(schema))
const refusal = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: invalid as object } },
})
const found = { description: 'The ride.', content: { 'application/json': { schema: { type: 'object' } } } }

test('routes with the same refusal refer to one response, and their successes stay with them', () => {
  const lifted = liftRefusals({
    '/a': { get: { responses: { 200: found, 400: refusal('Invalid request') } } },
    '/b': { put: { responses: { 400: refusal('Invalid request') } } },
  })

  const reference = { $ref: '#/components/responses/invalid-request' }
  expect(lifted.paths).toEqual({
    '/a': { get: { responses: { 200: found, 400: reference } } },
    '/b': { put: { responses: { 400: reference } } },
  })
  expect(Object.keys(lifted.components.responses)).toEqual(['invalid-request'])
})

test('a refusal is the shared problem, narrowed to its codes', () => {
  const { components } = liftRefusals({ '/a': { get: { responses: { 400: refusal('Invalid request') } } } })

  expect(components.responses['invalid-request']?.content?.['application/problem+json']?.schema).toEqual({
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      {
        type: 'object',
        properties: { code: { type: 'string', enum: ['invalid-request'] } },
        required: ['code'],
      },
    ],
  })
  expect(components.schemas.Problem).toMatchObject({ properties: { code: { type: 'string' } } })
})

test('a refusal in the wire format of GoTrue keeps its schema under a name of its own', () => {
  const schema = { anyOf: [{ properties: { code: { enum: ['bad_json'] } } }] }
  const response = { description: 'Invalid JSON', content: { 'application/json': { schema } } }

  const { components } = liftRefusals({ '/signup': { post: { responses: { 400: response } } } })

  expect(components.responses).toEqual({ 'auth.bad_json': response })
})

test('two refusals of the same codes that differ are refused', () => {
  const paths = {
    '/a': { get: { responses: { 400: refusal('Invalid request') } } },
    '/b': { get: { responses: { 400: refusal('Another text') } } },
  }

  expect(() => liftRefusals(paths)).toThrow('Two refusals are named invalid-request.')
})
