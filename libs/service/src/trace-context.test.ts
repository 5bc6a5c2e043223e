import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpApp } from './http.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { currentTraceId, inTrace, traceOfRequest } from './trace-context.ts'

const ID = '0190a000-0000-7000-8000-0000000000ab'
const TRACE = '0190a0000000700080000000000000ab'

type Line = { msg: string; trace?: string }

function createTestLog() {
  const lines: Line[] = []
  const log = createLog(
    { service: 'shop', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line) as Line) },
  )
  return { lines, log }
}

test('what a request with a body does has the id of the request as its trace, and so has each line of the log', async () => {
  const { lines, log } = createTestLog()
  const app = createHttpApp({ service: 'shop', log, metrics: createMetrics('shop') })
  onTestFinished(() => app.close())
  const seen: (string | null)[] = []
  app.post('/orders', { config: { access: 'public' } }, async () => {
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(currentTraceId())
    log.info('ordered')
    return 'ordered'
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  // In two parts: the body arrives when the hooks before it have run.
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.resume()
  const begun = once(app.server, 'request')
  socket.write(
    `POST /orders HTTP/1.1\r\nhost: a\r\nx-request-id: ${ID}\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n`,
  )
  await begun
  socket.write('{}')
  await once(socket, 'close')

  expect(seen).toEqual([TRACE])
  expect(lines.filter(({ msg }) => msg === 'ordered')).toMatchObject([{ trace: TRACE }])
})

test('a line keeps the trace that it names itself, and has none outside of a trace', () => {
  const { lines, log } = createTestLog()
  inTrace(TRACE, () => log.info({ trace: 'of a delivery' }, 'told'))
  log.info('started')

  expect(lines.map(({ trace = null }) => trace)).toEqual(['of a delivery', null])
})

test('work of two traces at once stays apart', async () => {
  const later = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return currentTraceId()
  }

  expect(await Promise.all([inTrace('a', later), inTrace('b', later), later()])).toEqual(['a', 'b', null])
})

test('a request id that is no UUID is no trace', () => {
  expect(['', 'req-1', '0'.repeat(32), `${ID}\n`].map(traceOfRequest)).toEqual([null, null, null, null])
})
