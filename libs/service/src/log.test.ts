import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** Logs to memory, and gives the last line as a reader of the log parses it. */
function aLog() {
  const lines: string[] = []
  const log = createLog({ service: 'shop', level: 'info' }, { write: (line) => void lines.push(line) })
  return { log, line: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> }
}

test('no line has what a field called email, phone, address, token, password, secret, authorization or cookie says', () => {
  const { log, line } = aLog()
  const names = ['email', 'phone', 'address', 'token', 'password', 'secret', 'authorization', 'cookie']

  log.info(Object.fromEntries(names.map((name) => [name, 'ada'])), 'came in')

  expect(line()).toMatchObject(Object.fromEntries(names.map((name) => [name, '[redacted]'])))
})

test('what is personal is hidden at any depth, in lists too, and the rest stays', () => {
  const { log, line } = aLog()

  log.info({ order: { id: 7, buyer: { email: 'ada' }, passes: [{ email: 'bob', park: 'p' }] }, count: 2 })

  expect(line()).toMatchObject({
    order: { id: 7, buyer: { email: '[redacted]' }, passes: [{ email: '[redacted]', park: 'p' }] },
    count: 2,
  })
})

test('an error is logged without the personal fields that it carries, and without the values of a query', () => {
  const { log, line } = aLog()
  const cause = Object.assign(new Error('refused'), { address: '10.0.0.7', code: 'ECONNREFUSED' })

  log.error({ err: Object.assign(new Error('select 1', { cause }), { email: 'ada', params: ['bob'] }) })

  expect(JSON.stringify(line())).not.toMatch(/ada|bob|10\.0\.0\.7/)
  expect(line()).toMatchObject({ err: { type: 'Error', email: '[redacted]' } })
})

test('what a client hangs on its error is not logged: what it was given, and the request with its credentials', () => {
  const { log, line } = aLog()
  class Headers {
    toJSON = () => ({ Authorization: 'Basic secret' })
  }
  const config = { headers: new Headers(), params: { To: '+14075550142' } }
  const fault = Object.assign(new Error('socket hang up'), {
    code: 'ECONNRESET',
    config,
    request: { config },
  })

  log.warn({ err: fault }, 'the provider does not answer')

  expect(JSON.stringify(line())).not.toMatch(/secret|407555/)
  expect(line()).toMatchObject({ err: { message: 'socket hang up', code: 'ECONNRESET' } })
})

test('the fields that a child logger writes in every line are without what is personal', () => {
  const { log, line } = aLog()

  log.child({ email: 'ada', job: 'count' }).info('counted')

  expect(line()).toMatchObject({ service: 'shop', email: '[redacted]', job: 'count' })
})

test('what is logged is not changed', () => {
  const { log } = aLog()
  const fields = { email: 'ada', order: { token: 'x' } }

  log.info(fields)

  expect(fields).toEqual({ email: 'ada', order: { token: 'x' } })
})

test('a request is logged by its method and the pattern of its route', () => {
  const { log, line } = aLog()
  class Request {
    method = 'GET'
    url = '/u/secret-token'
    routeOptions = { url: '/u/:token' }
  }

  log.info({ req: new Request() })

  expect(line()['req']).toEqual({ method: 'GET', path: '/u/:token' })
})
