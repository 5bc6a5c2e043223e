import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '@walkon/contracts/http/problem-codes'
import { SERVICE_NAMES } from '@walkon/contracts/services'
import { buildUnconnected } from '@walkon/local/unconnected-services'
import { expect, test } from 'vitest'

/** Of an OpenAPI document, what is looked at here. */
type Document = { paths: Record<string, Record<string, Operation>> }
type Operation = {
  responses: Record<string, { content?: Record<string, { schema: { properties?: Properties } }> }>
}
type Properties = { code?: { enum?: ProblemCode[] } }

/** The codes that each route of a service declares, as `GET /parks`. */
async function listDeclaredCodes(name: (typeof SERVICE_NAMES)[number]) {
  const { app } = buildUnconnected(name)
  await app.ready()
  const { paths } = app.swagger() as unknown as Document
  await app.close()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      route: `${method.toUpperCase()} ${path}`,
      codes: Object.values(responses).flatMap(
        ({ content }) => content?.['application/problem+json']?.schema.properties?.code?.enum ?? [],
      ),
    })),
  )
}

test.for(SERVICE_NAMES)('each route of %s declares its problem answers', async (name) => {
  const routes = (await listDeclaredCodes(name)).filter(({ route }) => !route.includes(' /auth/v1/'))

  expect(routes).not.toEqual([])
  expect(routes.filter(({ codes }) => !codes.includes('internal'))).toEqual([])
})

test.for(['park-data', 'alert-evaluator', 'billing', 'notifier'] as const)(
  'each code of %s is declared by one of its routes',
  async (name) => {
    const declared = new Set((await listDeclaredCodes(name)).flatMap(({ codes }) => codes))
    const own = PROBLEM_CODES.filter((code) => PROBLEMS[code].owner === name)

    expect(own.filter((code) => !declared.has(code))).toEqual([])
  },
)
