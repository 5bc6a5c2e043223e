import { spawn } from 'node:child_process'

/** `npm test`: everything that needs no Docker and no browser, and a word on what it left out. */

const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]
const child = spawn(process.execPath, vitest, { stdio: 'inherit' })
child.once('exit', (code) => {
  process.stdout.write(
    '\nLeft out here: `npm run test:integration` (Kafka, Redis and PostgreSQL in containers: needs Docker) and\n' +
      '`npm run test:e2e` (the journeys in a browser: needs Chromium). `.ci/run` runs these and all others.\n',
  )
  process.exit(code ?? 1)
})
