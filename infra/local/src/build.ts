import { buildWebApp } from './web-build.ts'

/** `npm run build`: the web app as the product serves it, unless it was built from these very sources. */

await buildWebApp((line) => process.stdout.write(`${line}\n`))
