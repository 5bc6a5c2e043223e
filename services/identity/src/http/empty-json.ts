import type { HttpApp } from '@walkon/service/http'

/** GoTrue's client declares JSON also for empty bodies, which other routes refuse. */
export function allowEmptyJson(app: HttpApp): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}
