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

test('the page of error codes holds to the content security policy: nothing inline, and its style is served', async () => {
  const gateway = createTestGateway()
  const { body, headers } = await gateway.inject('/api/docs/problems')

  expect(headers['content-security-policy']).toContain("style-src 'self'")
  expect(body).not.toMatch(/<script|<style| style=| on\w+=/)
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(body) ?? []
  const sheet = await gateway.inject(style)
  expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
})
