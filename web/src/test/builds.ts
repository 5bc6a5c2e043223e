import { http, HttpResponse } from 'msw'
import { OWN_SCRIPT } from '../lib/newer-build.ts'
import { server } from './server.ts'

const PAGE = 'http://localhost/'
const sendPageOf = (script: string) => () =>
  HttpResponse.html(`<!doctype html><script type="module" src="${script}"></script>`)

/** The gateway's answers for a page, while a test is about code that did not arrive. */
export const pages = {
  ofThisBuild: () => server.use(http.get(PAGE, sendPageOf(OWN_SCRIPT))),
  ofNewerBuild: () => server.use(http.get(PAGE, sendPageOf('/assets/index-newer.js'))),
  /** While a deployment starts the gateway again. */
  ofProxy: () => server.use(http.get(PAGE, () => new HttpResponse('Bad Gateway', { status: 502 }))),
  unreached: () => server.use(http.get(PAGE, () => HttpResponse.error())),
}
