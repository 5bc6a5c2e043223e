// Reads JSON reports of Vitest: prints the files that took longest, with their minutes.
// Usage: node slowest.mjs COUNT REPORT...
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [count, ...reports] = process.argv.slice(2)
const files = reports
  .filter((report) => existsSync(report))
  .flatMap((report) => JSON.parse(readFileSync(report, 'utf8')).testResults)
  .map(({ name, startTime, endTime }) => ({
    name: relative('.', name),
    minutes: (endTime - startTime) / 60_000,
  }))
  .toSorted((one, other) => other.minutes - one.minutes)
for (const { name, minutes } of files.slice(0, Number(count)))
  console.log(`${minutes.toFixed(1).padStart(6)}  ${name}`)
