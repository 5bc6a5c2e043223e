// Reads the JSON report of a suite of Vitest: prints `PASSED FAILED`, appends the names of what failed to one file, and of what
// passed at its second try to another, each with the first lines of its reason; and the names alone of the latter to a third.
// Usage: node count.mjs REPORT SUITE FAILURES SECOND_TRIES NAMES
import { appendFileSync, readFileSync } from 'node:fs'

const [report, suite, failuresFile, secondTriesFile, namesFile] = process.argv.slice(2)
const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))

const tests = testResults.flatMap(({ name: file, assertionResults }) =>
  assertionResults.map(({ fullName, status, failureMessages }) => ({
    file,
    fullName,
    status,
    failureMessages,
  })),
)
const unrun = testResults
  .filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some(hasFailed))
  .map(({ name: file, message }) => ({
    file,
    fullName: 'the file could not run',
    failureMessages: [message],
  }))
const failures = [...tests.filter(hasFailed), ...unrun]
// A test that passed keeps the reasons of its earlier try.
const secondTries = tests.filter(
  ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
)

appendFileSync(failuresFile, failures.map(describe).join(''))
appendFileSync(secondTriesFile, secondTries.map(describe).join(''))
appendFileSync(namesFile, secondTries.map(({ fullName }) => `${suite}, ${fullName}\n`).join(''))
console.log(numPassedTests, failures.length)

function hasFailed({ status }) {
  return status === 'failed'
}

function describe({ file, fullName, failureMessages }) {
  const reason = failureMessages
    .join('\n')
    .replace(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, 12)
  return `${suite}: ${file}\n  ${fullName}\n${reason.map((line) => `    ${line}\n`).join('')}\n`
}
