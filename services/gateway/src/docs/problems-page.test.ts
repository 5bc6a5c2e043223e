import { PROBLEM_CODES, toProblemType } from '@walkon/contracts/http/problem-codes'
import { expect, test } from 'vitest'
import { createTestGateway } from '../testing/gateway.ts'

test.for(PROBLEM_CODES)('200: the type of %s leads to an entry of the page', async (code) => {
  const [path = '', anchor] = toProblemType(code).split('#')
  const response = await createTestGateway().inject(path)

  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.body.split(` id="${anchor}"`)).toHaveLength(2)
})
