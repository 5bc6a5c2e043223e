import type { MailList } from '@walkon/contracts/values'
import type { EmailWay } from '@walkon/contracts/http/ways'
import { http, HttpResponse } from 'msw'
import { server } from './server.ts'

/** Serves the standing of a list for the account, and returns it. */
export function serveMailList(list: MailList, state: EmailWay['state'] = 'ok') {
  const standing = { state }
  const path = `*/api/notifications/ways/email/lists/${list}`
  server.use(
    http.get(path, () => HttpResponse.json(standing)),
    http.post(`${path}/resume`, () => {
      standing.state = 'ok'
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return standing
}
