import { SERVICE_NAMES } from '@walkon/contracts/services'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { toAsyncApiDocument } from './asyncapi-document.ts'
import { toEventsPage } from './events-page.ts'
import { toGatewayDocument, toOpenApiDocument } from './openapi-documents.ts'
import { toProblemsPage } from './problems-page.ts'
import { toSettingsTable } from './settings.ts'
import { withCommandsTable } from './walkon/commands.ts'

/** `npm run docs`: the pages that are made from the code. `npm test` compares them. */

const DOCS = resolve(import.meta.dirname, '../../../docs')

writeFileSync(join(DOCS, 'events.md'), await toEventsPage())
writeFileSync(join(DOCS, 'api/events.json'), await toAsyncApiDocument())
writeFileSync(join(DOCS, 'api/problems.md'), toProblemsPage())
for (const name of SERVICE_NAMES) writeFileSync(join(DOCS, `api/${name}.json`), await toOpenApiDocument(name))
writeFileSync(join(DOCS, 'api/gateway.json'), toGatewayDocument())

const settings = join(DOCS, 'settings.md')
const [introduction = ''] = readFileSync(settings, 'utf8').split('| setting |')
writeFileSync(settings, `${introduction}${toSettingsTable()}\n`)

const operations = join(DOCS, 'operations.md')
writeFileSync(operations, withCommandsTable(readFileSync(operations, 'utf8')))
