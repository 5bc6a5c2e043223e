import { isGoTrueCode, PROBLEM_CODES, PROBLEMS } from '@walkon/contracts/http/problem-codes'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const source = globSync('{services,libs/service,libs/runtime}/**/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.includes('node_modules') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')

/** The two codes that are put together from the kind of factor. */
const COMPOSED = {
  mfa_phone_enroll_not_enabled: 'mfa_${type}_',
  mfa_webauthn_enroll_not_enabled: 'mfa_${type}_',
}

const spellings = (code: string): string[] => [
  `'${code}'`,
  `notFound('${code.replace('-not-found', '')}')`,
  ...Object.entries(COMPOSED).flatMap(([composed, template]) => (composed === code ? [template] : [])),
  // A key of GoTrue's translation.
  `\n  ${code}: '`,
]

test.for(PROBLEM_CODES)('some service answers with %s', (code) => {
  expect(spellings(code).filter((spelling) => source.includes(spelling))).not.toEqual([])
})

test('our codes are kebab-case and those of GoTrue snake_case', () => {
  expect(PROBLEM_CODES.filter((code) => !isGoTrueCode(code) && !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([])
  expect(
    PROBLEM_CODES.filter((code) => isGoTrueCode(code) && !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(code)),
  ).toEqual([])
})

const web = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({
    file,
    text: readFileSync(join(ROOT, file), 'utf8'),
  }))
const [, here = ''] = /type OwnerHere =([^]*?)\n\n/.exec(
  web.find(({ file }) => file === 'web/src/lib/problem-texts.ts')?.text ?? '',
) ?? ['', '']

test('the codes of each service have their words in one file of the web app: those of all pages, or those of its feature', () => {
  const owners = [...new Set(Object.values(PROBLEMS).map(({ owner }) => owner))]
  const filesOf = (owner: string) =>
    web.filter(({ text }) => new RegExp(`\\bwordsOf<\\s*'${owner}'`).test(text)).map(({ file }) => file)
  const elsewhere = owners.filter((owner) => !here.includes(`'${owner}'`))

  expect(elsewhere.length).toBeGreaterThan(0)
  expect(elsewhere.length).toBeLessThan(owners.length)
  expect(elsewhere.filter((owner) => filesOf(owner).length !== 1)).toEqual([])
})
