import { PROBLEM_CODES, PROBLEMS } from '@walkon/contracts/http/problem-codes'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { AppError, notFound } from './errors.ts'
import { sendProblem, toProblem } from './http.ts'

test.for(PROBLEM_CODES)('%s leaves with the status, the title and the page of the catalogue', (code) => {
  expect(toProblem(new AppError(code, 'This one'), 'r1')).toEqual({
    type: `/api/docs/problems#${code}`,
    title: PROBLEMS[code].title,
    status: PROBLEMS[code].status,
    code,
    detail: 'This one',
    requestId: 'r1',
  })
})

test('an error that the catalogue does not have does not compile', () => {
  const attempts = () => [
    // @ts-expect-error No such code.
    new AppError('no-such-code', 'This one'),
    // @ts-expect-error The status is the catalogue's.
    new AppError(404, 'park-not-found', 'This one'),
    // @ts-expect-error No code says that a hotel is missing.
    notFound('hotel'),
  ]
  expect(attempts).toBeTypeOf('function')
})

test.for([
  [403, 'forbidden'],
  [404, 'route-not-found'],
  [413, 'body-too-large'],
  [415, 'unsupported-media-type'],
  [400, 'invalid-request'],
  [500, 'internal'],
] as const)('a refusal of the framework with status %i is %s', async ([statusCode, code]) => {
  const app = Fastify()
  app.setErrorHandler(sendProblem)
  app.get('/', () => {
    throw Object.assign(new Error('Its own words'), { statusCode })
  })
  const response = await app.inject('/')

  expect(response.statusCode).toBe(statusCode)
  expect(response.json()).toMatchObject({ status: statusCode, code })
})
