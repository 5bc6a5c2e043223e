import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '@walkon/contracts/http/problem-codes'
import { SERVICE_NAMES } from '@walkon/contracts/services'
import { buildUnconnected } from '@walkon/local/unconnected-services'
import { expect, test } from 'vitest'

/** Of an OpenAPI document, what is looked at here. */
type Document = { paths: Record<string, Record<string, Operation>> }
type Operation = { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }
type Schema = { properties?: { code?: { enum?: ProblemCode[] } }; anyOf?: Schema[] }

/** The codes that each route of a service declares, as `GET /parks`. */
async function listDeclaredCodes(name: (typeof SERVICE_NAMES)[number]) {
  const { app } = buildUnconnected(name)
  await app.ready()
  const { paths } = app.swagger() as unknown as Document
  await app.close()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      route: `${method.toUpperCase()} ${path}`,
      codes: Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([, { content = {} }]) =>
          Object.values(content).flatMap(({ schema }) => listCodesOf(schema)),
        ),
    })),
  )
}

/** Of a problem document, or of the forms of GoTrue's error. */
const listCodesOf = ({ properties, anyOf = [] }: Schema): ProblemCode[] => [
  ...(properties?.code?.enum ?? []),
  ...anyOf.flatMap(listCodesOf),
]

test.for(SERVICE_NAMES)('each route of %s declares its refusals', async (name) => {
  const routes = await listDeclaredCodes(name)
  const isMissing = ({ route, codes }: (typeof routes)[number]) =>
    !codes.includes(route.includes(' /auth/v1/') ? 'unexpected_failure' : 'internal')

  expect(routes).not.toEqual([])
  expect(routes.filter(isMissing)).toEqual([])
})

/** Answered where there is no route; by no route of today; as GoTrue's `validation_failed`. */
const OF_NO_ROUTE: ProblemCode[] = ['not_found', 'not_admin', 'invalid-user-data']

test.for(SERVICE_NAMES)('each code of %s is declared by one of its routes', async (name) => {
  const declared = new Set((await listDeclaredCodes(name)).flatMap(({ codes }) => codes))
  const own = PROBLEM_CODES.filter((code) => PROBLEMS[code].owner === name)

  expect(own.filter((code) => !declared.has(code) && !OF_NO_ROUTE.includes(code))).toEqual([])
})
