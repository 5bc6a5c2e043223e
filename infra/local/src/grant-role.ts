import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readDatabaseUrls } from './database-urls.ts'
import { readDataDir } from './settings.ts'

/** `npm run grant-role -- admin ADDRESS`: identity's command, on the database of the run that is up now. */

const source = resolve(import.meta.dirname, '../../../services/identity/src/commands/grant-role.ts')
/** In an image it is a program beside this one. */
const command = existsSync(source) ? source : resolve(process.argv[1] ?? '', '../identity-grant-role.mjs')

const urls = await readDatabaseUrls(readDataDir(process.env))
if (!urls?.['identity']) {
  process.stderr.write(`Start Walkon first: there is no ${join('DATA_DIR', 'databases.json')} yet.\n`)
  process.exit(1)
}
const child = spawn(process.execPath, [command, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: urls['identity'] },
})
child.once('exit', (code) => process.exit(code ?? 1))
