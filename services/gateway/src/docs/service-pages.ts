import { perService, SERVICES } from '@walkon/contracts/services'
import { PROBLEMS_PATH } from '@walkon/contracts/http/problem-codes'
import { HTTP_DOCUMENTS, type HttpDocument } from './documents.ts'
import { DOCS_PATH, toPage } from './page.ts'

const ADDRESSES: Record<HttpDocument, string> = {
  ...perService((name) => SERVICES[name].address),
  gateway: '/api/config',
}

/** The routes of one service, or of the gateway itself, shown from its OpenAPI document by Swagger UI. */
export const servicePage = (name: HttpDocument): string =>
  toPage({
    path: `${DOCS_PATH}/${name}`,
    title: name,
    hasViewer: true,
    styles: ['swagger-ui.css'],
    scripts: ['swagger-ui-bundle.js', 'start-viewer.js'],
    main: `<div id="viewer" data-document="${DOCS_PATH}/${name}.json">
<p>The routes of ${name} are shown here with JavaScript. Without it, read <a href="${DOCS_PATH}/${name}.json">the OpenAPI document</a>.</p>
</div>`,
  })

/** Where everything is. */
export const overviewPage = (): string =>
  toPage({
    path: DOCS_PATH,
    title: 'Overview',
    main: `<h1>Walkon API</h1>
<p>What the services promise to programs: routes, events and error codes. The documents are made from the code that answers.</p>
<h2>HTTP</h2>
<p>Each service has an OpenAPI 3.1 document, and so has the gateway for what it answers itself. Instants are UTC in ISO 8601, amounts are cents, waits are minutes, days are a park's own.
An answer that is not a success is <a href="${PROBLEMS_PATH}">a problem document with a stable code</a>.</p>
<ul class="services">
${HTTP_DOCUMENTS.map(
  (name) =>
    `<li><a href="${DOCS_PATH}/${name}">${name}</a> <code>${ADDRESSES[name]}</code> <a href="${DOCS_PATH}/${name}.json">${name}.json</a></li>`,
).join('\n')}
</ul>
<h2>Events</h2>
<p>Other services subscribe to <a href="${DOCS_PATH}/events">the events</a> on Kafka. <a href="${DOCS_PATH}/events.json">events.json</a> is their AsyncAPI 3 document.</p>`,
  })
